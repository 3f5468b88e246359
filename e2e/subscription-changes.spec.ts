import type { Page, Route } from '@playwright/test'
import { PROVE_ONLY } from '../scripts/test/volume.mjs'
import { expectAccessible } from './fixtures/accessible'
import { subscription, subscriptionPath } from './fixtures/subscription-page'
import { expect, test } from './fixtures/test'
import { SCENARIO_IDS } from '@/testing/fake-billing-api/ids'

/** Demo subscriptions that no other test changes. */
const ACTIVE = 'sub_globex'
const ACTIVE_TO_CANCEL = 'sub_hooli'
const UPCOMING = 'sub_umbra'
const ENDED = 'sub_pied-piper'

/** Returns the open dialog of "Cancel" or "Delete". */
function dialogOf(page: Page, verb: string) {
  const dialog = page.getByRole('alertdialog', { name: `${verb} subscription?` })
  return {
    dialog,
    reason: dialog.getByRole('textbox', { name: 'Reason' }),
    customer: dialog.getByRole('textbox', { name: 'External customer ID' }),
    confirm: dialog.getByRole('button', { name: `${verb} subscription` }),
    keep: dialog.getByRole('button', { name: 'Keep subscription' }),
  }
}

async function openDialog(page: Page, verb: string) {
  await subscription(page).button(`${verb} subscription`).click()
  const opened = dialogOf(page, verb)
  await expect(opened.dialog.getByText('the API decides')).toBeVisible()
  return opened
}

const notice = (page: Page, role: 'status' | 'alert', words: string) => page.getByRole(role).filter({ hasText: words })

