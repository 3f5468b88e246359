import { moduleSizes } from '../scripts/module-sizes.mjs'
import { loadedBytes, pageScripts } from '../scripts/page-scripts.mjs'
import { grownModules, keepBudgets, kilobytes, type PageBudget, readBudgets } from './fixtures/page-budgets'
import { expect, test } from './fixtures/test'

/*
 * Detects growth of the first-load scripts of each page. `PAGE_BUDGETS=keep npx playwright test page-scripts` accepts the
 * current sizes and writes page-budgets.json. `npm run bench -- 5` measures against the goals.
 */

const PAGES = {
  '/': '/',
  '/customers/[externalId]/transactions': '/customers/acme-inc/transactions',
  '/subscriptions/[id]': '/subscriptions/sub_globex',
  '/invoices/[invoiceId]': '/invoices/inv_globex_overdue',
}
/** The tolerance for package updates and other splits of the chunks. */
const MARGIN_BYTES = 2_000
/** Time for a build, which runs only to save budgets or when a page exceeds its budget. */
const MODULES_TIMEOUT_MS = 600_000

test('the first-load scripts of every page stay within their budget', async ({ demo }) => {
  const loaded: Record<string, number> = {}
  for (const [route, path] of Object.entries(PAGES))
    loaded[route] = loadedBytes(await pageScripts(`${demo.consoleUrl}${path}`))

  // Every page of the console has scripts.
  for (const [route, bytes] of Object.entries(loaded))
    expect(bytes, route).toBeGreaterThan((readBudgets()[route]?.bytes ?? 0) / 2)

  const isKept = process.env.PAGE_BUDGETS === 'keep'
  const budgets = isKept ? {} : readBudgets()
  const over = Object.entries(loaded).filter(([route, bytes]) => !(bytes <= maxBytes(budgets[route])))
  if (over.length === 0) return
  test.setTimeout(MODULES_TIMEOUT_MS)
  const modules = await moduleSizes(over.map(([route]) => route))
  if (isKept) {
    keepBudgets(Object.fromEntries(over.map(([route, bytes]) => [route, { bytes, modules: modules.get(route) ?? {} }])))
    return
  }
  const reports = over.map(([route, bytes]) => {
    const { bytes: kept = 0, modules: before = {} } = budgets[route] ?? {}
    const grown = grownModules(before, modules.get(route) ?? {})
    return `${route} loads ${kilobytes(bytes)} of scripts, ${kilobytes(bytes - kept)} over its budget:\n  ${grown.join('\n  ')}`
  })
  expect(reports.join('\n'), 'pages over their budgets, and which modules grew').toBe('')
})

const maxBytes = (budget: PageBudget | undefined) => (budget ? budget.bytes + MARGIN_BYTES : 0)
