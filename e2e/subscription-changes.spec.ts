import type { Page, Route } from '@playwright/test'
import { expectAccessible } from './fixtures/accessible'
import { subscription, subscriptionPath } from './fixtures/page-parts'
import { expect, test } from './fixtures/test'

/** Demo subscriptions that no other test changes. */
const ACTIVE = 'sub_globex'
const ACTIVE_TO_CANCEL = 'sub_hooli'
const UPCOMING = 'sub_umbra'

/** Locators for the dialog of a cancel. */
function dialogOf(page: Page) {
  const dialog = page.getByRole('alertdialog', { name: 'Cancel subscription?' })
  return {
    dialog,
    reason: dialog.getByRole('textbox', { name: 'Reason' }),
    customer: dialog.getByRole('textbox', { name: 'External customer ID' }),
    confirm: dialog.getByRole('button', { name: 'Cancel subscription' }),
    keep: dialog.getByRole('button', { name: 'Keep subscription' }),
  }
}

async function openDialog(page: Page): Promise<void> {
  await subscription(page).button('Cancel subscription').click()
  await expect(dialogOf(page).dialog.getByText('the API decides')).toBeVisible()
}

const statusOf = (page: Page, words: string) => page.getByRole('status').filter({ hasText: words })

test('the dialog of a change guides the focus, keeps what was typed, marks what was refused, is locked while it runs, and sends nothing later', async ({
  page,
  context,
}) => {
  const { dialog, reason, customer, confirm, keep } = dialogOf(page)
  const cancel = subscription(page).button('Cancel subscription')
  await page.goto(subscriptionPath(ACTIVE))

  await test.step('a subscription that cannot be read offers no change', async () => {
    await page.route(`**/api${subscriptionPath(ACTIVE)}`, (route) => route.abort(), { times: 1 })
    await cancel.click()
    await expect(dialog.getByRole('alert')).toBeVisible()
    await expect(confirm).toBeDisabled()
    await dialog.getByRole('button', { name: 'Retry' }).click()
    await expect(confirm).toBeEnabled()
    await keep.click()
    await expect(dialog).toBeHidden()
  })

  await test.step('focus and a missing reason', async () => {
    await openDialog(page)
    await expect(reason).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(customer).toBeFocused()
    await confirm.click()
    await expect(reason).toBeFocused()
    await expect(reason).toHaveAccessibleDescription('Enter a reason.')
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(cancel).toBeFocused()
  })

  await test.step('typed text survives Escape, also on the way to another page and back', async () => {
    await openDialog(page)
    await reason.fill('Asked for by phone')
    await customer.fill('somebody else')
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await page.getByRole('link', { name: 'Invoices', exact: true }).first().click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Invoices')
    await page.goBack()
    await openDialog(page)
    await expect(reason).toHaveValue('Asked for by phone')
    await expect(customer).toHaveValue('somebody else')
  })

  await test.step('a refusal marks the customer until it is edited, with the buttons on a screen of 640 px', async () => {
    await page.setViewportSize({ width: 360, height: 640 })
    for (const button of [keep, confirm]) await expect(button).toBeInViewport({ ratio: 1 })
    for (const named of ['Enterprise', 'sub_globex', 'cus_globex', '$14,250.00 a quarter'])
      await expect(dialog).toContainText(named)
    await confirm.click()
    await expect(customer).toBeFocused()
    await expect(customer).toHaveAttribute('aria-invalid', 'true')
    await expect(customer).toHaveAccessibleDescription(
      /Not cancelled: sub_globex doesn’t belong to “somebody else”. Check the customer ID./,
    )
    await expect(dialog.getByRole('alert')).toHaveCount(1)
    for (const button of [keep, confirm]) await expect(button).toBeInViewport({ ratio: 1 })
    await expectAccessible(page, 'cancel dialog, refused', 'dialog')
    await customer.press('End')
    await customer.press('Backspace')
    await expect(dialog.getByRole('alert')).toHaveCount(0)
    await expect(customer).not.toHaveAttribute('aria-invalid')
  })

  await test.step('nothing changes while the request runs', async () => {
    const held: Route[] = []
    await page.route('**/cancel', (route) => void held.push(route))
    await confirm.click()
    await expect(confirm).toHaveAttribute('aria-busy', 'true')
    await expect(keep).toBeDisabled()
    await expect(reason).toHaveAttribute('readonly')
    await page.keyboard.press('Escape')
    await expect(dialog).toBeVisible()
    // The click locks the dialog, and the request follows a moment later.
    await expect.poll(() => held.length).toBe(1)
    await context.setOffline(true)
    await Promise.all(held.map((route) => route.abort()))
    await expect(dialog).toBeHidden()
  })

  // What a proxy between the browser and the console may respond: lib/api.test.ts.
  await test.step('a change confirmed without a network is not sent later', async () => {
    const notice = statusOf(page, 'Not known yet whether the cancel took effect')
    await expect(notice).toContainText('Its record cannot be read just now.')
    const writes: string[] = []
    page.on('request', (request) => void (request.method() !== 'GET' && writes.push(request.method())))
    await context.setOffline(false)
    await expect(notice).toContainText('It has no record of the change so far, and it sends nothing without a record.')
    expect(await subscription(page).reasons()).toContain(
      'Cancel subscription: The outcome of your cancel is not known yet',
    )
    const refreshed = page.waitForResponse(`**/api${subscriptionPath(ACTIVE)}`)
    await page.getByRole('button', { name: 'Refresh' }).click()
    const unchanged = await (await refreshed).json()
    expect(unchanged).toMatchObject({ status: 'active' })
    expect(unchanged).not.toHaveProperty('endDate')
    expect(writes).toEqual([])
  })
})

