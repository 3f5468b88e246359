import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { ROOT } from '../command.mjs'

/*
 * Checks with the linter who may import whom (ARCHITECTURE.md, Rooms). Each line is a file and its import.
 */

const REFUSED = [
  ['contract/billing/invoice.ts', '@/lib/format/amount'],
  ['contract/billing/invoice.ts', '../../lib/format/amount'],
  ['database/open-database.ts', '@/service/settings'],
  ['database/open-database.ts', '../service/settings'],
  ['telemetry/metrics.ts', '@/database/open-database'],
  ['service/app.ts', '@/lib/server/settings'],
  ['service/app.ts', '../scripts/test/volume.mjs'],
  ['service/app.ts', '../bench/import'],
  ['service/operations/races.prove.db.test.ts', '@/lib/server/settings'],
  ['components/ui/button.tsx', '@/contract/billing/invoice'],
  ['components/money.tsx', '@/lib/server/settings'],
  ['components/money.tsx', '@/lib/browser/operation'],
  ['components/money.tsx', '@/testing/console/bare-views'],
  ['components/money.tsx', '@/contract/billing/invoice'],
  ['scripts/start/settings.mjs', '../../contract/read-settings.ts'],
  ['lib/format/amount.ts', '@/contract/billing/invoice'],
  ['lib/format/amount.ts', '../server/settings'],
  ['lib/domain/subscription/forecast.ts', '../queries/operation-query'],
  ['lib/domain/subscription/forecast.ts', '../testing/bare-views'],
  ['lib/browser/operation.ts', '../server/settings'],
  ['lib/queries/operation-query.ts', '@/contract/console/inputs'],
  ['lib/queries/operation-query.ts', '@/lib/server/invoices/get-invoice'],
  ['lib/server/find/find.ts', '../../queries/operation-query'],
  ['lib/server/find/find.ts', '@/service/store/open'],
  ['lib/server/find/find.ts', '../../testing/test-port'],
  ['app/(console)/invoices/[invoiceId]/page.tsx', '@/lib/server/invoices/get-invoice'],
  ['app/(console)/invoices/[invoiceId]/page.tsx', '@/lib/server/billing-api/billing-client'],
  ['app/(console)/invoices/[invoiceId]/page.tsx', '../../subscriptions/[id]/subscription-title'],
  ['app/(console)/invoices/[invoiceId]/page.tsx', '@/app/(console)/subscriptions/[id]/subscription-title'],
  ['app/(console)/activity/page.tsx', '../status/status-view'],
  ['app/(console)/account/page.tsx', '../users/users-view'],
  ['app/(console)/_find/find-box.tsx', '../invoices/[invoiceId]/invoice-title'],
  ['lib/server/sign-in/sign-in.ts', '../http/request-input'],
  ['lib/server/billing-api/raw-response.ts', '../ledger/list-transactions'],
  ['app/api/find/route.ts', '@/lib/server/run-operation'],
  ['app/api/find/route.ts', '@/lib/server/http/request-input'],
  ['app/(console)/layout.tsx', '@/lib/server/settings'],
  ['app/api/find/route.ts', '@/service/app'],
  ['app/api/find/route.ts', '@/database/open-database'],
  ['e2e/find.spec.ts', '@/service/app'],
  ['e2e/fixtures/test.ts', '../../lib/server/settings'],
  ['scripts/start/start.mjs', '../../service/app'],
  ['scripts/start/start.mjs', '../../database/open-database'],
]
const ALLOWED = [
  ['database/open-database.ts', '@/contract/exact-json'],
  ['service/app.ts', '@/database/open-database'],
  ['telemetry/log.ts', '@/contract/visible-text'],
  ['database/run-on-store.ts', '@/telemetry/log'],
  ['service/app.ts', '@/telemetry/metrics'],
  ['lib/server/environment.ts', '@/telemetry/metrics'],
  ['service/operations/races.prove.db.test.ts', '../../scripts/test/volume.mjs'],
  ['components/money.tsx', '@/lib/domain/money/decimal'],
  ['lib/queries/operation-query.ts', '../browser/operation'],
  ['lib/browser/operation.ts', '@/contract/console/operations'],
  ['lib/server/find/find.ts', '@/contract/console/inputs'],
  ['lib/server/find/find.test.ts', '@/testing/fake-billing-api/ids'],
  ['app/(console)/invoices/[invoiceId]/page.tsx', '@/lib/server/http/run-for-page'],
  ['app/(console)/invoices/page.tsx', '../_find/find-page'],
  ['app/api/find/route.ts', '@/lib/server/http/handle'],
  ['app/(console)/_shell/prefetched.tsx', '@/lib/server/http/path-id'],
  ['e2e/find.spec.ts', '@/contract/billing/invoice'],
  ['scripts/start/start.mjs', '../../database/process-lock.mjs'],
  ['scripts/start/settings.mjs', '../../contract/settings.mjs'],
]

const CONSOLE = 'app/(console)'
const RULE = 'eslint(no-restricted-imports)'
const Report = z.object({ diagnostics: z.array(z.object({ code: z.string(), filename: z.string() })) })

let house = ''
let refused = new Set<string>()

beforeAll(() => {
  house = mkdtempSync(join(tmpdir(), 'billing-console-rooms-'))
  copyFileSync(join(ROOT, 'oxlint.config.mjs'), join(house, 'oxlint.config.mjs'))
  // The config reads the names of the routes from the folders.
  for (const { name } of readdirSync(join(ROOT, CONSOLE), { withFileTypes: true }).filter((entry) =>
    entry.isDirectory(),
  ))
    mkdirSync(join(house, CONSOLE, name), { recursive: true })
  for (const [index, [file = '', imported]] of [...REFUSED, ...ALLOWED].entries()) {
    const path = join(house, nameOf(file, index))
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, `import { it } from '${imported}'\nconsole.log(it)\n`)
  }
  const { stdout } = spawnSync(
    join(ROOT, 'node_modules/.bin/oxlint'),
    ['--config=oxlint.config.mjs', '--format=json', '.'],
    {
      cwd: house,
      encoding: 'utf8',
    },
  )
  const { diagnostics } = Report.parse(JSON.parse(stdout))
  refused = new Set(diagnostics.filter(({ code }) => code === RULE).map(({ filename }) => filename))
})
afterAll(() => rmSync(house, { recursive: true, force: true }))

/** Returns a separate file in the same folder and of the same kind for each import. */
const nameOf = (file: string, index: number) => join(dirname(file), `n${index}-${file.split('/').at(-1)}`)

test.each(REFUSED.map(([file, imported], index) => ({ file, imported, index })))(
  '$file may not import $imported',
  ({ file, index }) => {
    expect(refused).toContain(nameOf(file ?? '', index))
  },
)

test.each(ALLOWED.map(([file, imported], index) => ({ file, imported, index: REFUSED.length + index })))(
  '$file may import $imported',
  ({ file, index }) => {
    expect(refused).not.toContain(nameOf(file ?? '', index))
  },
)

// Only the entries are `server-only`, so that a command of the console can run the rest of `lib/server`.
test.each(['handle', 'run-for-page', 'path-id', 'readiness'])('lib/server/http/%s is server-only', (entry) => {
  expect(readFileSync(join(ROOT, `lib/server/http/${entry}.ts`), 'utf8')).toContain(`import 'server-only'\n`)
})
