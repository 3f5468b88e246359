import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { readCsv } from '@/testing/console/read-csv'
import { plainSubscription } from '@/testing/fake-billing-api/plain-resources'
import { expectAccessible } from './fixtures/accessible'
import { hydrated } from './fixtures/hydrated'
import { chooseInMore } from './fixtures/page-parts'
import { ADMIN, fetchSignedIn, signIn } from './fixtures/sign-in'
import { expect, test } from './fixtures/test'
import { ageSignIns, ANN, PASSWORD } from './fixtures/users'

const SIZE = { width: 1280, height: 900 }
const started = '2026-01-05T00:00:00.000Z'

const endsIn = (year: number) => new RegExp(`ends \\d+ \\w+ ${year}`)
const dialogOf = (page: Page) => page.getByRole('alertdialog', { name: /^Cancel \d+ subscriptions?\?$/ })

test('an agent cancels a few at once, and a campaign that another person approves', async ({
  browser,
  fakeApi,
  startConsoleFor,
}) => {
  test.setTimeout(240_000)
  const plan = { id: 'plan-group', name: 'Group plan' }
  const add = (id: string, changes: object = {}) =>
    fakeApi.faults.addSubscription(id, {
      ...plainSubscription,
      startDate: started,
      endDate: null,
      plan,
      planId: plan.id,
      ...changes,
    })
  const few = ['few-1', 'few-2', 'few-ended', 'few-later']
  add('few-1')
  add('few-2', { customerId: 'another-customer' })
  add('few-ended', { status: 'ended', endDate: '2026-02-01T00:00:00.000Z' })
  add('soon-1')
  add('few-later', { status: 'pendingActivation', startDate: '2090-01-01T00:00:00.000Z' })
  const many = Array.from({ length: 22 }, (_, nth) => `many-${String(nth).padStart(2, '0')}`)
  for (const id of many) add(id)
  const running = await startConsoleFor(fakeApi)
  const { consoleUrl } = running
  const open = async (viewport = SIZE) => hydrated(await (await browser.newContext({ viewport })).newPage())
  const received = (prefix: string) =>
    fakeApi.faults.received.filter(({ id }) => id.startsWith(prefix)).map(({ id }) => id)
  await signIn(consoleUrl, { email: ANN, password: PASSWORD })
  for (const id of [...few, 'soon-1', ...many])
    expect((await fetchSignedIn(`${consoleUrl}/api/subscriptions/${id}`)).status).toBe(200)
  const ann = await open()

  await test.step('selects rows with Shift by keyboard and mouse, and sees the effect on each', async () => {
    await expect(async () => {
      await ann.goto(`${consoleUrl}/subscriptions?text=few`)
      await expect(ann.getByRole('checkbox', { name: 'Select all 4' })).toBeVisible({ timeout: 2_000 })
    }).toPass()
    await ann.getByRole('checkbox', { name: 'Select few-1' }).focus()
    await ann.keyboard.press('Space')
    await expect(ann.getByText('1 selected')).toHaveRole('status')
    await ann.getByRole('checkbox', { name: 'Select all 4' }).check()
    await expect(ann.getByText('4 selected')).toBeVisible()
    await ann.getByRole('checkbox', { name: 'Select few-later' }).uncheck()
    await expect(ann.getByText('3 selected')).toBeVisible()
    await expectAccessible(ann, 'a list with selected rows')
    await ann.getByRole('button', { name: 'Cancel selected' }).click()
    const dialog = dialogOf(ann)
    await expect(dialog).toHaveAccessibleName('Cancel 3 subscriptions?')
    await expect(dialog.getByRole('textbox', { name: 'Reason' })).toBeFocused()
    await expect(dialog.getByText('2 end, 1 is left out')).toHaveRole('status')
    await expect(dialog.getByRole('listitem').filter({ hasText: 'few-ended' })).toContainText('Left out: Already ended')
    await expect(dialog.getByRole('listitem').filter({ hasText: 'few-1' })).toContainText(/Active → ends \d+ \w+ \d{4}/)
    await expectAccessible(ann, 'cancelling several')
    await ann.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(ann.getByText('3 selected')).toBeVisible()
    expect(received('few')).toEqual([])
  })

  await test.step('confirms it is them once when a row is deleted, and sends them in the background', async () => {
    await ann.getByRole('checkbox', { name: 'Select few-later' }).check()
    await ann.getByRole('button', { name: 'Cancel selected' }).click()
    const dialog = dialogOf(ann)
    await expect(dialog.getByText('2 end, 1 that has not started is deleted, 1 is left out')).toBeVisible()
    await dialog.getByRole('button', { name: 'Cancel 3 subscriptions' }).click()
    await expect(dialog.getByRole('textbox', { name: 'Reason' })).toHaveAccessibleDescription(/Enter a reason/)
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('The contract has ended')
    await dialog.getByRole('textbox', { name: 'Ticket' }).fill('T-48')
    await dialog.getByRole('button', { name: 'Cancel 3 subscriptions' }).click()
    await expect(ann).toHaveURL(/\/changes\?group=grp_/)
    await expect(ann.getByRole('heading', { name: 'Changes', level: 1 })).toBeVisible()
    await expect(ann.getByText('3 in effect')).toHaveRole('status', { timeout: 20_000 })
    await expect(ann.getByText('Left out, not cancelled: 1 subscription')).toBeVisible()
    await expect(ann.getByRole('list', { name: 'Left out' })).toHaveText(/^few-ended: Already ended$/)
    expect(received('few')).toHaveLength(3)
    const row = ann.getByRole('table', { name: 'Changes' }).getByRole('row').filter({ hasText: 'few-2' })
    await expect(row).toContainText('In effect')
    await expect(row).toContainText('Ticket T-48')
    // Nothing certain can be said of one that the API no longer knows: the page names it, and the reply is for the others.
    await expect(ann.getByText(/^few-.+: We have cancelled .+\nfew-.+: We have cancelled .+$/)).toBeVisible()
    await expect(ann.getByText('This is about 2 customers: send each only what is theirs.')).toBeVisible()
    await expect(ann.getByText('The reply leaves out few-later: the billing API no longer has it.')).toBeVisible()
    await expectAccessible(ann, 'the changes of a group')
    const download = ann.waitForEvent('download')
    await ann.getByRole('link', { name: 'Export CSV' }).click()
    const { rows } = readCsv(await readFile(await (await download).path(), 'utf8'))
    expect(rows.map((each) => each['Outcome'])).toEqual(['In effect', 'In effect', 'In effect'])
  })

  await test.step('reads a row again when the period ends that it was shown for', async () => {
    await ann.goto(`${consoleUrl}/subscriptions?text=soon`)
    await ann.getByRole('checkbox', { name: 'Select soon-1' }).check()
    const periodEnd = new Date(Date.now() + 10_000)
    // Four years before, also on a leap day.
    const startDate = new Date(periodEnd)
    startDate.setUTCFullYear(periodEnd.getUTCFullYear() - 4)
    add('soon-1', { billingCadence: 'annually', startDate: startDate.toISOString() })
    await ann.getByRole('button', { name: 'Cancel selected' }).click()
    const dialog = dialogOf(ann)
    const row = dialog.getByRole('listitem').filter({ hasText: 'soon-1' })
    const year = new Date(periodEnd.getTime() - 1).getUTCFullYear()
    await expect(row).toContainText(endsIn(year))
    await expect(row).toContainText(endsIn(year + 1), { timeout: 20_000 })
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('The year is over')
    await dialog.getByRole('button', { name: 'Cancel 1 subscription' }).click()
    await expect(ann.getByText('1 in effect')).toHaveRole('status', { timeout: 20_000 })
    const reply =
      /^We have cancelled Group plan as you asked\. It stays active until \d+ \w+ \d{4} and renews no more\.$/
    await expect(ann.getByText(reply)).toBeVisible()
  })

  await test.step('keeps the selection over pages, and proposes more than ten', async () => {
    await ann.goto(`${consoleUrl}/subscriptions?text=many`)
    await ann.getByRole('checkbox', { name: 'Select this page' }).check()
    await expect(ann.getByText('20 selected')).toBeVisible()
    await ann.getByRole('button', { name: 'Next' }).click()
    await expect(ann.getByRole('row')).toHaveCount(3)
    await expect(ann.getByText('20 selected')).toBeVisible()
    await ann.getByRole('checkbox', { name: 'Select this page' }).check()
    await ann.getByRole('button', { name: 'Cancel selected' }).click()
    const dialog = dialogOf(ann)
    await expect(dialog.getByText(/^Reading \d+ of 22$/)).toBeVisible()
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('The product ends')
    await expect(dialog.getByText('22 end')).toBeVisible({ timeout: 30_000 })
    await expect(dialog).toContainText('Nothing is sent until another person approves it.')
    await dialog.getByRole('button', { name: 'Cancel 22 subscriptions' }).click()
    await expect(ann.getByText('22 waiting for approval')).toBeVisible()
    await ann.goto(consoleUrl)
    await expect(ann.getByRole('link', { name: '1 proposal of yours' })).toContainText('1 waiting')
  })

  await test.step('another person approves some, declines one, and stops the rest', async () => {
    await signIn(consoleUrl, ADMIN)
    const boss = await open()
    await boss.goto(consoleUrl)
    const item = boss.getByRole('list', { name: 'To approve' }).getByRole('listitem').first()
    await expect(item).toContainText('“The product ends”')
    await item.getByRole('button', { name: 'Review 22 proposals' }).click()
    await item.getByRole('checkbox', { name: 'Select many-00' }).check()
    await item.getByRole('checkbox', { name: 'Select many-01' }).check()
    await item.getByRole('button', { name: 'Approve selected' }).click()
    await expect(item.getByRole('textbox', { name: 'Reason' })).toHaveAccessibleDescription('Enter a reason.')
    await item.getByRole('textbox', { name: 'Reason' }).fill('Checked')
    await expectAccessible(boss, 'approving a group')
    await item.getByRole('button', { name: 'Approve selected' }).click()
    await expect(item.getByRole('button', { name: 'Review 20 proposals' })).toBeVisible()
    await expect.poll(() => received('many').toSorted()).toEqual(['many-00', 'many-01'])
    await item.getByRole('checkbox', { name: 'Select many-02' }).check()
    await item.getByRole('button', { name: 'Decline selected' }).click()
    await expect(item.getByRole('button', { name: 'Review 19 proposals' })).toBeVisible()
    await item.getByRole('link', { name: 'Cancel 22 subscriptions' }).click()
    await boss.getByRole('button', { name: 'Stop the rest' }).click()
    await expect(boss.getByText('2 in effect · 20 not done')).toHaveRole('status', { timeout: 20_000 })
    await expect(boss.getByRole('button', { name: 'Stop the rest' })).toBeHidden()
    await boss.goto(`${consoleUrl}/activity`)
    await chooseInMore(boss, 'Changes')
    await expect(boss).toHaveURL(/\/changes$/)
    await expect(boss.getByRole('table', { name: 'Changes' }).getByRole('row').nth(1)).toContainText('many-')
    expect(received('many')).toHaveLength(2)
    await boss.context().close()
  })

  await test.step('a phone has the dialog with its buttons, and a fresh sign-in returns to it', async () => {
    await ageSignIns(running, 20)
    await signIn(consoleUrl, { email: ANN, password: PASSWORD })
    add('phone-1', { status: 'pendingActivation', startDate: '2090-01-01T00:00:00.000Z' })
    add('phone-2')
    for (const id of ['phone-1', 'phone-2'])
      expect((await fetchSignedIn(`${consoleUrl}/api/subscriptions/${id}`)).status).toBe(200)
    await ageSignIns(running, 20)
    const phone = await open({ width: 360, height: 640 })
    await expect(async () => {
      await phone.goto(`${consoleUrl}/subscriptions?text=phone`)
      await expect(phone.getByRole('checkbox', { name: 'Select all 2' })).toBeVisible({ timeout: 2_000 })
    }).toPass()
    await phone.getByRole('checkbox', { name: 'Select all 2' }).check()
    await phone.getByRole('button', { name: 'Cancel selected' }).click()
    const dialog = dialogOf(phone)
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Asked for')
    await dialog.getByRole('button', { name: 'Confirm it is you' }).click()
    await phone.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
    await phone.getByRole('button', { name: 'Confirm', exact: true }).click()
    await expect(dialog).toHaveAccessibleName('Cancel 2 subscriptions?')
    await expect(dialog.getByRole('textbox', { name: 'Reason' })).toHaveValue('Asked for')
    const confirm = dialog.getByRole('button', { name: 'Cancel 2 subscriptions' })
    await expect(confirm).toBeEnabled()
    await expect(confirm).toBeInViewport({ ratio: 1 })
    expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
    await confirm.click()
    await expect(phone.getByText('2 in effect')).toBeVisible({ timeout: 20_000 })
    expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
    await phone.context().close()
  })
  await ann.context().close()
})
