import { eq, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { testContext } from '@/testing/console/test-context'
import { useConsoleStore } from '@/testing/console/use-console-store'
import { processReports } from '@/lib/store/schema'
import { ApiHealth, emptyHealthRecord } from './api-health'
import { DriftRegistry } from './drift-registry'
import { getStatus } from './get-status'
import { ownFigures, startReporting, storeReport } from './report-figures'

const store = useConsoleStore()
const CALL = { kind: 'read', ms: 10, failure: undefined, status: 200, requestId: 'r' } as const

function contextOf(fields: object = {}) {
  const context = testContext('viewer')
  const fresh = { health: new ApiHealth(emptyHealthRecord()), drift: new DriftRegistry(), breakers: () => [] }
  return { ...context, environment: { ...context.environment, ...fresh, ...fields } }
}
const sourceOf = ({ environment }: ReturnType<typeof contextOf>) => environment.index.source

/** The figures of a process that has made these calls. */
function figuresOf(msOfReads: number[], breaker: 'closed' | 'open' = 'closed') {
  const context = contextOf({ breakers: () => [{ reads: breaker, writes: 'closed' }] })
  for (const ms of msOfReads) context.environment.health.recordCall({ ...CALL, operation: 'getInvoice', ms })
  const drift = { kind: 'unknownValue', field: 'status', value: 'paused', count: msOfReads.length } as const
  context.environment.drift.record({ resource: 'subscription', exampleId: 's' }, { entries: [drift], omitted: 1 })
  return ownFigures(context.environment)
}

describe('getStatus', () => {
  it('adds up what all processes reported within a minute', async () => {
    const context = contextOf()
    const [of, { db }] = [sourceOf(context), store()]
    context.environment.health.recordCall({ ...CALL, operation: 'getInvoice', ms: 20, clockMs: -20 * 60_000 })
    context.environment.health.recordCall({ ...CALL, operation: 'getInvoice', failure: 'timed_out', status: undefined })
    const before = await getStatus.run(context, {})
    expect(before).toMatchObject({ processCount: 1, process: expect.stringMatching(/^.+:\d+$/) })

    await storeReport(db, { name: 'other:1:1', of, known: figuresOf([30, 40]) })
    await storeReport(db, { name: 'other:2:2', of, known: figuresOf([50], 'open') })
    await storeReport(db, { name: 'other:3:3', of: 'another API', known: figuresOf([1, 1, 1, 1]) })
    const summed = await getStatus.run(context, {})
    expect(summed).toMatchObject({
      processCount: 3,
      process: before.process,
      reads: { calls: 5, failed: 1, breaker: 'open', latencyMs: { p50: 30, p99: 50 } },
      writes: { calls: 0, breaker: 'closed', latencyMs: null },
      clockMs: -20 * 60_000,
      failures: [{ code: 'timed_out' }],
      drift: { entries: [{ value: 'paused', count: 3 }], dropped: 2 },
    })
    expect(summed.reads.since).toBe(before.reads.since)

    await db
      .update(processReports)
      .set({ reportedAt: sql`now() - interval '61 seconds'` })
      .where(eq(processReports.process, 'other:2:2'))
    expect(await getStatus.run(context, {})).toMatchObject({ processCount: 2, reads: { calls: 4, breaker: 'closed' } })
    await storeReport(db, { name: 'other:1:1', of, known: figuresOf([30]) })
    expect((await db.select().from(processReports)).map((row) => row.process).toSorted()).toEqual([
      'other:1:1',
      'other:3:3',
    ])
  })
})

describe('startReporting', () => {
  it('reports at once, and leaves nothing behind when it stops', async () => {
    const context = contextOf()
    const { db } = store()
    await db.delete(processReports)
    const stop = startReporting(context.environment)
    await expect.poll(() => db.select().from(processReports)).toHaveLength(1)
    await stop()
    expect(await db.select().from(processReports)).toEqual([])
  })
})
