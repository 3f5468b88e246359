import { readFile } from 'node:fs/promises'
import { readCsv } from '@/testing/console/read-csv'
import { jsonResponse } from '@/testing/fake-billing-api/response'
import { plainInvoice } from '@/testing/fake-billing-api/plain-resources'
import { expectAccessible } from './fixtures/accessible'
import { clipboardText } from './fixtures/clipboard'
import { hold } from './fixtures/hold'
import { exportList } from './fixtures/page-parts'
import { fetchSignedIn } from './fixtures/sign-in'
import { expect, test } from './fixtures/test'

test('lists the invoices that anybody opened, and those that are overdue with one click', async ({
  page,
  fakeApi,
  fakeApiUrl: consoleUrl,
  context,
}) => {
  await context.grantPermissions(['clipboard-write'])
  for (const status of ['issued', 'paid']) {
    const invoice = { ...plainInvoice, status, dueDate: '2026-01-05T00:00:00.000Z' }
    fakeApi.add('invoice', `list-${status}`, jsonResponse({ ...invoice, id: `list-${status}` }))
    expect((await fetchSignedIn(`${consoleUrl}/api/invoices/list-${status}`)).status).toBe(200)
  }
  const rows = page
    .getByRole('table', { name: 'Invoices known to this console' })
    .getByRole('row')
    .filter({ has: page.getByRole('cell') })
    .filter({ hasText: /list-(paid|issued|later)/ })
  // Other tests of this console have opened other invoices.
  await page.goto(`${consoleUrl}/invoices?text=list-`)
  // The index is written in the background.
  await expect(async () => {
    await page.reload()
    // The overdue one is first, although it was opened before the other.
    await expect(rows).toHaveText([/list-issued/, /list-paid/], { timeout: 1_000 })
  }).toPass()
  await expect(page.getByRole('combobox', { name: 'Find a subscription, invoice or customer' })).toHaveCount(1)
  await expectAccessible(page, 'invoices seen')

  await page.getByRole('button', { name: 'Overdue' }).click()
  await expect(page).toHaveURL(/text=list-&.*due=overdue/)
  await expect(rows).toHaveText([/list-issued.*Issued \d+ days overdue.*5 Jan 2026/])
  await page.goBack()
  await expect(rows).toHaveCount(2)
  const text = page.getByRole('textbox', { name: 'Number, ID or customer ID' })
  await text.fill('LIST-PAID')
  await page.keyboard.press('Enter')
  await expect(rows).toHaveText([/list-paid/])
  await expect(text).toBeFocused()
  // While typing, without Enter: the text and the focus stay, and screen readers hear the number.
  await text.fill('')
  await text.pressSequentially('list-issued ')
  await expect(page).toHaveURL(/text=list-issued&|text=list-issued$/)
  await expect(rows).toHaveText([/list-issued/])
  await expect(text).toBeFocused()
  await expect(text).toHaveValue('list-issued ')
  await expect(page.getByRole('status').filter({ hasText: /^1 invoice match/ })).toBeVisible()
  await page.setViewportSize({ width: 360, height: 740 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  // On a phone the first row is on the first screen.
  await expect(rows.first()).toBeInViewport()
  await page.getByRole('button', { name: 'Filter' }).click()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(text).toHaveValue('')
  await expect(text).toBeFocused()
  await expect(rows).toHaveCount(2)

  fakeApi.add('invoice', 'list-later', jsonResponse({ ...plainInvoice, id: 'list-later', status: 'void' }))
  expect((await fetchSignedIn(`${consoleUrl}/api/invoices/list-later`)).status).toBe(200)
  await expect(async () => {
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect(rows).toHaveCount(3, { timeout: 1_000 })
  }).toPass()
  await rows.filter({ hasText: 'list-paid' }).getByRole('link').click()
  await expect(page).toHaveURL(/\/invoices\/list-paid$/)

  // Home counts them, and links to the same list.
  await page.goto(consoleUrl)
  const overdue = page.getByRole('region', { name: 'Needs attention' }).getByRole('link', { name: /overdue invoices?/ })
  const count = Number(/^\d+/.exec((await overdue.innerText()).trim())?.[0])
  await overdue.click()
  await expect(page).toHaveURL(/\/invoices\?due=overdue/)
  await expect(page.getByRole('button', { name: 'Overdue' })).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByRole('button', { name: new RegExp(`^${count} invoices?$`) })).toBeVisible()
  await expect(rows.filter({ hasText: 'list-issued' })).toHaveCount(1)

  // By keyboard, the menu copies the link with the filters. A list without rows has no CSV, and nothing to read again.
  await page.goto(`${consoleUrl}/invoices?text=copied&due=overdue`)
  const more = page.getByRole('main').getByRole('button', { name: 'More', exact: true })
  await more.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menu', { name: 'More' })).toBeVisible()
  await expectAccessible(page, 'the menu of a list')
  await expect(page.getByRole('menuitem')).toHaveText([/^Copy link/, /^Read IDs/])
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: /^Link copied$/ })).toBeVisible()
  await expect(more).toBeFocused()
  expect(await clipboardText(page)).toBe(page.url())

  // A filter that was being typed does not bring a person back who opens another page.
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.clock.install()
  await page.goto(`${consoleUrl}/invoices`)
  await text.pressSequentially('globex')
  const held = await hold(page, /[?&]_rsc=/)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Activity', exact: true }).click()
  await expect(page.getByRole('progressbar', { name: 'Loading page' })).toBeVisible()
  await page.clock.runFor(1_000)
  await held.release()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Activity')
  await expect(page).toHaveURL(/\/activity$/)
})

