import type { Page } from '@playwright/test'
import { PROVE_ONLY } from '../scripts/test/volume.mjs'
import { expectAccessible } from './fixtures/accessible'
import { hydrated } from './fixtures/hydrated'
import { keepChange, NOT_KNOWN } from './fixtures/keep-changes'
import { signIn } from './fixtures/sign-in'
import { subscription, subscriptionPath } from './fixtures/page-parts'
import { expect, test } from './fixtures/test'
import { ANN, BOB, PASSWORD } from './fixtures/users'
import { watchText } from './fixtures/page-watch'
import { FAULTS } from '@/testing/fake-billing-api/fault-catalogue'
import { plainSubscription } from '@/testing/fake-billing-api/plain-resources'

const notice = (page: Page, role: 'status' | 'alert', words: string | RegExp) =>
  page.getByRole('main').getByRole(role).filter({ hasText: words })
const inbox = (page: Page) => page.getByRole('list', { name: 'Unresolved changes' })

async function askToCancel(page: Page, reason: string) {
  await subscription(page).button('Cancel subscription').click()
  const dialog = page.getByRole('alertdialog', { name: 'Cancel subscription?' })
  await dialog.getByRole('textbox', { name: 'Reason' }).fill(reason)
  await expect(dialog.locator('[aria-busy=false]')).toBeVisible()
  return { dialog, confirm: dialog.getByRole('button', { name: 'Cancel subscription' }) }
}

test('the second of two simultaneous agents sees who was first, and both see the outcome', async ({
  browser,
  fakeApi,
  fakeApiUrl,
}) => {
  const id = 'of-two-agents'
  const running = { ...plainSubscription, endDate: null }
  fakeApi.faults.addSubscription(id, running)
  fakeApi.faults.inject(FAULTS.drops ?? {}, { id, operation: 'cancelSubscription', times: 1 })
  const open = async (email: string) => {
    const context = await browser.newContext()
    const page = hydrated(await context.newPage())
    await signIn(fakeApiUrl, { email, password: PASSWORD })
    await page.goto(fakeApiUrl + subscriptionPath(id))
    return page
  }
  const [ann, bob] = [await open(ANN), await open(BOB)]
  // As the other tests of this worker.
  await signIn(fakeApiUrl)
  const [first, second] = [await askToCancel(ann, 'Asked for by phone'), await askToCancel(bob, 'Ticket 4711')]

  await first.confirm.click()
  const notKnown = 'Cancel: outcome not known yet'
  await expect(notice(ann, 'status', notKnown)).toContainText(/Next check at \d\d:\d\d:\d\d/)
  const misleadingTexts = await watchText(ann)
  await second.confirm.click()
  await expect(second.dialog.getByRole('alert')).toContainText('ann@example.com asked to cancel this subscription')
  await second.dialog.getByRole('button', { name: 'Show the other change' }).click()
  await expect(notice(bob, 'status', notKnown)).toContainText('Requested by ann@example.com')
  await bob.reload()
  const asked = 'ann@example.com asked to cancel it: outcome not known yet'
  expect(await subscription(bob).reasons()).toEqual([`Cancel subscription: ${asked}`, `Delete subscription: ${asked}`])

  fakeApi.faults.addSubscription(id, { ...running, endDate: '2091-01-01T00:00:00.000Z' })
  for (const page of [ann, bob]) {
    const result = notice(page, 'status', 'Subscription cancelled: ends 31 Dec 2090')
    await expect(result).toContainText('It may have been done by someone else.', { timeout: 30_000 })
    await expect(page.getByRole('region', { name: 'Answer' })).toContainText('ends 31 Dec 2090')
  }
  expect(await misleadingTexts(), 'words that lead to a second write').toEqual([])
  expect(fakeApi.faults.received.filter((write) => write.id === id)).toHaveLength(1)
  for (const page of [ann, bob]) await page.context().close()
})

test('a change that needs review is first on Home, where a note closes it', async ({ page, demo }) => {
  const [review, unknown] = ['sub_vandelay', 'sub_soylent']
  // Other tests may have left changes of other subscriptions.
  const changes = inbox(page)
    .getByRole('listitem')
    .filter({ hasText: /sub_vandelay|sub_soylent/ })
  await page.goto('/')
  await expect(changes).toHaveCount(0)
  await keepChange(demo, { subscriptionId: review })
  await keepChange(demo, { ...NOT_KNOWN, subscriptionId: unknown, action: 'delete' })

  await page.reload()
  await expect(changes.getByRole('link')).toHaveText([review, unknown])
  const first = changes.first()
  for (const words of ['Cancel', 'Needs review', '“Asked for by phone”', 'ann@example.com'])
    await expect(first).toContainText(words)
  await expect(changes.nth(1)).toContainText(/Outcome not known yet.*Next check at/)

  await first.getByRole('button', { name: 'Close after review' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Close after review?' })
  // Its code loads on the press.
  await expect(dialog).toBeVisible()
  await expectAccessible(page, 'close dialog', 'dialog')
  await dialog.getByRole('textbox', { name: 'What you found' }).fill('It was never applied')
  await dialog.getByRole('button', { name: 'Close after review' }).click()
  await expect(changes.getByRole('link')).toHaveText([unknown])

  await test.step('a later agent sees that a change was not applied, and may try again', async () => {
    const id = 'sub_globex'
    await keepChange(demo, {
      subscriptionId: id,
      state: 'NOT_APPLIED',
      cause: { kind: 'notApplied' },
    })
    await page.goto(subscriptionPath(id))
    const shownNotice = notice(page, 'alert', 'Cancel: not applied')
    await expect(shownNotice).toContainText('It is safe to try again.')
    await expect(shownNotice).toContainText('Requested by ann@example.com')
    await expect(subscription(page).button('Cancel subscription')).toBeEnabled()
    await shownNotice.getByRole('button', { name: 'Dismiss' }).click()
    await expect(shownNotice).toBeHidden()
  })
})

test(
  'a cancel of a subscription that changed since it was seen is not sent until it is confirmed again',
  { tag: PROVE_ONLY },
  async ({ page, fakeApi, fakeApiUrl }) => {
    const id = 'changed-since-seen'
    const running = { ...plainSubscription, endDate: null }
    fakeApi.faults.addSubscription(id, running)
    await page.goto(fakeApiUrl + subscriptionPath(id))
    const { dialog, confirm } = await askToCancel(page, 'Asked for by phone')
    fakeApi.faults.addSubscription(id, { ...running, endDate: '2091-01-01T00:00:00.000Z' })
    await confirm.click()
    const alert = dialog.getByRole('alert')
    await expect(alert).toContainText('Nothing was sent')
    await expect(alert).toContainText(/Last daynone →, now 31 Dec 2090/)
    expect(fakeApi.faults.received.filter((write) => write.id === id)).toEqual([])
    await expect(confirm).toBeEnabled()
    await expect(dialog).toContainText('Active, ends 31 Dec 2090 →, then')
    await confirm.click()
    await expect(dialog).toBeHidden()
    expect(fakeApi.faults.received.filter((write) => write.id === id)).toHaveLength(1)
  },
)
