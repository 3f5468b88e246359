import type { Page } from '@playwright/test'
import { PROVE_ONLY } from '../scripts/test/volume.mjs'
import { clipboardText } from './fixtures/clipboard-text'
import { expect, test } from './fixtures/test'
import { subscriptionPath } from './fixtures/subscription-page'

/** An active subscription that no other test changes. */
const TO_CANCEL = 'sub_c0018'

/** Clicks "Copy reply" and returns the copied text. */
async function copiedReply(page: Page): Promise<string> {
  await page.context().grantPermissions(['clipboard-write'])
  const copy = page.getByRole('button', { name: 'Copy reply' }).first()
  await copy.click()
  await expect(page.getByRole('status').filter({ hasText: /^Copied$/ })).toBeAttached()
  return clipboardText(page)
}

test('the notice of a cancel copies a reply with the plan and the last day', { tag: PROVE_ONLY }, async ({ page }) => {
  await page.goto(subscriptionPath(TO_CANCEL))
  const plan = await page.getByRole('heading', { level: 1 }).innerText()
  await page.getByRole('main').getByRole('button', { name: 'Cancel subscription', exact: true }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Cancel subscription?' })
  await expect(dialog.getByText('the API decides')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Asked for by phone')
  await dialog.getByRole('button', { name: 'Cancel subscription' }).click()
  const notice = page.getByRole('status').filter({ hasText: /Subscription cancelled: ends \d/ })
  await expect(notice).toBeVisible()
  const [, lastDay] = /ends (\d+ \w+ \d{4})/.exec(await notice.innerText()) ?? []
  const reply = `Your ${plan} plan is scheduled to end on ${lastDay} (UTC).`
  await expect(notice).toContainText(reply)
  expect(await copiedReply(page)).toBe(reply)
})

test('an invoice copies a reply with its number, the sum of the lines that the customer sees and the due day', async ({
  page,
}) => {
  await page.goto('/invoices/inv_globex_overdue')
  const heading = await page.getByRole('heading', { level: 1 }).innerText()
  const totals = await page.getByRole('region', { name: 'Answer' }).innerText()
  const [, total] = /(?:Lines that the customer sees|^Total)[^$]*\$([\d,]+\.\d\d)/m.exec(totals) ?? []
  const [, dueDay] =
    /Due date\s+(\d+ \w+ \d{4})/.exec(await page.getByRole('list', { name: 'Dates' }).innerText()) ?? []
  const reply = `${heading} for USD ${total} was due on ${dueDay}. Please pay it.`
  await expect(page.getByText(reply)).toBeVisible()
  expect(await copiedReply(page)).toBe(reply)
})

test('a balance copies a reply with its amount, its unit and its time', { tag: PROVE_ONLY }, async ({ page }) => {
  await page.goto('/customers/acme-inc')
  const balances = page.getByRole('list', { name: 'Balances' })
  const tile = await balances.getByRole('listitem').first().innerText()
  const [, amount, day, time] = /^([\d,.]+)\s+AI credits since (\d+ \w+ \d{4}), (\d\d:\d\d)/.exec(tile) ?? []
  const reply = `Your balance was ${amount} AI credits on ${day} at ${time} (UTC).`
  await expect(balances).toContainText(reply)
  expect(await copiedReply(page)).toBe(reply)
})