test('turns the pages of a list by cursors in the address', async ({ page, fakeApi, fakeApiUrl: consoleUrl }) => {
  const ids = Array.from({ length: 25 }, (_, nth) => `listed-${String(nth).padStart(2, '0')}`)
  for (const [nth, id] of ids.entries()) {
    const dueDate = new Date(Date.UTC(2027, 0, 1 + nth)).toISOString()
    fakeApi.add(
      'invoice',
      id,
      jsonResponse({ ...plainInvoice, id, vanityId: 5_000 + nth, vanityIdString: null, dueDate }),
    )
    expect((await fetchSignedIn(`${consoleUrl}/api/invoices/${id}`)).status).toBe(200)
  }
  const links = page.getByRole('table', { name: 'Invoices known to this console' }).getByRole('link')
  await expect(async () => {
    await page.goto(`${consoleUrl}/invoices?text=listed&pageSize=50`)
    await expect(links).toHaveCount(ids.length, { timeout: 1_000 })
  }).toPass()
  await page.goto(`${consoleUrl}/invoices?text=listed`)
  const newestFirst = ids.map((_, nth) => `Invoice ${5_024 - nth}`)
  await expect(links).toHaveText(newestFirst.slice(0, 20))
  const sorted = await hold(page, /\/api\/invoices\?.*sort=due/)
  await page.getByRole('button', { name: 'Due date, UTC' }).click()
  // Until the rows by due date are there, Next would take the place of a row by the order before.
  const next = page.getByRole('button', { name: 'Next' })
  await expect(next).toHaveAttribute('aria-disabled', 'true')
  await next.click({ force: true })
  await sorted.release()
  await expect(next).not.toHaveAttribute('aria-disabled')
  await expect(links).toHaveText(newestFirst.slice(0, 20))
  await next.click()
  await expect(page).toHaveURL(/after=/)
  await expect(links).toHaveText(newestFirst.slice(20))
  await expect(page.getByRole('button', { name: 'Next' })).toBeFocused()
  await page.reload()
  await expect(links).toHaveText(newestFirst.slice(20))
  await page.getByRole('button', { name: 'Previous' }).click()
  await expect(links).toHaveText(newestFirst.slice(0, 20))
  await page.getByRole('combobox', { name: 'Rows per page' }).selectOption('50')
  await expect(links).toHaveText(newestFirst)
  await page.getByRole('button', { name: 'Due date, UTC' }).click()
  await expect(links).toHaveText(newestFirst.toReversed())
  await page.goto(`${consoleUrl}/invoices?sort=due&order=asc&text=listed`)
  const download = await exportList(page)
  expect(download.suggestedFilename()).toMatch(/^invoices-.+_text-listed_\d{4}-\d\d-\d\d\.csv$/)
  const { rows, partial } = readCsv(await readFile(await download.path(), 'utf8'))
  expect(partial).toBeNull()
  expect(rows.map((row) => row['Invoice ID'])).toEqual(ids)
})
