import { problemOfCode } from '@/lib/core/errors'
import { TransactionPage } from '@/contract/billing/transaction'
import { parseExactJson } from '@/contract/exact-json'
import { SCENARIO_IDS } from '@/testing/fake-billing-api/ids'
import { expectAccessible } from './fixtures/accessible'
import { hold } from './fixtures/hold'
import { expect, test } from './fixtures/keyboard-test'
import { ACME, ledger } from './fixtures/page-parts'
import type { TestConsole } from './fixtures/start-console'

/** Reads the billing API's response for a page of the ledger of acme-inc. */
async function responseOf({ serviceUrl, serviceKey }: TestConsole, query: string) {
  const url = `${serviceUrl}/external/customers/external-id/acme-inc/transactions?${query}`
  const response = await fetch(url, { headers: { 'x-api-key': serviceKey } })
  return TransactionPage.parse(parseExactJson(await response.text()))
}

test('an agent reads a ledger by keyboard: its order, its rows and its pages, a day, and Back', async ({
  page,
  keys,
  demo,
}) => {
  test.setTimeout(120_000)
  const { table, rows, created, pagination, step, goToPage, goToDate, status } = ledger(page)
  await page.goto(ACME)

  await test.step('the unit that all rows share is in the header, also on paper', async () => {
    for (const media of ['screen', 'print'] as const) {
      await page.emulateMedia({ media })
      await expect(table.getByRole('columnheader', { name: 'Amount AI credits' })).toBeVisible()
      expect(await rows.first().innerText()).not.toContain('AI credits')
    }
    await page.emulateMedia({ media: null })
  })

  await test.step('order, rows per page and pages keep the focus and are in the address', async () => {
    await expect(step('Previous page')).toBeDisabled()
    const order = created.getByRole('button', { name: 'Created' })
    await keys.tabTo(order)
    await keys.press('Enter')
    await expect(page).toHaveURL(/order=asc/)
    await expect(order).toBeFocused()
    await expect(created).toHaveAttribute('aria-sort', 'ascending')
    const rowsPerPage = pagination.getByRole('combobox', { name: 'Rows per page' })
    await keys.tabTo(rowsPerPage)
    await keys.press('5')
    await expect(page).toHaveURL(/pageSize=50/)
    await expect(rowsPerPage).toBeFocused()
    await keys.tabTo(step('Next page'))
    await keys.press('Enter')
    await expect(page).toHaveURL(/page=2/)
    await expect(step('Next page')).toBeFocused()
  })

  await test.step('the rows are the API’s in their order, and unfold', async () => {
    const { results, count } = await responseOf(demo, 'page=2&pageSize=50&order=asc')
    await expect(pagination).toContainText(`51–${50 + results.length} of ${count}`)
    await expect(rows).toHaveCount(results.length)
    for (const [index, { id }] of results.slice(0, 2).entries()) {
      const details = table.getByRole('button', { name: 'Details' }).nth(index)
      await details.press('Space')
      await expect(details).toHaveAttribute('aria-expanded', 'true')
      await expect(details).toBeFocused()
      await expect(table.getByText(id, { exact: true })).toBeVisible()
    }
    await expectAccessible(page, 'ledger, two rows unfolded')
  })

  await test.step('the raw JSON scrolls by keyboard', async () => {
    const summary = page.getByText('Raw JSON, as the billing API sends it')
    await summary.press('Enter')
    const json = page.getByLabel('Raw JSON', { exact: true })
    await keys.tabTo(json)
    // On a busy machine the text may get the focus one frame before it can scroll.
    await expect(async () => {
      await keys.press('PageDown')
      expect(await json.evaluate((element) => element.scrollTop)).toBeGreaterThan(0)
    }).toPass()
    await keys.tabTo(summary, 'Shift+Tab')
    await keys.press('Enter')
    await expect(json).toBeHidden()
  })

  await test.step('Back undoes each choice', async () => {
    await page.goBack()
    await expect(pagination).toContainText('1–50 of')
    await page.goBack()
    await expect(pagination).toContainText('1–20 of')
    await page.goBack()
    await expect(created).toHaveAttribute('aria-sort', 'descending')
  })

  await test.step('a number, [ and ] turn pages, but not while the agent types', async () => {
    await goToPage.fill('999')
    await goToPage.press('Enter')
    await expect(goToPage).toHaveAccessibleDescription('The last page is 25')
    await goToPage.fill('3')
    await goToPage.press('Enter')
    await expect(pagination).toContainText('41–60 of 499')
    await goToPage.press(']')
    await expect(goToPage).toHaveValue(']')
    await expect(page).toHaveURL(/page=3$/)
    await goToPage.fill('')
    await step('Next page').focus()
    await keys.press(']')
    await expect(page).toHaveURL(/page=4$/)
    await keys.press('[', '[')
    await expect(page).toHaveURL(/page=2$/)
  })

  await test.step('the last page has no next one, and a page past it leads back', async () => {
    await step('Last page').press('Enter')
    await expect(page).toHaveURL(/page=25$/)
    await expect(step('Next page')).toBeDisabled()
    await expect(step('Last page')).toBeDisabled()
    await page.goto(`${ACME}?page=9999`)
    await expect(page.getByText('Page 9,999 is past the end')).toBeVisible()
    await keys.tabTo(page.getByRole('button', { name: 'Go to the last page' }))
    await keys.press('Enter')
    await expect(page).toHaveURL(/page=25$/)
    await expect(table).toBeVisible()
    await expect(page.locator('main:focus, main :focus')).toBeAttached()
  })

  await test.step('a UTC day opens its page at its first row, by the sums of the whole ledger', async () => {
    await page.goto(`${ACME}?page=3`)
    const wanted = (await rows.last().locator('time').innerText()).replace(/,.*/, '')
    await page.goto(ACME)
    let reads = 0
    page.on('request', (request) => (reads += request.url().includes('/transactions?') ? 1 : 0))
    await goToDate.fill(wanted)
    await goToDate.press('Enter')
    await expect(status(new RegExp(`${wanted} \\(UTC\\) starts on page [23]\\.`))).toBeVisible()
    const first = page.locator('[data-of-day]').first()
    await expect(first.locator('time')).toContainText(wanted)
    await expect(first).toBeInViewport()
    // The page itself, and the total.
    expect(reads).toBeLessThanOrEqual(2)
    await goToDate.fill('03/04/2026')
    await goToDate.press('Enter')
    await expect(goToDate).toHaveAccessibleDescription(/Use 2026-03-03 or 3 Mar 2026/)
    await expect(status(/starts on page/)).toBeHidden()
  })
})

