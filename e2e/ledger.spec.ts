import type { Locator, Page, Route } from '@playwright/test'
import { problemOfCode } from '@/contract/console/errors'
import { TransactionPage } from '@/contract/billing/transaction'
import { parseExactJson } from '@/contract/exact-json'
import { PROVE_ONLY } from '../scripts/test/volume.mjs'
import { expectAccessible } from './fixtures/accessible'
import { expect, test } from './fixtures/test'
import type { TestConsole } from './fixtures/start-console'
import { deafLedger } from '@/testing/fake-billing-api/ledger-page-scenarios'
import { SCENARIO_IDS } from '@/testing/fake-billing-api/ids'

const ledgerPath = (externalId: string) => `/customers/${encodeURIComponent(externalId)}/transactions`
const customerOf = (demo: TestConsole) => demo.ids.find(({ kind }) => kind === 'customer')?.id ?? ''

/** Reads the billing API's response for a page. */
async function responseOf({ serviceUrl, serviceKey }: TestConsole, externalId: string, query: string) {
  const url = `${serviceUrl}/external/customers/external-id/${encodeURIComponent(externalId)}/transactions?${query}`
  const response = await fetch(url, { headers: { 'x-api-key': serviceKey } })
  return TransactionPage.parse(parseExactJson(await response.text()))
}

/** Locators for the page's controls by their accessible names. */
function ledger(page: Page) {
  const table = page.getByRole('table', { name: 'Transactions' })
  const pagination = page.getByRole('navigation', { name: 'Pagination' })
  return {
    table,
    pagination,
    rows: table.locator('tbody > tr'),
    created: table.getByRole('columnheader', { name: 'Created' }),
    step: (name: string) => pagination.getByRole('button', { name }),
    rowsPerPage: pagination.getByRole('combobox', { name: 'Rows per page' }),
  }
}

const heightOf = async (element: Locator) => (await element.boundingBox())?.height
const actionsOf = (row: Locator) => row.getByRole('button', { name: 'Actions', exact: true })

test.describe('a page of the ledger', () => {
  test('shows the API’s entries in their order, each with all of its fields', async ({ page, demo }) => {
    const customer = customerOf(demo)
    const response = await responseOf(demo, customer, 'page=2&pageSize=50&order=asc')
    await page.goto(`${ledgerPath(customer)}?page=2&pageSize=50&order=asc`)
    const { table, rows, pagination, created } = ledger(page)

    await expect(page.getByRole('heading', { level: 1 })).toContainText(customer)
    await expect(rows).toHaveCount(response.results.length)
    await expect(pagination).toContainText(
      `51–${50 + response.results.length} of ${response.count.toLocaleString('en-US')}`,
    )
    await expect(created).toHaveAttribute('aria-sort', 'ascending')
    for (const [index, { id }] of response.results.slice(0, 2).entries()) {
      const details = table.getByRole('button', { name: 'Details' }).nth(index)
      await details.click()
      await expect(details).toHaveAttribute('aria-expanded', 'true')
      await expect(table.getByText(id, { exact: true })).toBeVisible()
    }
    await expectAccessible(page, 'ledger, two rows unfolded')
  })

  test('is in the first HTML, before any script', async ({ browser, demo }) => {
    const context = await browser.newContext({ javaScriptEnabled: false, baseURL: demo.consoleUrl })
    const page = await context.newPage()
    await page.goto(ledgerPath(customerOf(demo)))
    await expect(ledger(page).rows).toHaveCount(20)
    await context.close()
  })

  test('writes the sign that was sent, and at least two decimals', { tag: PROVE_ONLY }, async ({ page, demo }) => {
    const customer = customerOf(demo)
    const { results } = await responseOf(demo, customer, 'page=1&pageSize=20&order=desc')
    await page.goto(ledgerPath(customer))
    const { rows } = ledger(page)
    for (const [index, { amount }] of results.entries()) {
      const sign = amount.startsWith('-') ? '−' : '\\+'
      await expect(rows.nth(index).getByRole('cell').nth(4)).toHaveText(new RegExp(`^${sign}[\\d,]+\\.\\d{2,}`))
    }
  })
})

