import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { ROOT } from '../command.mjs'

/* Imports that the linter refuses (ARCHITECTURE.md, Rooms): a file and its import. `npm run lint` shows those that it allows. */

const REFUSED = [
  ['contract/billing/invoice.ts', '@/lib/format/amount'],
  ['contract/billing/invoice.ts', '../../lib/money/amount'],
  ['database/open-database.ts', '@/service/settings'],
  ['database/open-database.ts', '../service/settings'],
  ['telemetry/metrics.ts', '@/database/open-database'],
  ['service/app.ts', '@/lib/server/settings'],
  ['service/app.ts', '../scripts/test/volume.mjs'],
  ['service/app.ts', '../bench/import'],
  ['service/operations/races.prove.db.test.ts', '@/lib/server/settings'],
  ['components/ui/button.tsx', '@/contract/billing/invoice'],
  ['components/money/money.tsx', '@/lib/server/settings'],
  ['components/money/money.tsx', '@/lib/browser/operation'],
  ['components/money/money.tsx', '@/testing/console/bare-views'],
  ['components/money/money.tsx', '@/contract/billing/invoice'],
  ['scripts/start/settings.mjs', '../../contract/read-settings.ts'],
  ['lib/money/amount.ts', '@/contract/billing/invoice'],
  ['lib/money/amount.ts', '../server/settings'],
  ['lib/subscriptions/forecast.ts', '../queries/operation-query'],
  ['lib/api.ts', '../server/settings'],
  ['lib/operation-query.ts', '@/contract/console/inputs'],
  ['lib/operation-query.ts', '@/lib/server/invoices/get-invoice'],
  ['lib/find/server/find.ts', '../../queries/operation-query'],
  ['lib/find/server/find.ts', '@/service/store/open'],
  ['lib/find/server/find.ts', '../../testing/test-port'],
  ['app/(console)/invoices/[invoiceId]/page.tsx', '@/lib/server/invoices/get-invoice'],
  ['app/(console)/invoices/[invoiceId]/page.tsx', '@/lib/server/billing-api/billing-client'],
  ['app/(console)/invoices/[invoiceId]/page.tsx', '@/app/(console)/subscriptions/[id]/subscription-title'],
  ['app/(console)/activity/page.tsx', '../status/status-view'],
  ['components/find/find-box.tsx', '../invoices/[invoiceId]/invoice-title'],
  ['lib/people/server/sign-in.ts', '../http/request-input'],
  ['lib/billing-api/server/raw-response.ts', '../ledger/list-transactions'],
  ['app/api/mcp/route.ts', '@/lib/server/run-operation'],
  ['app/api/mcp/route.ts', '@/lib/server/http/request-input'],
  ['app/(console)/layout.tsx', '@/lib/server/settings'],
  ['app/api/mcp/route.ts', '@/service/app'],
  ['app/api/mcp/route.ts', '@/database/open-database'],
  ['e2e/find.spec.ts', '@/service/app'],
  ['e2e/fixtures/test.ts', '../../lib/core/server/settings'],
  ['scripts/start/start.mjs', '../../service/app'],
  ['scripts/start/start.mjs', '../../database/open-database'],
]

const CONSOLE = 'app/(console)'
const RULE = 'eslint(no-restricted-imports)'
const Report = z.object({ diagnostics: z.array(z.object({ code: z.string(), filename: z.string() })) })

const house = mkdtempSync(join(tmpdir(), 'billing-console-rooms-'))
afterAll(() => rmSync(house, { recursive: true, force: true }))

test('the linter refuses each of these imports', () => {
  copyFileSync(join(ROOT, 'oxlint.config.mjs'), join(house, 'oxlint.config.mjs'))
  // The config reads the names of the routes from the folders.
  for (const entry of readdirSync(join(ROOT, CONSOLE), { withFileTypes: true }))
    if (entry.isDirectory()) mkdirSync(join(house, CONSOLE, entry.name), { recursive: true })
  // A file of its own for each import, in the same folder and of the same kind.
  const files = REFUSED.map(([file = '', imported], index) => {
    const name = join(dirname(file), `n${index}-${file.split('/').at(-1)}`)
    mkdirSync(dirname(join(house, name)), { recursive: true })
    writeFileSync(join(house, name), `import { it } from '${imported}'\nconsole.log(it)\n`)
    return { file, imported, name }
  })
  const oxlint = join(ROOT, 'node_modules/.bin/oxlint')
  const args = ['--config=oxlint.config.mjs', '--format=json', '.']
  const { diagnostics } = Report.parse(JSON.parse(spawnSync(oxlint, args, { cwd: house, encoding: 'utf8' }).stdout))
  const refused = new Set(diagnostics.filter(({ code }) => code === RULE).map(({ filename }) => filename))
  expect(files.filter(({ name }) => !refused.has(name))).toEqual([])
})

// Only the entries are `server-only`, so that a command of the console can run the rest of `lib/core/server`.
test.each(['handle', 'run-for-page', 'path-id', 'readiness'])('lib/core/server/http/%s is server-only', (entry) => {
  expect(readFileSync(join(ROOT, `lib/core/server/http/${entry}.ts`), 'utf8')).toContain(`import 'server-only'\n`)
})
