import { readFile } from 'node:fs/promises'
import { readCsv } from '@/testing/console/read-csv'
import { agreeingLine, plainInvoice, plainSubscription } from '@/testing/fake-billing-api/plain-resources'
import { jsonResponse } from '@/testing/fake-billing-api/response'
import { PROVE_ONLY } from '../scripts/test/volume.mjs'
import { expectAccessible } from './fixtures/accessible'
import { clipboardText } from './fixtures/clipboard'
import { chooseInMore } from './fixtures/page-parts'
import { expect, test } from './fixtures/test'

test('reads a pasted table again, lists what it has read with verdicts and files, and reads it once more', async ({
  page,
  context,
  fakeApi,
  fakeApiUrl: consoleUrl,
}) => {
  const add = (id: string, amount: number) =>
    fakeApi.add(
      'invoice',
      id,
      jsonResponse({
        ...plainInvoice,
        id,
        status: 'issued',
        subscriptionId: `${id}-subscription`,
        // Two invoices with one number would need a look.
        vanityId: id === 'read-right' ? 1_001 : 1_002,
        vanityIdString: null,
        invoiceLineItems: [{ ...agreeingLine, amount }],
      }),
    )
  add('read-right', 80)
  add('read-wrong', 84)
  for (const id of ['read-right', 'read-wrong'])
    fakeApi.add('subscription', `${id}-subscription`, jsonResponse({ ...plainSubscription, id: `${id}-subscription` }))
  await page.goto(`${consoleUrl}/invoices`)
  await chooseInMore(page, 'Read IDs')
  const dialog = page.getByRole('dialog', { name: 'Read IDs' })
  await expectAccessible(page, 'the dialog Read IDs')
  const ids = dialog.getByRole('textbox', { name: 'IDs' })
  const read = dialog.getByRole('button', { name: 'Read', exact: true })
  await ids.fill('read-right, read-wrong')
  await expect(dialog.getByText('2 IDs.')).toBeVisible()
  // A text that cannot be read does not leave the list before behind the button.
  await ids.fill('"read-right')
  await expect(dialog.getByRole('alert')).toHaveText(/^Not read: a quotation mark is not closed/)
  await expect(read).toHaveAttribute('aria-disabled', 'true')
  await dialog.getByLabel('or a CSV file').setInputFiles({
    name: 'large.csv',
    mimeType: 'text/csv',
    buffer: Buffer.alloc(5_000_001, 'inv_1\n'),
  })
  await expect(dialog.getByRole('alert')).toHaveText(/^Not read: this has more than 5 MB/)
  await ids.fill('Customer,Invoice ID\nacme,read-right\nacme,"read-wrong"\nacme,read-none')
  await expect(dialog.getByRole('combobox', { name: 'Column' })).toHaveValue('1')
  await read.click()

  await expect(page).toHaveURL(/run=read_/)
  const run = page.getByRole('region', { name: 'Run' })
  await expect(run.getByRole('status').first()).toHaveText('2 of 3 invoices read · 1 not found', { timeout: 15_000 })
  const rows = page
    .getByRole('table', { name: 'Invoices known to this console' })
    .getByRole('row')
    .filter({ has: page.getByRole('cell') })
  await expect(rows).toHaveCount(2)
  await expect(rows.filter({ hasText: 'read-wrong' })).toContainText('Needs a look')
  await expect(rows.filter({ hasText: 'read-right' })).toContainText('Lines add up')
  await page.getByRole('button', { name: 'Filter 1' }).click()
  await expect(page.getByRole('combobox', { name: 'Read in this run' })).toContainText('3 invoices read')
  await run.getByText('Not read: 1').click()
  await expect(run.getByRole('table', { name: 'Not read' }).getByRole('row').nth(1)).toHaveText(/read-none.*Not found/)
  await context.grantPermissions(['clipboard-write'])
  await run.getByRole('button', { name: 'Copy' }).click()
  await expect(run.getByText('Copied')).toBeVisible()
  expect(await clipboardText(page)).toBe('read-none')
  await expectAccessible(page, 'a list filtered by a run')
  await page.setViewportSize({ width: 360, height: 740 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  await page.setViewportSize({ width: 1280, height: 720 })

  const fileOf = async (item: string) => {
    const [download] = await Promise.all([page.waitForEvent('download'), chooseInMore(page, item)])
    return readCsv(await readFile(await download.path(), 'utf8'))
  }
  const findings = await fileOf('Export findings')
  expect(findings.partial).toBeNull()
  const { rows: found } = findings
  expect(
    found.map((row) => [row['Invoice ID'], row['Kind'], row['Expected'], row['Difference']].join()).toSorted(),
  ).toEqual(['read-right,,,', 'read-wrong,Quantity × unit price,80,4'])
  const lines = await fileOf('Export lines')
  expect(lines.partial).toBeNull()
  expect(lines.rows.map((row) => [row['Listed invoice'], row['Verdict'], row['Amount']].join()).toSorted()).toEqual([
    'read-right,Lines add up,80',
    'read-wrong,Needs a look,84',
  ])

  add('read-wrong', 80)
  await chooseInMore(page, 'Read these again')
  await expect(run.getByRole('status').first()).toHaveText('2 invoices read', { timeout: 15_000 })
  await expect(rows.filter({ hasText: 'read-wrong' })).toContainText('Lines add up')
  await page.getByRole('combobox', { name: 'Read in this run' }).selectOption({ label: 'Any' })
  await expect(page).not.toHaveURL(/run=/)
  await expect(run).toHaveCount(0)
})

test('shows a run on the list, refuses a second one, and stops it', { tag: PROVE_ONLY }, async ({ page }) => {
  await page.goto('/invoices/inv_globex_paid')
  const ids = Array.from({ length: 100 }, (_, nth) => `inv_none_${nth}`)
  await page.goto('/invoices')
  await chooseInMore(page, 'Read IDs')
  const dialog = page.getByRole('dialog', { name: 'Read IDs' })
  await dialog.getByRole('textbox', { name: 'IDs' }).fill(ids.join(' '))
  await dialog.getByRole('button', { name: 'Read', exact: true }).click()
  await expect(page.getByText(/^Reading [1-9]\d* of 100 invoices/)).toBeVisible()
  await page.goto('/')
  const attention = page.getByRole('region', { name: 'Needs attention' })
  await expect(attention).toContainText(/Reading [1-9]\d* of 100 invoices/)
  await expectAccessible(page, 'Home while invoices are read')

  await page.goto('/invoices')
  await chooseInMore(page, 'Read these again')
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(/a read of yours is running/)
  await page.getByRole('button', { name: 'Show' }).click()
  await expect(page).toHaveURL(/run=read_/)
  await page.getByRole('button', { name: 'Stop' }).click()
  const run = page.getByRole('region', { name: 'Run' })
  await expect(run.getByRole('status').first()).toHaveText(/^Stopped at \d+ of 100 invoices · \d+ not found/)
  await expect(page.getByText('No matches')).toBeVisible()

  // More than a run takes.
  await page.route('**/api/invoices?*', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), count: 10_000, hasMore: true } })
  })
  await page.goto('/invoices')
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(page.getByRole('button', { name: '10,000+ invoices' })).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: 'More', exact: true }).click()
  const again = page.getByRole('menuitem', { name: 'Read these again' })
  await expect(again).toHaveAttribute('aria-disabled', 'true')
  await expect(again).toHaveAccessibleDescription('Filter to 5,000 or fewer')
})