test.describe('paging', () => {
  test('works by the buttons and by Back, and keeps the page in the URL', async ({ page, demo }) => {
    const customer = customerOf(demo)
    const { pages } = await responseOf(demo, customer, 'page=1&pageSize=20')
    await page.goto(ledgerPath(customer))
    const { step, pagination, created } = ledger(page)
    await expect(step('First page')).toBeDisabled()
    await expect(step('Previous page')).toBeDisabled()

    await step('Next page').click()
    await expect(page).toHaveURL(/\?page=2$/)
    await expect(pagination).toContainText('21–40 of')
    await expect(step('Next page')).toBeFocused()

    await step('Last page').click()
    await expect(page).toHaveURL(new RegExp(`\\?page=${pages}$`))
    await expect(step('Next page')).toBeDisabled()
    await expect(step('Last page')).toBeDisabled()

    await page.goBack()
    await expect(pagination).toContainText('21–40 of')
    await page.goBack()
    await expect(pagination).toContainText('1–20 of')

    await step('Next page').click()
    await created.getByRole('button', { name: 'Created' }).click()
    await expect(page).toHaveURL(/\?order=asc$/)
    await expect(created).toHaveAttribute('aria-sort', 'ascending')
    await expect(pagination).toContainText('1–20 of')
  })

  test('keeps the rows, on grey, until those of the next page arrive', async ({ page, demo }) => {
    const held: Route[] = []
    await page.route(/\/api\/customers\/.*page=2/, (route) => void held.push(route))
    await page.goto(ledgerPath(customerOf(demo)))
    const { table, rows, step, pagination } = ledger(page)
    const height = await heightOf(table)
    const firstRow = await rows.first().innerText()

    await step('Next page').click()
    await expect(table).toHaveAttribute('aria-busy', 'true')
    await expect(pagination).toContainText('Loading page 2 …')
    await expect(rows).toHaveCount(20)
    await expect(rows.first()).toHaveText(firstRow, { useInnerText: true })
    await expect(table.locator('tbody')).not.toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
    expect(await heightOf(table)).toBe(height)

    await Promise.all(held.map((route) => route.continue()))
    await expect(table).toHaveAttribute('aria-busy', 'false')
    await expect(pagination).toContainText('21–40 of')
    await expect(rows.first()).not.toHaveText(firstRow, { useInnerText: true })
    expect(await heightOf(table)).toBe(height)
  })

  test('goes to page 1 when the rows per page change', { tag: PROVE_ONLY }, async ({ page, demo }) => {
    await page.goto(`${ledgerPath(customerOf(demo))}?page=3`)
    const { rows, rowsPerPage } = ledger(page)
    await rowsPerPage.selectOption('50')
    await expect(page).toHaveURL(/\?pageSize=50$/)
    await expect(rows).toHaveCount(50)
  })

  for (const wrong of ['page=0', 'page=two', 'page=1.5', 'page=99999999999', 'pageSize=37', 'order=sideways'])
    test(`takes ?${wrong} for the default`, { tag: PROVE_ONLY }, async ({ page, demo }) => {
      await page.goto(`${ledgerPath(customerOf(demo))}?${wrong}`)
      const { pagination, created, rows } = ledger(page)
      await expect(pagination).toContainText('1–20 of')
      await expect(rows).toHaveCount(20)
      await expect(created).toHaveAttribute('aria-sort', 'descending')
    })

  test('shows a message past the end, with a link to the last page', async ({ page, demo }) => {
    const customer = customerOf(demo)
    const { pages } = await responseOf(demo, customer, 'page=1&pageSize=100')
    await page.goto(`${ledgerPath(customer)}?page=${pages + 7}&pageSize=100`)
    await expect(page.getByText(`Page ${pages + 7} is past the end`)).toBeVisible()
    await page.getByRole('button', { name: 'Go to the last page' }).click()
    await expect(page).toHaveURL(new RegExp(`page=${pages}\\b`))
    await expect(ledger(page).table).toBeVisible()
  })
})

