import type { Browser } from '@playwright/test'
import { openPage } from './browser'
import { lineName, longInvoiceId } from './large-resources'
import type { BillingService } from './billing-service'
import type { BenchConsole } from './signed-in-console'

const TIMEOUT_MS = 60_000

/** Reads a long invoice from the service, to its last byte. @returns milliseconds */
export async function downloadInvoice({ url, key }: BillingService, lines: number): Promise<number> {
  const startedAt = performance.now()
  const address = `${url}/external/invoices/${longInvoiceId(lines)}/with-line-items`
  const response = await fetch(address, { headers: { 'x-api-key': key } })
  const { byteLength } = await response.arrayBuffer()
  if (response.status !== 200 || byteLength < lines * 500) throw new Error(`${address} returned ${response.status}.`)
  return performance.now() - startedAt
}

/** Requests the page of a long invoice until the HTML contains the first line. @returns milliseconds */
export async function firstHtml({ url, cookie }: BenchConsole, lines: number): Promise<number> {
  const startedAt = performance.now()
  const response = await fetch(`${url}/invoices/${longInvoiceId(lines)}`, { headers: { cookie } })
  const decoder = new TextDecoder()
  let html = ''
  let doneMs: number | undefined
  for await (const part of response.body ?? []) {
    html += decoder.decode(part, { stream: true })
    if (doneMs === undefined && html.includes(`>${lineName(0)}`)) doneMs = performance.now() - startedAt
  }
  if (doneMs === undefined) throw new Error(`The page of ${lines} lines has none in its HTML.`)
  return doneMs
}

/** Opens the page in a browser until a filter finds the last line. @returns milliseconds, and the open page */
export async function untilFiltered(browser: Browser, { url }: BenchConsole, lines: number) {
  const page = await openPage(browser)
  page.setDefaultTimeout(TIMEOUT_MS)
  const startedAt = performance.now()
  await page.goto(`${url}/invoices/${longInvoiceId(lines)}`)
  // The filter starts before all lines are loaded, and finds the last line when they are.
  await page.getByRole('searchbox', { name: 'Filter lines' }).fill(lineName(lines - 1))
  await page
    .getByRole('table', { name: 'Line items' })
    .getByText(lineName(lines - 1))
    .waitFor()
  return { ms: performance.now() - startedAt, page }
}
