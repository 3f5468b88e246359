import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { IS_PROOF, tally, volume } from '@/scripts/test/volume.mjs'
import { withEnvironment } from '../console/with-environment'
import { plan } from './commands'
import { startSimulator } from './simulate'

/** Each runs twice. `npm test` repeats the same plans, and `npm run prove` looks for new ones. */
const PLANS = volume({ test: 300, prove: 20_000 })
const SEED = IS_PROOF ? {} : { seed: 1 }
const TIMEOUT_MS = volume({ test: 600_000, prove: 7_200_000 })

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
      { numRuns: PLANS, ...SEED },
    )
    expect(received).toBeGreaterThan(PLANS / 10)
    tally('plans of two simulated consoles', PLANS)
    tally('changes that the service received in them', received)
  })
})