test.describe('when a read fails', () => {
  const problem = {
    status: 502,
    contentType: 'application/problem+json',
    json: {
      ...problemOfCode('unreachable'),
      detail: 'Try again.',
      requestId: 'req-of-this-test',
    },
  }

  test('names the page that failed, keeps the previous rows, and loads it on Retry', async ({ page, demo }) => {
    const second = /\/api\/customers\/.*page=2/
    // Fails more than once: pointing at the button prefetches, and after a failed prefetch the click reads again.
    await page.route(second, (route) => route.fulfill(problem))
    await page.goto(ledgerPath(customerOf(demo)))
    const { step, rows, pagination } = ledger(page)
    const firstRow = await rows.first().innerText()
    await step('Next page').click()
    const alert = page.getByRole('alert').filter({ hasText: 'req-of-this-test' })
    await expect(alert).toContainText('Page 2 could not be loaded. Below is page 1.')
    await expect(pagination).toContainText('Page 2 could not be loaded · 1–20 of')
    await expect(rows.first()).toHaveText(firstRow, { useInnerText: true })
    await page.unroute(second)
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(pagination).toContainText(/^21–40 of/)
    await expect(page.getByText('req-of-this-test')).toBeHidden()
  })

  test('names the order that failed, keeps the rows in theirs, and takes the order back', async ({ page, demo }) => {
    await page.route(/\/api\/customers\/.*order=asc/, (route) => route.fulfill(problem))
    await page.goto(ledgerPath(customerOf(demo)))
    const { rows, pagination, created } = ledger(page)
    const firstRow = await rows.first().innerText()
    await created.getByRole('button', { name: 'Created' }).click()
    const alert = page.getByRole('alert').filter({ hasText: 'req-of-this-test' })
    await expect(alert).toContainText('Oldest first could not be loaded. Below is newest first.')
    await expect(created).toHaveAttribute('aria-sort', 'descending')
    await expect(rows.first()).toHaveText(firstRow, { useInnerText: true })
    await created.getByRole('button', { name: 'Created' }).click()
    await expect(page).not.toHaveURL(/order=asc/)
    await expect(alert).toBeHidden()
    await expect(pagination).toContainText(/^1–20 of/)
  })

  test('keeps what was read before', { tag: PROVE_ONLY }, async ({ page, demo }) => {
    await page.goto(ledgerPath(customerOf(demo)))
    await page.route(/\/api\/customers\//, (route) => route.fulfill(problem))
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'Below is what was read before.' })).toBeVisible()
    await expect(ledger(page).rows).toHaveCount(20)
  })
})

