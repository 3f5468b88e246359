import { count, eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { useConsoleStore } from '@/testing/console/use-console-store'
import { stopOfProcess } from '@/lib/core/server/process-stop'
import { ledgerExports } from '@/lib/store/schema'
import { ExportRegistry, RunningExport, storeExport, storeProgress } from './export-registry'

const store = useConsoleStore()
const idOf = (digit: string) => digit.repeat(32)
beforeEach(() => store().db.delete(ledgerExports))
afterEach(() => void (globalThis.consoleStop = undefined))

const age = (id: string, by: string) =>
  store()
    .db.update(ledgerExports)
    .set({ updatedAt: sql.raw(`now() - interval '${by}'`) })
    .where(eq(ledgerExports.id, id))

describe('ExportRegistry', () => {
  // Each registry is one process.
  it('finds the progress and the end of an export of another process', async () => {
    const [one, other] = [new ExportRegistry(), new ExportRegistry()]
    const running = new RunningExport()
    const storeEnd = await one.add(idOf('a'), running)
    expect(await other.find(idOf('a'))).toEqual({ state: 'running', rows: 0, total: null, outcome: null })
    running.wrote(100, 250)
    expect(await one.find(idOf('a'))).toMatchObject({ rows: 100, total: 250 })
    await expect.poll(() => other.find(idOf('a')), { timeout: 5_000 }).toMatchObject({ rows: 100, total: 250 })
    running.end('complete', 'Exported all 100 transactions.')
    await storeEnd()
    const ended = { state: 'complete', rows: 100, total: 250, outcome: 'Exported all 100 transactions.' }
    expect([await one.find(idOf('a')), await other.find(idOf('a'))]).toEqual([ended, ended])
    expect(await other.find(idOf('b'))).toBeUndefined()
  })

  it('cancels an export of another process within moments', async () => {
    const [one, other] = [new ExportRegistry(), new ExportRegistry()]
    const running = new RunningExport()
    const storeEnd = await one.add(idOf('a'), running)
    expect(await other.cancel(idOf('a'))).toBe(true)
    await expect.poll(() => running.signal.reason, { timeout: 5_000 }).toBe('cancelled')
    running.end('partial', 'Partial')
    await storeEnd()
    expect([await one.cancel(idOf('a')), await one.cancel(idOf('b'))]).toEqual([true, false])
  })

  it('reports an export as partial when its process has ended', async () => {
    await storeExport(store().db, idOf('a'))
    await age(idOf('a'), '21 seconds')
    expect(await new ExportRegistry().find(idOf('a'))).toEqual({
      state: 'partial',
      rows: 0,
      total: null,
      outcome:
        'Partial: 0 of an unknown number, because its console no longer reports; the last line of the file says how it ended',
    })
  })

  it('means the newer of two exports with the same ID', async () => {
    const [one, other] = [new ExportRegistry(), new ExportRegistry()]
    const [older, newer] = [new RunningExport(), new RunningExport()]
    const storeOlder = await one.add(idOf('a'), older)
    const storeNewer = await other.add(idOf('a'), newer)
    older.end('partial', 'older')
    newer.end('complete', 'newer')
    await Promise.all([storeOlder(), storeNewer()])
    expect(await new ExportRegistry().find(idOf('a'))).toMatchObject({ outcome: 'newer' })
  })

  it('keeps an export for an hour after its end, the last 200 that have ended, and all that run', async () => {
    const { db } = store()
    for (const id of ['a', 'b']) await storeExport(db, idOf(id))
    await age(idOf('a'), '61 minutes')
    for (let index = 0; index < 210; index += 1) {
      const stored = await storeExport(db, index.toString(16).padStart(32, '0'))
      await storeProgress(db, stored, { state: 'complete', rows: 1, total: 1, outcome: 'COMPLETE' })
    }
    await storeExport(db, idOf('c'))
    // "b" and "c" are running.
    expect(await db.select({ kept: count() }).from(ledgerExports)).toEqual([{ kept: 202 }])
    expect(await new ExportRegistry().find(idOf('a'))).toBeUndefined()
  })

  it('does not fail an export when the store fails', async () => {
    const before = globalThis.consoleStoreOpening
    globalThis.consoleStoreOpening = Promise.reject(new Error('gone'))
    try {
      const storeEnd = await new ExportRegistry().add(idOf('a'), new RunningExport())
      await expect(storeEnd()).resolves.toBeUndefined()
    } finally {
      globalThis.consoleStoreOpening = before
    }
  })
})

describe('RunningExport', () => {
  it('stops when the process must end', () => {
    const running = new RunningExport()
    stopOfProcess().ending.abort()
    expect(running.signal.reason).toBe('stopped')
  })
})
