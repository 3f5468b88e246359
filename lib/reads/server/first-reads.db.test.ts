import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, expect, test, vi } from 'vitest'
import { indexContext } from '@/testing/console/index-context'
import { useConsoleStore } from '@/testing/console/use-console-store'
import { runOperation } from '@/lib/run-operation'
import { readRows, readRuns } from '@/lib/store/read-schema'

const store = useConsoleStore()
const folder = mkdtempSync(join(tmpdir(), 'first-reads-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Calls it as a process that has just started. */
async function startInNewProcess(): Promise<void> {
  vi.resetModules()
  const { startFirstReads } = await import('./first-reads')
  await startFirstReads(context.environment, folder)
}
const context = indexContext(undefined, { role: 'admin' })

test('starts one run a kind under the name Start, once, and not before there are IDs', async () => {
  const runs = async () => (await runOperation('listReads', context, {})).runs
  await startInNewProcess()
  expect(await runs()).toEqual([])

  writeFileSync(join(folder, 'customers.txt'), 'acme\n"globex/eu west"\n')
  writeFileSync(join(folder, 'subscriptions.txt'), 'sub_1\n')
  writeFileSync(join(folder, 'invoices.txt'), 'inv_1\ninv_2\ninv_3\n')
  await startInNewProcess()
  await startInNewProcess()
  const started = (await runs()).toSorted((one, other) => one.kind.localeCompare(other.kind))
  expect(started.map(({ kind, owner, total }) => [kind, owner, total])).toEqual([
    ['customer', 'Start', 2],
    ['invoice', 'Start', 3],
    ['subscription', 'Start', 1],
  ])
  const ids = await store()
    .db.select({ id: readRows.id })
    .from(readRows)
    .innerJoin(readRuns, eq(readRuns.id, readRows.runId))
    .where(eq(readRuns.kind, 'customer'))
  expect(ids.map(({ id }) => id)).toEqual(['acme', 'globex/eu west'])

  const { entries } = await runOperation('listActivity', context, { actor: 'Start' })
  expect(entries.map(({ action, outcome }) => [action, outcome])).toEqual(started.map(() => ['readThese', 'done']))
})
