import { readFile } from 'node:fs/promises'
import { readCsv } from '@/testing/console/read-csv'
import { plainSubscription } from '@/testing/fake-billing-api/plain-resources'
import { expectAccessible } from './fixtures/accessible'
import { exportList } from './fixtures/list-menu'
import { hydrated } from './fixtures/hydrated'
import { ADMIN, fetchSignedIn, signIn } from './fixtures/sign-in'
import { expect, test } from './fixtures/test'
import { ANN, PASSWORD } from './fixtures/users'

test('an agent cancels a list: preview, proposal, approval by another person, and the file', async ({
  browser,
  fakeApi,
  startConsoleFor,
}) => {
  test.setTimeout(120_000)
  const plan = { id: 'plan-batch', name: 'Batch plan' }
  const ids = ['batch-one', 'batch-two', 'batch-ended']
  for (const id of ids)
    fakeApi.faults.addSubscription(id, { ...plainSubscription, endDate: null, plan, planId: plan.id })
  fakeApi.faults.addSubscription('batch-ended', {
    ...plainSubscription,
    plan,
    planId: plan.id,
    status: 'ended',
    endDate: '2026-01-01T00:00:00.000Z',
  })
  const { consoleUrl } = await startConsoleFor(fakeApi)
  const open = async () =>
    hydrated(await (await browser.newContext({ viewport: { width: 360, height: 740 } })).newPage())
  const [ann, boss] = [await open(), await open()]
  const received = () => fakeApi.faults.received.filter(({ id }) => ids.includes(id)).map(({ id }) => id)
  // Each `goto` has the session of the last sign-in.
  await signIn(consoleUrl, { email: ANN, password: PASSWORD })
  await ann.goto(`${consoleUrl}/batches`)
  await expect(ann.getByRole('heading', { name: 'Batches', exact: true })).toBeVisible()
  await expectAccessible(ann, 'batches')

  await test.step('from the list to the preview', async () => {
    for (const id of ids) expect((await fetchSignedIn(`${consoleUrl}/api/subscriptions/${id}`)).status).toBe(200)
    await expect(async () => {
      await ann.goto(`${consoleUrl}/subscriptions?text=batch`)
      await ann.getByRole('button', { name: 'Cancel or delete' }).click({ timeout: 2_000 })
      await expect(ann.getByRole('menuitem', { name: 'Cancel these 3…' })).toBeVisible({ timeout: 1_000 })
    }).toPass()
    await ann.getByRole('menuitem', { name: 'Cancel these 3…' }).click()
    await expect(ann.getByRole('heading', { name: 'Cancel of 3 subscriptions' })).toBeVisible()
    await expect(ann.getByText('2 would change · 1 not possible')).toHaveRole('status', { timeout: 20_000 })
    const rows = ann.getByRole('table', { name: 'Subscriptions of the batch' }).getByRole('row')
    await expect(rows.filter({ hasText: 'batch-one' })).toContainText(/Active → ends \d+ \w+ \d{4}/)
    await expect(rows.filter({ hasText: 'batch-ended' })).toContainText(/Not possible.*Already ended/)
    await expectAccessible(ann, 'the preview of a batch')
    expect(await ann.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  })

  await test.step('proposed', async () => {
    const propose = ann.getByRole('button', { name: 'Propose to cancel 2 subscriptions' })
    await propose.click()
    await expect(ann.getByRole('textbox', { name: 'Reason' })).toHaveAccessibleDescription('Enter a reason.')
    await ann.getByRole('textbox', { name: 'Reason' }).fill('The contract has ended')
    await ann.getByRole('textbox', { name: 'Ticket' }).fill('T-48')
    await propose.click()
    await expect(ann.getByText(/Another person can approve it until/)).toBeVisible()
    await expect(ann.getByRole('button', { name: 'Withdraw' })).toBeVisible()
    expect(received()).toEqual([])
  })

  await test.step('approved by another person', async () => {
    await signIn(consoleUrl, ADMIN)
    await boss.goto(consoleUrl)
    const proposal = boss.getByRole('list', { name: 'To approve' }).getByRole('listitem')
    await expect(proposal).toContainText('Cancel of 3 subscriptions')
    await expect(proposal).toContainText('“The contract has ended”')
    await expectAccessible(boss, 'Home with a batch to approve')
    await proposal.getByRole('link', { name: 'Review batch' }).click()
    await boss.getByRole('textbox', { name: 'Reason' }).fill('Checked')
    await expectAccessible(boss, 'approving a batch')
    await boss.getByRole('button', { name: 'Approve and cancel 2 subscriptions' }).click()
    await expect(boss.getByText('2 in effect')).toHaveRole('status', { timeout: 20_000 })
    expect(received().toSorted()).toEqual(['batch-one', 'batch-two'])
    await expectAccessible(boss, 'a batch that is done')
    expect(await boss.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
    await boss.getByRole('button', { name: 'In effect 2' }).click()
    await expect(boss).toHaveURL(/show=done/)
    await boss.getByRole('button', { name: 'In effect 2' }).click()
  })

  await test.step('the file', async () => {
    const { rows, partial } = readCsv(await readFile(await (await exportList(boss)).path(), 'utf8'))
    expect(partial).toBeNull()
    const outcomes = rows.map((row) => `${row['ID']}: ${row['Preview']}, ${row['Outcome']}`)
    expect(outcomes.toSorted()).toEqual([
      'batch-ended: Not possible, ',
      'batch-one: Would change, In effect',
      'batch-two: Would change, In effect',
    ])
  })
  for (const page of [ann, boss]) await page.context().close()
})
