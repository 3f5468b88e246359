import { moduleSizes } from '../scripts/module-sizes.mjs'
import { loadedBytes, pageScripts } from '../scripts/page-scripts.mjs'
import { grownModules, keepBudgets, kilobytes, type PageBudget, readBudgets } from './fixtures/page-budgets'
import { expect, test } from './fixtures/test'

/*
 * What a page loads before anybody can use it does not grow unnoticed. `PAGE_BUDGETS=keep npx playwright test page-scripts`
 * agrees to what is built now, and writes page-budgets.json; the goals are the bench's: `npm run bench -- 5`.
 */

const PAGES = {
  '/': '/',
  '/customers/[externalId]/transactions': '/customers/acme-inc/transactions',
  '/subscriptions/[id]': '/subscriptions/sub_globex',
  '/invoices/[invoiceId]': '/invoices/inv_globex_overdue',
}
/** An update of a package or another split of the chunks moves so much. */
const MARGIN_BYTES = 2_000
/** Of a build. Only where the budgets are kept anew, or a page is over its own. */
const MODULES_TIMEOUT_MS = 600_000

test('no page’s first-load scripts outgrow their budget', async ({ demo }) => {
  const loaded: Record<string, number> = {}
  for (const [route, path] of Object.entries(PAGES))
    loaded[route] = loadedBytes(await pageScripts(`${demo.consoleUrl}${path}`))

  // A page without scripts would be none of ours.
  for (const [route, bytes] of Object.entries(loaded))
    expect(bytes, route).toBeGreaterThan((readBudgets()[route]?.bytes ?? 0) / 2)

  const isKept = process.env.PAGE_BUDGETS === 'keep'
  const budgets = isKept ? {} : readBudgets()
  const over = Object.entries(loaded).filter(([route, bytes]) => !(bytes <= mostBytes(budgets[route])))
  if (over.length === 0) return
  test.setTimeout(MODULES_TIMEOUT_MS)
  const modules = await moduleSizes(over.map(([route]) => route))
  if (isKept) {
    keepBudgets(Object.fromEntries(over.map(([route, bytes]) => [route, { bytes, modules: modules.get(route) ?? {} }])))
    return
  }
  const told = over.map(([route, bytes]) => {
    const { bytes: kept = 0, modules: before = {} } = budgets[route] ?? {}
    const grown = grownModules(before, modules.get(route) ?? {})
    return `${route} loads ${kilobytes(bytes)} of scripts, ${kilobytes(bytes - kept)} over its budget:\n  ${grown.join('\n  ')}`
  })
  expect(told.join('\n'), 'pages over their budgets, and which modules grew').toBe('')
})

const mostBytes = (budget: PageBudget | undefined) => (budget ? budget.bytes + MARGIN_BYTES : 0)
