import type { Page } from '@playwright/test'
import { expectAccessible } from './fixtures/accessible'
import { hydrated } from './fixtures/hydrated'
import { ADMIN, signIn } from './fixtures/sign-in'
import { subscription, subscriptionPath } from './fixtures/page-parts'
import { expect, test } from './fixtures/test'
import { ANN, PASSWORD } from './fixtures/users'
import { plainSubscription } from '@/testing/fake-billing-api/plain-resources'

/** Its period ends in a month, whatever the day of the test. */
const monthly = { ...plainSubscription, startDate: new Date(Date.now() - 86_400_000).toISOString() }

const list = (page: Page, name: string) => page.getByRole('list', { name })

test('an agent proposes, an admin sees how many wait and approves, declines or cannot, and both see the outcome', async ({
  browser,
  fakeApi,
  startConsoleFor,
}) => {
  test.setTimeout(120_000)
  const [first, second, third, fourth] = ['to-approve', 'to-decline', 'to-change', 'to-end']
  for (const id of [first, second, third, fourth]) fakeApi.faults.addSubscription(id, { ...monthly, endDate: null })
  const { consoleUrl } = await startConsoleFor(fakeApi, { CONSOLE_APPROVALS: 'all' })
  const open = async () =>
    hydrated(await (await browser.newContext({ viewport: { width: 360, height: 740 } })).newPage())
  const [ann, boss] = [await open(), await open()]
  // Each `goto` has the session of the last sign-in.
  const annOpens = async (path = '') => {
    await signIn(consoleUrl, { email: ANN, password: PASSWORD })
    await ann.goto(consoleUrl + path)
  }
  const bossOpens = async () => {
    await signIn(consoleUrl, ADMIN)
    await boss.goto(consoleUrl)
  }
  const received = (id: string) => fakeApi.faults.received.filter((write) => write.id === id).length
  const propose = async (id: string) => {
    await annOpens(subscriptionPath(id))
    await subscription(ann).button('Cancel subscription').click()
    const dialog = ann.getByRole('alertdialog', { name: 'Cancel subscription?' })
    await dialog.getByRole('textbox', { name: 'Reason' }).fill(`Asked for in ${id}`)
    await expect(dialog).toContainText('Nothing is sent until another person approves it.')
    await dialog.getByRole('button', { name: 'Propose cancel' }).click()
    await expect(ann.getByRole('status').filter({ hasText: 'Cancel: waiting for approval' })).toContainText(
      'another person must approve it by',
    )
  }
  const review = async (id: string) => {
    await bossOpens()
    const row = list(boss, 'To approve').getByRole('listitem').filter({ hasText: id })
    await row.getByRole('button', { name: 'Review proposal' }).click()
    const dialog = boss.getByRole('alertdialog', { name: 'Approve the cancel?' })
    await expect(dialog).toContainText(`Asked for in ${id}`)
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Checked')
    return dialog
  }

  await test.step('counted beside Home and in the title of every page, for those who may approve', async () => {
    await signIn(consoleUrl, ADMIN)
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    const page = hydrated(await context.newPage())
    await page.clock.install()
    const home = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Home/ })
    await page.goto(`${consoleUrl}/invoices`)
    await expect(home).toHaveAccessibleName('Home')
    await expect(page).toHaveTitle('Invoices · Billing Console')
    await propose(first)
    expect(received(first)).toBe(0)
    await page.clock.runFor(61_000)
    await expect(home).toHaveAccessibleName('Home 1')
    await expect(page).toHaveTitle('(1) Invoices · Billing Console')
    await expectAccessible(page, 'the sidebar with a number')
    await page.getByRole('link', { name: 'Customers' }).click()
    await expect(page).toHaveTitle('(1) Customers · Billing Console')
    await ann.goto(`${consoleUrl}/invoices`)
    await expect(ann.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(ann).toHaveTitle('Invoices · Billing Console')
    await context.close()
  })

  await test.step('approved', async () => {
    const dialog = await review(first)
    await expect(dialog).toContainText(/Active →, then ends/)
    await expectAccessible(boss, 'approving a cancel', 'dialog')
    await dialog.getByRole('button', { name: 'Approve and cancel' }).click()
    const outcome = boss.getByRole('dialog', { name: 'Cancel: in effect' })
    await expect(outcome).toContainText('Cancelled: it ends on')
    await outcome.getByRole('button', { name: 'Close' }).click()
    await expect(list(boss, 'To approve')).toHaveCount(0)
    await annOpens()
    const own = ann.getByRole('region', { name: 'Needs attention' }).getByRole('link', { name: '1 proposal of yours' })
    await expect(own).toContainText('1 decided')
    await expectAccessible(ann, 'Home with a proposal')
    await own.click()
    await expect(ann).toHaveURL(`${consoleUrl}/changes?mine=1`)
    await expect(ann.getByRole('table', { name: 'Changes' })).toContainText('In effect')
    await expect(ann.getByRole('table', { name: 'Changes' })).toContainText(`decided by ${ADMIN.email}`)
    await expectAccessible(ann, 'own proposals')
    expect(received(first)).toBe(1)
  })

  await test.step('declined', async () => {
    await propose(second)
    const dialog = await review(second)
    await expect(boss).toHaveTitle('(1) Home · Billing Console')
    await dialog.getByRole('button', { name: 'Decline' }).click()
    await expect(boss.getByRole('dialog', { name: 'Cancel: declined' })).toContainText('Nothing was sent')
    // At once, not by the next check.
    await expect(boss).toHaveTitle('Home · Billing Console')
    await annOpens(subscriptionPath(second))
    await expect(ann.getByRole('alert').filter({ hasText: 'Cancel: declined' })).toContainText('“Checked”')
    expect(received(second)).toBe(0)
  })

  await test.step('changed since', async () => {
    await propose(third)
    const dialog = await review(third)
    fakeApi.faults.addSubscription(third, { ...monthly, endDate: '2091-01-01T00:00:00.000Z' })
    await dialog.getByRole('button', { name: 'Approve and cancel' }).click()
    await expect(boss.getByRole('dialog', { name: 'Cancel: not sent, it had changed' })).toContainText(
      'Its last day was none and is 31 Dec 2090.',
    )
    expect(received(third)).toBe(0)
  })

  await test.step('ended since: only declining is left', async () => {
    await propose(fourth)
    fakeApi.faults.addSubscription(fourth, {
      ...monthly,
      status: 'ended',
      endDate: '2026-01-01T00:00:00.000Z',
    })
    const dialog = await review(fourth)
    const approve = dialog.getByRole('button', { name: 'Approve and cancel' })
    await expect(approve).toHaveAttribute('aria-disabled', 'true')
    await expect(approve).toHaveAccessibleDescription('Already ended.')
    await dialog.getByRole('textbox', { name: 'Reason' }).press('Enter')
    await dialog.getByRole('button', { name: 'Decline' }).click()
    await expect(boss.getByRole('dialog', { name: 'Cancel: declined' })).toContainText('Nothing was sent')
    expect(received(fourth)).toBe(0)
  })
  for (const page of [ann, boss]) await page.context().close()
})