test.describe('a change', () => {
  test('can be dismissed, asks for a reason, and restores the focus', async ({ page }) => {
    await page.goto(subscriptionPath(ACTIVE))
    const opened = await openDialog(page, 'Cancel')
    await expect(opened.reason).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(opened.customer).toBeFocused()
    await expect(opened.confirm).toHaveClass(/\bbg-red-solid\b/)
    await opened.confirm.click()
    await expect(opened.reason).toBeFocused()
    await expect(opened.reason).toHaveAccessibleDescription('Enter a reason.')
    await page.keyboard.press('Escape')
    await expect(opened.dialog).toBeHidden()
    await expect(subscription(page).button('Cancel subscription')).toBeFocused()
    await openDialog(page, 'Cancel')
    await opened.keep.click()
    await expect(opened.dialog).toBeHidden()
  })

  test('keeps a typed reason over Escape, also on the way to another page and back', async ({ page }) => {
    await page.goto(subscriptionPath(ACTIVE))
    const opened = await openDialog(page, 'Cancel')
    await opened.reason.fill('Asked for by phone')
    await opened.customer.fill('globex-7')
    await page.keyboard.press('Escape')
    await expect(opened.dialog).toBeHidden()
    await page.getByRole('link', { name: 'Invoices', exact: true }).first().click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Invoices')
    await page.goBack()
    await openDialog(page, 'Cancel')
    await expect(opened.reason).toHaveValue('Asked for by phone')
    await expect(opened.customer).toHaveValue('globex-7')
  })

  test('has its buttons on a screen of 640 px, also after a refusal', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 640 })
    await page.goto(subscriptionPath(ACTIVE))
    const opened = await openDialog(page, 'Cancel')
    for (const button of [opened.keep, opened.confirm]) await expect(button).toBeInViewport({ ratio: 1 })
    await opened.customer.fill('somebody else')
    await opened.reason.fill('Asked for by phone')
    await opened.confirm.click()
    await expect(opened.customer).toHaveAttribute('aria-invalid', 'true')
    for (const button of [opened.keep, opened.confirm]) await expect(button).toBeInViewport({ ratio: 1 })
  })

  test('cancels an active subscription at the end of its billing period with one request', async ({ page }) => {
    const writes: string[] = []
    page.on('request', (request) => void (request.method() === 'POST' && writes.push(request.url())))
    await page.goto(subscriptionPath(ACTIVE_TO_CANCEL))
    const opened = await openDialog(page, 'Cancel')
    const effect = opened.dialog.getByText(/^Active →, then ends \d+ \w+ \d{4}$/)
    const [, lastDay = ''] = /ends (\d+ \w+ \d{4})$/.exec(await effect.innerText()) ?? []
    await expect(opened.dialog).toContainText('It cannot be undone here.')
    // How it was computed is folded.
    const how = opened.dialog.getByText(/^The end of billing period \d+, which began on/)
    await expect(how).toBeHidden()
    await opened.dialog.getByText('the API decides').click()
    await expect(how).toBeVisible()
    await opened.reason.fill('Asked for by phone')
    await opened.confirm.dblclick()
    await expect(notice(page, 'status', `Subscription cancelled: ends ${lastDay}`)).toBeVisible()
    await expect(page.getByRole('region', { name: 'Answer' })).toContainText(`ends ${lastDay}`)
    await expect(page.getByText(`It ends on ${lastDay} and does not renew.`)).toBeVisible()
    expect(writes).toHaveLength(1)

    // A confirmed cancel is known, so that another would change nothing.
    const cancelled = new RegExp(`^Already cancelled by .+@.+: last day ${lastDay}\\.$`)
    await expect(page.getByText(cancelled)).toBeVisible()
    await expect(subscription(page).button('Cancel subscription')).toHaveCount(0)
    await page.reload()
    await expect(page.getByText(cancelled)).toBeVisible()
  })

  test('marks the customer field after a rejection until it is edited', async ({ page }) => {
    await page.goto(subscriptionPath(ACTIVE))
    const { dialog, customer, reason, confirm } = await openDialog(page, 'Cancel')
    for (const named of ['Enterprise', 'sub_globex', 'cus_globex', '$14,250.00 quarterly'])
      await expect(dialog).toContainText(named)
    await customer.fill('somebody else')
    await reason.fill('Asked for by phone')
    await reason.press('Enter')
    await expect(customer).toBeFocused()
    await expect(customer).toHaveAttribute('aria-invalid', 'true')
    await expect(customer).toHaveAccessibleDescription(
      /Not cancelled: sub_globex doesn’t belong to “somebody else”. Check the customer ID./,
    )
    await expect(dialog.getByRole('alert')).toHaveCount(1)
    await expectAccessible(page, 'cancel dialog, refused', 'dialog')
    await customer.press('End')
    await customer.press('Backspace')
    await expect(dialog.getByRole('alert')).toHaveCount(0)
    await expect(customer).not.toHaveAttribute('aria-invalid')
    await expect(confirm).toBeEnabled()
  })

  test('deletes an upcoming subscription on cancel', async ({ page }) => {
    await page.goto(subscriptionPath(UPCOMING))
    const opened = await openDialog(page, 'Cancel')
    await expect(opened.dialog).toContainText('It has not started yet: cancelling deletes it.')
    await opened.reason.fill('Ordered by mistake')
    await opened.reason.press('Enter')
    await expect(notice(page, 'status', 'Subscription cancelled: deleted')).toBeVisible()
    expect(await subscription(page).reasons()).toContain('Delete subscription: Already deleted')
  })

  test('deletes an ended subscription', { tag: PROVE_ONLY }, async ({ page }) => {
    await page.goto(subscriptionPath(ENDED))
    const opened = await openDialog(page, 'Delete')
    await opened.reason.fill('Cleaning up')
    await opened.confirm.click()
    await expect(notice(page, 'status', 'Subscription deleted')).toBeVisible()
  })

  test('shows the price of a plan without base prices as the page does', { tag: PROVE_ONLY }, async ({ page }) => {
    await page.goto(subscriptionPath('sub_wonka'))
    await expect(page.getByRole('region', { name: 'Answer' })).toContainText('$2,500.00')
    const { dialog } = await openDialog(page, 'Cancel')
    await expect(dialog).toContainText('$2,500.00')
    await expect(dialog).not.toContainText('None sent')
  })

  test('is locked while it runs', async ({ page }) => {
    const held: Route[] = []
    await page.route('**/cancel', (route) => void held.push(route))
    await page.goto(subscriptionPath(ACTIVE))
    const opened = await openDialog(page, 'Cancel')
    await opened.reason.fill('Asked for by phone')
    await opened.confirm.click()
    await expect(opened.confirm).toHaveAttribute('aria-busy', 'true')
    await expect(opened.keep).toBeDisabled()
    await expect(opened.reason).toHaveAttribute('readonly')
    await page.keyboard.press('Escape')
    await expect(opened.dialog).toBeVisible()
    // The click locks the dialog, and the request follows a moment later.
    await expect.poll(() => held.length).toBe(1)
    await Promise.all(held.map((route) => route.abort()))
    await expect(opened.dialog).toBeHidden()
  })

  test(
    'that never reached the console is searched for, is not called done, and locks the subscription meanwhile',
    { tag: PROVE_ONLY },
    async ({ page }) => {
      await page.route('**/cancel', (route) => route.abort())
      await page.route('**/api/changes?*state=all*', (route) => route.abort())
      await page.goto(subscriptionPath(ACTIVE))
      const opened = await openDialog(page, 'Cancel')
      await opened.reason.fill('Asked for by phone')
      await opened.confirm.click()
      const shownNotice = notice(page, 'status', 'Not known yet whether the cancel took effect')
      await expect(shownNotice).toContainText('Its record cannot be read just now.')
      expect(await subscription(page).reasons()).toContain(
        'Cancel subscription: The outcome of your cancel is not known yet',
      )
      await page.unroute('**/api/changes?*state=all*')
      await expect(shownNotice).toContainText('It has no record of the change so far')
    },
  )

  test('is not offered on a subscription that cannot be read', async ({ page }) => {
    await page.goto(subscriptionPath(ACTIVE))
    await page.route(`**/api${subscriptionPath(ACTIVE)}`, (route) => route.abort(), { times: 1 })
    await subscription(page).button('Cancel subscription').click()
    const { dialog, confirm } = dialogOf(page, 'Cancel')
    await expect(dialog.getByRole('alert')).toBeVisible()
    await expect(confirm).toBeDisabled()
    await dialog.getByRole('button', { name: 'Retry' }).click()
    await expect(confirm).toBeEnabled()
  })
})

