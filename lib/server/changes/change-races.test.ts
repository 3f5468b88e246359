import { expect, test } from 'vitest'
import { volume } from '@/scripts/volume.mjs'
import { tally } from '@/scripts/tally.mjs'
import { useChanges } from '@/testing/console/use-changes'
import { runOperation } from '../run-operation'
import { STORE_CLOCK } from './store-clock'

/* Agents who press at once, and one who presses often: whatever they are told, one write leaves. */

const writes = useChanges()
const ROUNDS = volume({ test: 3, prove: 200 })
const SUBMITS = 50
const seen = { status: 'active', endDate: null }

/** Of each way to be told it, how often. */
async function submitAtOnce(id: string, agents: readonly string[], input: object): Promise<Record<string, number>> {
  const { context, environment } = writes()
  const clock = {
    environment: { ...environment, storeClock: STORE_CLOCK },
    receivedAtMs: performance.now(),
    now: () => new Date(),
  }
  const told = await Promise.all(
    agents.map(async (agent) => {
      try {
        const asked = { id, reason: 'Asked for', ...input }
        return (await runOperation('cancelSubscription', { ...context(agent), ...clock }, asked)).change.state
      } catch (error) {
        const { code }: { code?: string } = Object(Object(error).problem)
        return code ?? String(error)
      }
    }),
  )
  return Object.fromEntries([...new Set(told)].map((way) => [way, told.filter((other) => other === way).length]))
}

test.each([
  ['who have seen it', { seen }],
  ['who say nothing of what they saw', {}],
])('fifty submits and two agents at once, %s: one write is sent', { timeout: 900_000 }, async (_, input) => {
  const agents = Array.from({ length: SUBMITS }, (_submit, index) => (index % 2 === 0 ? 'ann' : 'ben'))
  for (let round = 0; round < ROUNDS; round += 1) {
    const { subscribe, api } = writes()
    const id = subscribe()
    const told = await submitAtOnce(id, agents, input)
    const { CONFIRMED, change_open: late = 0, STALE: stale = 0, ...others } = told
    expect({ CONFIRMED, late: late + stale, others }).toEqual({ CONFIRMED: 1, late: SUBMITS - 1, others: {} })
    expect(api.faults.writes.filter((write) => write.id === id)).toHaveLength(1)
  }
  tally('rounds of fifty submits by two agents at once', ROUNDS)
})
