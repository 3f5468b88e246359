import * as fc from 'fast-check'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type * as ChangeStore from '@/lib/changes/server/change-store'
import type * as Evidence from '@/lib/changes/change-evidence'
import type * as Lease from '@/lib/core/server/lease'
import { tally } from '@/scripts/test/volume.mjs'
import { withEnvironment } from '../console/with-environment'
import { plan } from './commands'
import { startSimulator } from './simulate'

/* The simulator finds what it is for: each test plants one fault in the console. */

const RUNS = 2_000

type Fault =
  | 'none'
  | 'sends before storing'
  | 'approves without the lock'
  | 'judges by status alone'
  | 'forgets the lease'
const planted = vi.hoisted((): { fault: Fault } => ({ fault: 'none' }))

vi.mock('@/lib/changes/server/change-store', async (original) => {
  const real = await original<typeof ChangeStore>()
  const advanceChange: typeof real.advanceChange = async (row, changeAt, mover) => {
    if (planted.fault === 'approves without the lock' && row.state === 'PROPOSED')
      return real.advanceChange({ ...row, revision: (await real.findChange(row.id)).revision }, changeAt, mover)
    const change = changeAt(new Date())
    const stored = real.advanceChange(row, changeAt, mover)
    if (planted.fault !== 'sends before storing' || change.state !== 'SENT') return stored
    stored.catch(() => undefined)
    return { ...row, ...change, cause: JSON.stringify(change.cause), revision: row.revision + 1 }
  }
  return { ...real, advanceChange }
})

vi.mock('@/lib/changes/change-evidence', async (original) => {
  const real = await original<typeof Evidence>()
  const inEffect = { shown: { kind: 'inEffect', now: null }, isGone: false, isWithoutEffect: true } as const
  const changeEvidence: typeof real.changeEvidence = (...given) =>
    planted.fault === 'judges by status alone' ? inEffect : real.changeEvidence(...given)
  return { ...real, changeEvidence }
})

vi.mock('@/lib/core/server/lease', async (original) => {
  const real = await original<typeof Lease>()
  const isHeld: typeof real.isHeld = (...given) =>
    planted.fault === 'forgets the lease' ? sql<boolean>`false` : real.isHeld(...given)
  return { ...real, isHeld }
})

withEnvironment({ LOG_LEVEL: 'silent' })
let simulator: Awaited<ReturnType<typeof startSimulator>>
beforeAll(async () => {
  simulator = await startSimulator()
})
afterAll(() => simulator.close())

describe('the simulator finds a console that', () => {
  it.each<[Fault, RegExp]>([
    ['sends before storing', /received before it was stored/],
    ['approves without the lock', /was decided 2 times|was sent/],
    ['judges by status alone', /CONFIRMED, is not in effect|REJECTED, was applied/],
    ['forgets the lease', /claimed while another process held it/],
  ])('%s', async (fault, found) => {
    planted.fault = fault
    const { failed, numRuns, errorInstance } = await fc.check(
      fc.asyncProperty(plan, async (given) => {
        const { faults } = await simulator.simulate(given)
        if (faults.length > 0) throw new Error(faults.join('; '))
      }),
      { numRuns: RUNS, seed: 1, endOnFailure: true },
    )
    planted.fault = 'none'
    expect(failed).toBe(true)
    expect(String(errorInstance)).toMatch(found)
    tally(`runs until the simulator found a console that ${fault}`, numRuns)
  })
})
