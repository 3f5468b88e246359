import { spawnSync } from 'node:child_process'
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { ROOT } from '../command.mjs'

/* Imports that the linter refuses (ARCHITECTURE.md, Rooms): a file and its import. `npm run lint` shows those that it allows. */

const REFUSED = [
  ['contract/billing/invoice.ts', '@/lib/money/amount'],
  ['contract/billing/invoice.ts', '../../lib/money/amount'],
  ['database/open-database.ts', '@/service/settings'],
  ['database/open-database.ts', '../service/settings'],
  ['telemetry/metrics.ts', '@/database/open-database'],
  ['service/app.ts', '@/lib/core/server/settings'],
  ['service/app.ts', '../scripts/test/volume.mjs'],
  ['service/app.ts', '../bench/import'],
  ['service/operations/races.prove.db.test.ts', '@/lib/core/server/settings'],
  ['components/ui/button.tsx', '@/contract/billing/invoice'],
  ['components/ui/button.tsx', '../money/money'],
  ['components/money/money.tsx', '@/lib/core/server/settings'],
  ['components/money/money.tsx', '@/lib/store/schema'],
  ['components/money/money.tsx', '@/lib/run-operation'],
  ['components/money/money.tsx', '@/app/(console)/find/page'],
  ['components/money/money.tsx', '@/testing/console/bare-views'],
  ['components/money/money.tsx', '@/contract/billing/invoice'],
  ['components/money/money.tsx', '@/lib/core/problem'],
  ['scripts/start/settings.mjs', '../../contract/read-settings.ts'],
  ['lib/money/amount.ts', 'zod'],
  ['lib/money/amount.ts', '@/contract/billing/invoice'],
  ['lib/money/amount.ts', '@/lib/core/server/settings'],
  ['lib/money/amount.ts', '../core/server/settings'],
  ['lib/money/amount.ts', '@/lib/invoices/line-verdict'],
  ['lib/money/amount.ts', '@/lib/api'],
  ['lib/money/amount.ts', '@/components/money/money'],
  ['lib/core/operations.ts', '@/lib/people/account'],
  ['lib/invoices/line-verdict.ts', './server/get-invoice'],
  ['lib/find/server/find.ts', '@/lib/api'],
  ['lib/find/server/find.ts', '@/lib/operations'],
  ['lib/find/server/find.ts', '@/lib/run-operation'],
  ['lib/find/server/find.ts', '@/lib/reads/server/start-reads'],
  ['lib/find/server/find.ts', '../../core/server/log'],
  ['lib/find/server/find.ts', '@/lib/mcp/tools'],
  ['lib/find/server/find.ts', '@/service/store/open'],
  ['lib/find/server/find.ts', '../../../testing/test-port'],
  ['lib/core/server/log.ts', '@/lib/store/schema'],
  ['lib/store/schema.ts', '@/lib/activity/server/read-activity'],
  ['lib/billing-api/server/raw-response.ts', '@/lib/ledger/server/list-transactions'],
  ['app/(console)/invoices/[invoiceId]/page.tsx', '@/lib/invoices/server/get-invoice'],
  ['app/(console)/invoices/[invoiceId]/page.tsx', '@/lib/billing-api/server/billing-client'],
  ['app/(console)/invoices/[invoiceId]/page.tsx', '@/lib/store/console-store'],
  ['app/(console)/invoices/[invoiceId]/page.tsx', '@/lib/run-operation'],
  ['app/(console)/invoices/[invoiceId]/page.tsx', '@/app/(console)/subscriptions/[id]/subscription-title'],
  ['app/(console)/activity/page.tsx', '../status/status-view'],
  ['app/api/mcp/route.ts', '@/lib/run-operation'],
  ['app/api/mcp/route.ts', '@/lib/core/server/http/request-input'],
  ['app/api/mcp/route.ts', '@/service/app'],
  ['app/api/mcp/route.ts', '@/database/open-database'],
  ['e2e/find.spec.ts', '@/service/app'],
  ['e2e/fixtures/test.ts', '../../lib/core/server/settings'],
  ['scripts/start/start.mjs', '../../service/app'],
  ['scripts/start/start.mjs', '../../database/open-database'],
]

const CONSOLE = 'app/(console)'
const isAbove = (path: string) =>
  path === join(ROOT, 'lib') || (dirname(path) === join(ROOT, 'lib') && path.endsWith('.ts'))
const RULE = 'eslint(no-restricted-imports)'
const Report = z.object({ diagnostics: z.array(z.object({ code: z.string(), filename: z.string() })) })

const house = mkdtempSync(join(tmpdir(), 'billing-console-rooms-'))
afterAll(() => rmSync(house, { recursive: true, force: true }))

test('the linter refuses each of these imports', () => {
  copyFileSync(join(ROOT, 'oxlint.config.mjs'), join(house, 'oxlint.config.mjs'))
  // The config reads the names of the routes from the folders.
  for (const entry of readdirSync(join(ROOT, CONSOLE), { withFileTypes: true }))
    if (entry.isDirectory()) mkdirSync(join(house, CONSOLE, entry.name), { recursive: true })
  // And those of the files above all subjects.
  cpSync(join(ROOT, 'lib'), join(house, 'lib'), { recursive: true, filter: isAbove })
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

// Only the entries are `server-only`, so that a command of the console can run the rest.
test.each(['handle', 'run-for-page', 'serve-operation', 'readiness', 'core/server/http/path-id'])(
  'lib/%s is server-only',
  (entry) => {
    expect(readFileSync(join(ROOT, `lib/${entry}.ts`), 'utf8')).toContain(`import 'server-only'\n`)
  },
)