test.describe('the actions of a row', () => {
  test('open by keyboard, explain why they are not possible, and restore the focus', async ({ page, demo }) => {
    await page.goto(ledgerPath(customerOf(demo)))
    const { rows } = ledger(page)
    const actions = rows
      .filter({ has: page.getByRole('link') })
      .first()
      .getByRole('button', { name: 'Actions', exact: true })
    const item = (name: string) => page.getByRole('menuitem', { name, exact: true })

    await actions.press('Enter')
    await expect(item('Open invoice')).toBeFocused()
    await expect(item('Cancel subscription')).toBeEnabled()
    await expect(item('Delete subscription')).toBeDisabled()
    await expect(item('Delete subscription')).toHaveAccessibleDescription('Cancel before deleting')
    await page.keyboard.press('ArrowUp')
    await expect(item('Delete subscription')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alertdialog')).toBeHidden()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('menu')).toBeHidden()
    await expect(actions).toBeFocused()

    await actions.press('ArrowDown')
    await expect(item('Open invoice')).toBeFocused()
    await expect(item('Cancel subscription')).toBeEnabled()
    await page.keyboard.press('c')
    await expect(item('Cancel subscription')).toBeFocused()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('alertdialog', { name: 'Cancel subscription?' })
    await expect(dialog.getByRole('textbox', { name: 'External customer ID' })).toHaveValue(customerOf(demo))
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(actions).toBeFocused()
  })

  test('say why the subscription cannot be found', async ({ page, demo }) => {
    await page.route(/\/api\/invoices\//, (route) => route.abort())
    await page.goto(ledgerPath(customerOf(demo)))
    const { rows } = ledger(page)
    await rows
      .filter({ has: page.getByRole('link') })
      .first()
      .getByRole('button', { name: 'Actions', exact: true })
      .click()
    await expect(page.getByRole('menuitem', { name: 'Open invoice' })).toBeEnabled()
    for (const name of ['Open subscription', 'Cancel subscription', 'Delete subscription']) {
      await expect(page.getByRole('menuitem', { name })).toBeDisabled()
      await expect(page.getByRole('menuitem', { name })).toHaveAccessibleDescription(/^The invoice could not be read: /)
    }
  })
})

test(
  'a ledger of another API: no count, no pages, missing and hostile values',
  { tag: PROVE_ONLY },
  async ({ page, fakeApiUrl: consoleUrl }) => {
    const { rows, table, step, pagination } = ledger(page)
    await page.goto(consoleUrl + ledgerPath(SCENARIO_IDS.customer.acme))
    await expect(pagination).toContainText('1–20, total not known')
    await expect(step('Last page')).toBeDisabled()
    await expect(table).not.toContainText(/undefined|null|NaN|Invalid Date/)

    const reason = (name: string) => page.getByRole('menuitem', { name, exact: true })
    await actionsOf(rows.filter({ hasText: 'promotion' }).first()).click()
    await expect(reason('Open invoice')).toHaveAccessibleDescription('This transaction has no invoice')
    await expect(reason('Cancel subscription')).toBeDisabled()
    await page.keyboard.press('Escape')
    await actionsOf(rows.filter({ has: page.getByRole('link', { name: SCENARIO_IDS.invoice.bare }) }).first()).click()
    await expect(reason('Cancel subscription')).toHaveAccessibleDescription('The invoice names no subscription')
    await expect(reason('Cancel subscription')).toBeDisabled()
    await page.keyboard.press('Escape')

    await step('Next page').click()
    await step('Next page').click()
    await expect(pagination).toContainText('41–45, total not known')
    await expect(step('Next page')).toBeDisabled()
    await page.goto(`${consoleUrl}${ledgerPath(SCENARIO_IDS.customer.acme)}?page=4`)
    await page.getByRole('button', { name: 'Go to page 3' }).click()
    await expect(rows).toHaveCount(5)

    await page.goto(consoleUrl + ledgerPath(SCENARIO_IDS.customer.empty))
    await expect(page.getByText('No transactions yet')).toBeVisible()
    const missing = await page.goto(consoleUrl + ledgerPath('nobody'))
    expect(missing?.status()).toBe(404)
  },
)

test('old rows keep their numbers and are marked while the next page loads', async ({
  page,
  fakeApiUrl: consoleUrl,
}) => {
  const { rows, step, pagination } = ledger(page)
  const warning = page.getByText('The billing API returned page 1 instead of page 2.')
  await page.goto(consoleUrl + ledgerPath(deafLedger))
  await expect(pagination).toContainText('1–20 of 120,000')
  const first = await rows.first().innerText()
  await step('Next page').click()
  await expect(warning).toBeVisible()
  await expect(rows.first()).toHaveText(first, { useInnerText: true })
  await expect(pagination).toContainText('20 rows on this page, 120,000 in all')
  await step('Previous page').click()
  await expect(warning).toBeHidden()
})

test('an open menu follows its row when the page scrolls', async ({ page, demo }) => {
  await page.goto(ledgerPath(customerOf(demo)))
  const actions = actionsOf(ledger(page).rows.nth(5))
  await actions.click()
  const item = page.getByRole('menuitem', { name: 'Open invoice' })
  await expect(item).toBeFocused()
  // A menu above its button grows upwards when the subscription is found.
  await expect(page.getByRole('menuitem', { name: 'Open subscription' })).toHaveAccessibleDescription(/·/)
  const gap = async () => ((await item.boundingBox())?.y ?? 0) - ((await actions.boundingBox())?.y ?? 0)
  const before = { gap: await gap(), y: (await actions.boundingBox())?.y }
  await page.evaluate(() => scrollBy(0, 60))
  await expect.poll(async () => (await actions.boundingBox())?.y).toBe((before.y ?? 0) - 60)
  await expect.poll(gap).toBe(before.gap)
  await expect(item).toBeFocused()
})

test('shows each row as a card with its actions at 360 px', async ({ page, demo }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(ledgerPath(customerOf(demo)))
  const { rows } = ledger(page)
  await expect(rows.first().getByRole('button', { name: 'Actions', exact: true })).toBeInViewport({ ratio: 1 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
})
