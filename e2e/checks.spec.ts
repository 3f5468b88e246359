import { readFile } from 'node:fs/promises'
import { readCsv } from '@/testing/console/read-csv'
import { agreeingLine, plainInvoice, plainSubscription } from '@/testing/fake-billing-api/plain-resources'
import { jsonResponse } from '@/testing/fake-billing-api/response'
import { expectAccessible } from './fixtures/accessible'
import { exportList } from './fixtures/list-menu'
import { fetchSignedIn } from './fixtures/sign-in'
import { expect, test } from './fixtures/test'

/** Without a place to break a line. */
const LONG_ID = 'price_enterprise_quarterly_contract_of_2026'

test('checks a pasted table and a list, shows what needs a look first, and runs it again', async ({
  page,
  fakeApi,
  fakeApiUrl: consoleUrl,
}) => {
  const add = (id: string, amount: number, status = 'issued') =>
    fakeApi.add(
      'invoice',
      id,
      jsonResponse({
        ...plainInvoice,
        id,
        status,
        subscriptionId: `${id}-subscription`,
        vanityIdString: null,
        invoiceLineItems: [
          { ...agreeingLine, amount, price: { ...agreeingLine.price, id: LONG_ID }, priceId: LONG_ID },
        ],
      }),
    )
  add('check-right', 80)
  add('check-wrong', 84)
  for (const id of ['check-right', 'check-wrong'])
    fakeApi.add('subscription', `${id}-subscription`, jsonResponse({ ...plainSubscription, id: `${id}-subscription` }))
  await page.goto(`${consoleUrl}/checks`)
  await expectAccessible(page, 'checks')

  const ids = page.getByRole('textbox', { name: 'IDs' })
  const check = page.getByRole('button', { name: 'Check', exact: true })
  await ids.fill('check-right, check-wrong')
  await expect(page.getByText('2 IDs. Takes at least 1 second.')).toBeVisible()
  // A text that cannot be read does not leave the list before behind the button.
  await ids.fill('"check-right')
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(/^Not read: a quotation mark is not closed/)
  await expect(check).toHaveAttribute('aria-disabled', 'true')
  await page.getByLabel('or a CSV file').setInputFiles({
    name: 'large.csv',
    mimeType: 'text/csv',
    buffer: Buffer.alloc(5_000_001, 'inv_1\n'),
  })
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(/^Not read: this has more than 5 MB/)
  await ids.fill('Customer,Invoice ID\nacme,check-right\nacme,check-wrong\nacme,check-none')
  await expect(page.getByRole('combobox', { name: 'Column' })).toHaveValue('1')
  await check.click()
  await expect(page.getByRole('heading', { name: 'Check of 3 invoices' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Run again' })).toBeVisible({ timeout: 15_000 })
  const rows = page
    .getByRole('table', { name: 'Results' })
    .getByRole('row')
    .filter({ has: page.getByRole('cell') })
  await expect(rows).toHaveText([
    /check-wrong.*Line 1: .*\(\$4\.00 too much\).*Needs a look/,
    /check-none.*Not found/,
    /check-right.*Agrees/,
  ])
  await expect(rows.filter({ hasText: 'check-none' }).getByRole('link')).toHaveCount(0)
  await expect(page.getByText('1 needs a look · 1 not found · 1 agrees')).toHaveRole('status')
  await expectAccessible(page, 'a check')

  const file = readCsv(await readFile(await (await exportList(page)).path(), 'utf8'))
  expect(file.partial).toBeNull()
  expect(file.rows.map(({ ID, Verdict }) => [ID, Verdict])).toEqual([
    ['check-wrong', 'Needs a look'],
    ['check-none', 'Not found'],
    ['check-right', 'Agrees'],
  ])

  // By plan and month, and every line.
  await page.getByText('By plan and month').click()
  await expect(
    page.getByText('Estimate from invoices seen: 2 invoices (left out: 1 not found or not read)'),
  ).toBeVisible()
  const months = page.getByRole('table', { name: 'Months' })
  await expect(months.getByRole('row').nth(1)).toContainText(/Jan 2026.*164\.00.*0\.00.*164\.00/)
  const plans = page.getByRole('table', { name: /^By plan, / })
  await expect(plans).toContainText('Plain plan')
  await expect(plans.getByRole('row').last()).toContainText(/All plans.*164\.00/)
  await expectAccessible(page, 'months of a check')
  await page.setViewportSize({ width: 360, height: 740 })
  await expect(plans).toContainText(LONG_ID)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  await page.setViewportSize({ width: 1280, height: 720 })
  const linesDownload = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export lines' }).click()
  const lines = readCsv(await readFile(await (await linesDownload).path(), 'utf8'))
  expect(lines.partial).toBeNull()
  expect(lines.rows.map((row) => [row['Listed invoice'], row['Verdict'], row['Amount']])).toEqual([
    ['check-wrong', 'Needs a look', '84'],
    ['check-none', 'Not found', ''],
    ['check-right', 'Agrees', '80'],
  ])
  await expect(page.getByRole('status').filter({ hasText: 'Exported 3 rows of 3 invoices.' })).toBeVisible()
  await page.getByRole('button', { name: 'Close' }).click()

  add('check-wrong', 80)
  await page.getByRole('button', { name: 'Run again' }).click()
  await page.getByRole('button', { name: 'Changed 1' }).click()
  await expect(rows).toHaveText([/check-wrong.*Agrees.*was: Needs a look/])
  await expect(page).toHaveURL(/verdict=changed/)
  await page.goBack()
  await expect(rows).toHaveCount(3)

  // The filtered list of invoices.
  expect((await fetchSignedIn(`${consoleUrl}/api/invoices/check-right`)).status).toBe(200)
  await expect(async () => {
    await page.goto(`${consoleUrl}/invoices?text=check-r`)
    await expect(page.getByRole('button', { name: 'Check this one' })).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await page.getByRole('button', { name: 'Check this one' }).click()
  await expect(page.getByRole('heading', { name: 'Check of 1 invoice', exact: true })).toBeVisible()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Checks' }).click()
  await expect(page.getByRole('table', { name: 'Checks' }).getByRole('row').nth(2)).toContainText('3 invoices')
})

test('asks what may be missing, and sums the invoices of a filter', async ({ page }) => {
  for (const id of ['inv_globex_overdue', 'inv_globex_paid']) await page.goto(`/invoices/${id}`)
  await page.goto('/checks')
  await page.getByText('Is anything missing?').click()
  await expect(page.getByRole('heading', { name: 'Were these invoices issued?' })).toBeVisible()
  await expect(page.getByText(/^[\d,]+ of \d+ numbers from \d+ to \d+ were seen\./)).toBeVisible()
  await expectAccessible(page, 'gaps')

  await page.goto('/invoices?text=globex')
  await page.getByText('Sums and ageing').click()
  const ages = page.getByRole('table', { name: 'Owed, by age' })
  await expect(ages).toBeVisible()
  await expectAccessible(page, 'sums')
  await ages.getByRole('button', { name: '31–60 days overdue' }).click()
  await expect(page).toHaveURL(/text=globex.*due=to60/)
  const age = page.getByRole('button', { name: '31–60 days overdue', pressed: true })
  await expect(age).toBeVisible()
  await expect(page.getByRole('table', { name: 'Invoices known to this console' })).toContainText('inv_globex_overdue')
  await page.getByRole('textbox', { name: 'Plan' }).fill('no such plan')
  await page.keyboard.press('Enter')
  await expect(page.getByText('No matches')).toBeVisible()
  await page.getByRole('combobox', { name: 'Verdict' }).selectOption('Agrees')
  await page.getByLabel('Issued, UTC').fill('2026-03')
  await expect(page).toHaveURL(/issued=2026-03/)
  await age.click()
  await expect(page).not.toHaveURL(/due=/)
  const { searchParams } = new URL(page.url())
  expect(Object.fromEntries(searchParams)).toEqual({
    text: 'globex',
    plan: 'no such plan',
    verdict: 'agrees',
    issued: '2026-03',
  })
})

test('keeps the rows still while a check runs, leads to it from a second one, and stops it', async ({ page }) => {
  await page.goto('/invoices/inv_globex_paid')
  const ids = Array.from({ length: 100 }, (_, nth) => `inv_none_${nth}`)
  await page.goto('/checks')
  await page.getByRole('textbox', { name: 'IDs' }).fill(ids.join(' '))
  await page.getByRole('button', { name: 'Check', exact: true }).click()
  const rows = page.getByRole('table', { name: 'Results' }).getByRole('row')
  await expect(rows.nth(1)).toContainText('Not found')
  const texts = await rows.allInnerTexts()
  const progress = page.getByText(/\d+ of 100 checked/)
  const before = await progress.innerText()
  await expect(progress).not.toHaveText(before)
  expect(await rows.allInnerTexts()).toEqual(texts)

  await page.route('**/api/invoices?*', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), count: 10_000, hasMore: true } })
  })
  await page.goto('/invoices')
  await page.getByRole('button', { name: /^Check th/ }).click()
  await page.getByRole('link', { name: 'Show checks' }).click()
  await page.getByRole('link', { name: '100 invoices' }).click()
  await page.getByRole('button', { name: 'Stop' }).click()
  await expect(page.getByRole('status').filter({ hasText: /^Stopped at \d+ of 100/ })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Run again' })).toBeVisible()

  // More than a check takes.
  await page.goto('/invoices')
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(page.getByRole('button', { name: 'Check these' })).toHaveAccessibleDescription(/^Filter to 5,000/)
})
