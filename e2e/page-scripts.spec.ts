import { readFileSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import { loadedBytes, pageScripts } from '@/testing/console/page-scripts'
import { expect, test } from './fixtures/test'

/*
 * Detects growth of the first-load scripts of each page. `PAGE_BUDGETS=keep npx playwright test page-scripts` accepts the
 * current sizes and writes page-budgets.json. `npm run bench -- 5` measures against the goals.
 */

const PAGES = {
  '/': '/',
  '/customers/[externalId]': '/customers/acme-inc',
  '/customers/[externalId]/transactions': '/customers/acme-inc/transactions',
  '/customers/[externalId]/balance': '/customers/acme-inc/balance',
  '/customers/[externalId]/timeline': '/customers/acme-inc/timeline',
  '/subscriptions/[id]': '/subscriptions/sub_globex',
  '/invoices/[invoiceId]': '/invoices/inv_globex_overdue',
  '/invoices/[invoiceId]/compare': '/invoices/inv_globex_overdue/compare?with=inv_globex_paid',
}
/** Compressed bytes by route. */
const BUDGETS_FILE = new URL('page-budgets.json', import.meta.url)
/** The tolerance for package updates and other splits of the chunks. */
const MARGIN_BYTES = 2_000

test('the first-load scripts of every page stay within their budget', async ({ demo }) => {
  const loaded: Record<string, number> = {}
  for (const [route, path] of Object.entries(PAGES))
    loaded[route] = loadedBytes(await pageScripts(`${demo.consoleUrl}${path}`))
  const budgets = z.record(z.string(), z.number()).parse(JSON.parse(readFileSync(BUDGETS_FILE, 'utf8')))

  // Every page of the console has scripts.
  for (const [route, bytes] of Object.entries(loaded)) expect(bytes, route).toBeGreaterThan((budgets[route] ?? 0) / 2)

  if (process.env.PAGE_BUDGETS === 'keep') writeFileSync(BUDGETS_FILE, `${JSON.stringify(loaded, null, 2)}\n`)
  else
    for (const [route, bytes] of Object.entries(loaded))
      expect
        .soft(bytes, `${route} loads too many bytes of scripts: npx next experimental-analyze shows which modules`)
        .toBeLessThanOrEqual((budgets[route] ?? 0) + MARGIN_BYTES)
})