test(
  'another API: shows its refusals in its own words, and lost responses with their outcome',
  { tag: PROVE_ONLY },
  async ({ page, fakeApi, fakeApiUrl: consoleUrl }) => {
    const open = (id: string) => page.goto(consoleUrl + subscriptionPath(id))

    await open(SCENARIO_IDS.subscription.stubborn)
    const refused = await openDialog(page, 'Cancel')
    await refused.reason.fill('Asked for by phone')
    await refused.confirm.click()
    await expect(refused.dialog.getByRole('alert')).toContainText('subscription is locked')
    await expect(refused.dialog.getByRole('alert')).toContainText('Nothing was changed: it is active, no end date')
    await expect(refused.customer).not.toHaveAttribute('aria-invalid')
    await refused.customer.fill('somebody else')
    await expect(refused.confirm).toBeEnabled()
    await page.keyboard.press('Escape')

    for (const id of [SCENARIO_IDS.fault.dropsAfterWrite, SCENARIO_IDS.fault.failsAfterWrite]) {
      await open(id)
      const opened = await openDialog(page, 'Cancel')
      await opened.customer.fill(SCENARIO_IDS.customer.acme)
      await opened.reason.fill('Asked for by phone')
      await opened.confirm.click()
      await expect(
        notice(page, 'status', 'Subscription cancelled: ends 28 Feb 2031It may have been done by someone else.'),
      ).toBeVisible()
    }
    const cancels = fakeApi.requests.filter(({ method, url }) => method === 'POST' && url.includes('fault-'))
    expect(cancels.map(({ body }) => body)).toEqual(
      Array(2).fill(JSON.stringify({ externalCustomerId: SCENARIO_IDS.customer.acme })),
    )

    await open(SCENARIO_IDS.subscription.draft)
    const draft = await openDialog(page, 'Delete')
    await draft.reason.fill('Cleaning up')
    await draft.confirm.click()
    await expect(notice(page, 'status', 'Subscription deleted')).toBeVisible()
    await expect(page.getByText('The billing API no longer knows this subscription.')).toBeVisible()
    await expect(subscription(page).button('Cancel subscription')).toHaveCount(0)
  },
)