test('while a page of a ledger loads or cannot be read, the page before stays, marked', async ({
  page,
  fakeApiUrl,
}) => {
  const { table, rows, created, pagination, step } = ledger(page)
  const alert = page.getByRole('alert').filter({ hasText: 'could not be loaded' })
  const firstRow = () => rows.first().innerText()
  const height = async () => (await table.boundingBox())?.height
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const asked: (string | null)[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (/^\/api\/customers\/[^/]+\/transactions$/.test(pathname)) asked.push(searchParams.get('page'))
  })

  await test.step('a page that loads keeps the rows and their height, and marks the button', async () => {
    const lineOf = () =>
      page.evaluate(() => {
        const { content, height: lineHeight, animationName } = getComputedStyle(document.body, '::before')
        return content === 'none' ? 'none' : `${lineHeight} ${animationName}`
      })
    const shadow = () => step('Next page').evaluate((element) => getComputedStyle(element).boxShadow)
    const held = await hold(page, /\/api\/customers\/.*page=2/)
    await page.goto(ACME, { waitUntil: 'networkidle' })
    expect(asked).toEqual([])
    const [before, heightBefore] = [await firstRow(), await height()]
    await step('Next page').click()
    await expect(table).toHaveAttribute('aria-busy', 'true')
    await expect(pagination).toContainText('Loading page 2 …')
    await expect.poll(lineOf).toBe('3px none')
    expect(await shadow()).not.toBe('none')
    await expect(rows).toHaveCount(20)
    expect(await firstRow()).toBe(before)
    await expect(table.locator('tbody')).not.toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
    expect(await height()).toBe(heightBefore)
    await held.release()
    await expect(table).toHaveAttribute('aria-busy', 'false')
    await expect(pagination).toContainText('21–40 of')
    expect(await firstRow()).not.toBe(before)
    expect(await height()).toBe(heightBefore)
    expect(await lineOf()).toBe('none')
    expect(await shadow()).toBe('none')
  })

  await test.step('pointing at the next page reads it, and turning to it reads nothing more', async () => {
    await page.mouse.move(0, 0)
    await page.goto(`${ACME}?page=2`, { waitUntil: 'networkidle' })
    const received = page.waitForResponse((response) => response.url().includes('page=3'))
    await step('Next page').hover()
    await received
    await step('Next page').click()
    await expect(pagination).toContainText('41–60 of')
    expect(asked.filter((number) => number === '3')).toHaveLength(1)
  })

  const problem = {
    status: 502,
    contentType: 'application/problem+json',
    json: { ...problemOfCode('unreachable'), detail: 'Try again.', requestId: 'req-of-this-test' },
  }
  await test.step('a page that fails is named, and Retry loads it', async () => {
    const fourth = /\/api\/customers\/.*page=4/
    // Fails more than once: pointing at the button prefetches, and after a failed prefetch the click reads again.
    await page.route(fourth, (route) => route.fulfill(problem))
    const before = await firstRow()
    await step('Next page').click()
    await expect(alert).toContainText('Page 4 could not be loaded. Below is page 3.')
    await expect(alert).toContainText('req-of-this-test')
    await expect(pagination).toContainText('Page 4 could not be loaded · 41–60 of')
    expect(await firstRow()).toBe(before)
    await page.unroute(fourth)
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(pagination).toContainText(/^61–80 of/)
    await expect(alert).toBeHidden()
  })

  await test.step('an order that fails leaves the rows in theirs, and is taken back', async () => {
    await page.goto(ACME)
    await page.route(/\/api\/customers\/.*order=asc/, (route) => route.fulfill(problem))
    const before = await firstRow()
    await created.getByRole('button', { name: 'Created' }).click()
    await expect(alert).toContainText('Oldest first could not be loaded. Below is newest first.')
    await expect(created).toHaveAttribute('aria-sort', 'descending')
    expect(await firstRow()).toBe(before)
    await created.getByRole('button', { name: 'Created' }).click()
    await expect(page).not.toHaveURL(/order=asc/)
    await expect(alert).toBeHidden()
  })

  await test.step('the rows of another page than the one that was asked for keep no numbers', async () => {
    const warning = page.getByText('The billing API returned page 1 instead of page 2.')
    await page.goto(`${fakeApiUrl}/customers/${SCENARIO_IDS.customer.deaf}/transactions`)
    await expect(pagination).toContainText('1–20 of 120,000')
    const before = await firstRow()
    await step('Next page').click()
    await expect(warning).toBeVisible()
    expect(await firstRow()).toBe(before)
    await expect(pagination).toContainText('20 rows on this page, 120,000 in all')
    await step('Previous page').click()
    await expect(warning).toBeHidden()
  })
})
