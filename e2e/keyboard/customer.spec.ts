import { clipboardText, paste } from '../fixtures/clipboard'
import { expect, test } from '../fixtures/keyboard-test'

/** A customer of the demo data whose subscription no other test changes. */
const CUSTOMER = 'granite-health-26'
const TICKET = `Hi team,

our account is ${CUSTOMER}. Please cancel our plan, we close the office on 12 March.
Last invoice came on Monday, total 1,240.00 USD.

Best
Jo Berg · +49 30 901820`

test('keys lead from a pasted ticket to the customer, their subscription and its cancel, and to the reply, at 360 px', async ({
  page,
  keys,
  context,
}) => {
  await context.grantPermissions(['clipboard-write'])
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/')
  await expect(page.getByRole('combobox')).toBeFocused()
  await paste(page.getByRole('combobox'), TICKET)
  await expect(page).toHaveURL(new RegExp(`/customers/${CUSTOMER}$`))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(CUSTOMER)
  await expect(page.getByRole('list', { name: 'Balances' })).toBeInViewport({ ratio: 1 })

  const subscriptions = page.getByRole('region', { name: 'Subscriptions' })
  await expect(subscriptions).toContainText('Renews')
  const plan = await subscriptions.getByRole('link').first().innerText()
  await keys.tabTo(subscriptions.getByRole('button', { name: 'Actions', exact: true }))
  await keys.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Open subscription' })).toBeFocused()
  await expect(page.getByRole('menuitem', { name: 'Cancel subscription' })).toBeEnabled()
  await keys.press('c', 'Enter')
  const dialog = page.getByRole('alertdialog', { name: 'Cancel subscription?' })
  await expect(dialog.getByRole('textbox', { name: 'External customer ID' })).toHaveValue(CUSTOMER)
  await expect(dialog.getByText('the API decides')).toBeVisible()
  await expect(dialog.getByRole('textbox', { name: 'Reason' })).toBeFocused()
  await page.keyboard.insertText('Closes the office')
  await keys.tabTo(dialog.getByRole('button', { name: 'Cancel subscription' }))
  await keys.press('Enter')

  const notice = page.getByRole('status').filter({ hasText: /Subscription cancelled: ends \d/ })
  await expect(notice).toBeVisible()
  const [, lastDay] = /ends (\d+ \w+ \d{4})/.exec(await notice.innerText()) ?? []
  const reply = `We have cancelled ${plan} as you asked. It stays active until ${lastDay} and renews no more.`
  await expect(notice).toContainText(reply)
  await keys.tabTo(page.getByRole('radio', { name: 'English' }).first())
  await keys.press('ArrowRight')
  await expect(notice.locator('[lang=de]')).toContainText(`Wir haben den Tarif ${plan} wie gewünscht gekündigt.`)
  await keys.press('ArrowLeft')
  await keys.tabTo(page.getByRole('button', { name: 'Copy reply' }).first())
  await keys.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: /^Copied$/ })).toBeAttached()
  expect(await clipboardText(page)).toBe(reply)
  await expect(subscriptions).toContainText(/ends \d/i)
  const timeline = page.getByRole('region', { name: 'Timeline' })
  await expect(timeline.getByRole('listitem').filter({ hasText: 'Closes the office' })).toContainText('In effect')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
})
