import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { tally, volume } from '@/scripts/test/volume.mjs'
import { withEnvironment } from '../console/with-environment'
import { plan } from './commands'
import { startSimulator } from './simulate'

/** Each runs twice, and a run takes about 80 ms: 300 plans would take most of a minute of `npm test`. */
const PLANS = volume({ test: 100, prove: 20_000 })
const TIMEOUT_MS = volume({ test: 240_000, prove: 7_200_000 })

withEnvironment({ LOG_LEVEL: 'silent' })
let simulator: Awaited<ReturnType<typeof startSimulator>>
beforeAll(async () => {
  simulator = await startSimulator()
})
afterAll(() => simulator.close())

describe('two consoles on one store', { timeout: TIMEOUT_MS }, () => {
  it('report nothing false and change nothing twice, whatever is lost, late, decided or dies', async () => {
    let received = 0
    await fc.assert(
      fc.asyncProperty(plan, async (given) => {
        const first = await simulator.simulate(given)
        const again = await simulator.simulate(given)
        // With the events, so that a failure shows them.
        expect(first).toEqual({ ...first, faults: [] })
        expect(again).toEqual(first)
        received += first.received
      }),
      { numRuns: PLANS },
    )
    expect(received).toBeGreaterThan(PLANS / 10)
    tally('plans of two simulated consoles', PLANS)
    tally('changes that the service received in them', received)
  })
})
