import { expect, test } from 'vitest'
import { tally } from '@/scripts/test/volume.mjs'
import { useChanges } from '@/testing/console/use-changes'
import { runOperation } from '../run-operation'
import { STORE_CLOCK } from './change-timing'

/* Concurrent submits by two agents send exactly one change. */

const setup = useChanges()
const ROUNDS = 200
const SUBMITS = 50
const seen = { status: 'active', endDate: null }

/** Submits once per agent, concurrently, and counts the outcomes. */
async function submitAtOnce(id: string, agents: readonly string[], input: object): Promise<Record<string, number>> {
  const { context, environment } = setup()
  const clock = {
    environment: { ...environment, storeClock: STORE_CLOCK },
    receivedAtMs: performance.now(),
    now: () => new Date(),
  }
  const outcomes = await Promise.all(
    agents.map(async (agent) => {
      try {
        const requested = { id, reason: 'Asked for', ...input }
        return (await runOperation('cancelSubscription', { ...context(agent), ...clock }, requested)).change.state
      } catch (error) {
        const { code }: { code?: string } = Object(Object(error).problem)
        return code ?? String(error)
      }
    }),
  )
  return Object.fromEntries(
    [...new Set(outcomes)].map((outcome) => [outcome, outcomes.filter((other) => other === outcome).length]),
  )
}

test.each([
  ['with the seen state', { seen }],
  ['without a seen state', {}],
])('fifty concurrent submits by two agents %s send one cancel', { timeout: 900_000 }, async (_, input) => {
  const agents = Array.from({ length: SUBMITS }, (_submit, index) => (index % 2 === 0 ? 'ann' : 'ben'))
  for (let round = 0; round < ROUNDS; round += 1) {
    const { subscribe, api } = setup()
    const id = subscribe()
    const outcomes = await submitAtOnce(id, agents, input)
    const { CONFIRMED, change_open: late = 0, STALE: stale = 0, ...others } = outcomes
    expect({ CONFIRMED, late: late + stale, others }).toEqual({ CONFIRMED: 1, late: SUBMITS - 1, others: {} })
    expect(api.faults.received.filter((write) => write.id === id)).toHaveLength(1)
  }
  tally('rounds of fifty submits by two agents at once', ROUNDS)
})