test('a cancel ends an active subscription with its billing period by one request, and deletes an upcoming one', async ({
  page,
}) => {
  const { dialog, reason, confirm } = dialogOf(page)
  const writes: string[] = []
  page.on('request', (request) => void (request.method() === 'POST' && writes.push(request.url())))
  await page.goto(subscriptionPath(ACTIVE_TO_CANCEL))
  await openDialog(page)
  const effect = dialog.getByText(/^Active →, then ends \d+ \w+ \d{4}$/)
  const [, lastDay = ''] = /ends (\d+ \w+ \d{4})$/.exec(await effect.innerText()) ?? []
  await expect(dialog).toContainText('It cannot be undone here.')
  // How it was computed is folded.
  const how = dialog.getByText(/^The end of billing period \d+, which began on/)
  await expect(how).toBeHidden()
  await dialog.getByText('the API decides').click()
  await expect(how).toBeVisible()
  await reason.fill('Asked for by phone')
  // Enter while typing sends nothing, in any field.
  for (const field of [reason, dialog.getByRole('textbox', { name: 'Ticket' })]) await field.press('Enter')
  await expect(confirm).not.toHaveAttribute('aria-busy')
  expect(writes).toEqual([])
  await confirm.dblclick()
  await expect(statusOf(page, `Subscription cancelled: ends ${lastDay}`)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Answer' })).toContainText(`ends ${lastDay}`)
  // Until it is closed, the notice is the only place with the outcome and the reply.
  await expect(page.getByRole('button', { name: 'Copy reply' })).toHaveCount(1)
  const cancelledNote = page.getByText(/^Already cancelled by /)
  await expect(cancelledNote).toHaveCount(0)
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await expect(page.getByRole('region', { name: 'Answer' }).getByRole('button', { name: 'Copy reply' })).toBeVisible()
  await expect(cancelledNote).toBeVisible()
  expect(writes).toHaveLength(1)
  // A confirmed cancel is known, so that another would change nothing.
  const cancelled = new RegExp(`^Already cancelled by .+@.+: last day ${lastDay}\\.$`)
  await expect(page.getByText(cancelled)).toBeVisible()
  await expect(subscription(page).button('Cancel subscription')).toHaveCount(0)
  await page.reload()
  await expect(page.getByText(cancelled)).toBeVisible()

  await page.goto(subscriptionPath(UPCOMING))
  await openDialog(page)
  await expect(dialog).toContainText('It has not started yet: cancelling deletes it.')
  await reason.fill('Ordered by mistake')
  await confirm.press('Enter')
  await expect(statusOf(page, 'Subscription cancelled: deleted')).toBeVisible()
  expect(await subscription(page).reasons()).toContain('Delete subscription: Already deleted')
})
