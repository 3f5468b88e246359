import { isUnderWay, type SubscriptionChange, type ChangeState } from '@/lib/changes/change'
// oxlint-disable-next-line no-restricted-imports -- the test compares the console's record with the fake API's own record
import type { ChangeRecord } from '../fake-billing-api/fault-injection'

type ConsoleRecord = Pick<SubscriptionChange, 'id' | 'subscriptionId' | 'requestId' | 'state'>

/** The billing API's own record of received and applied changes. */
interface ApiRecord {
  received: readonly ChangeRecord[]
  effects: readonly ChangeRecord[]
}

/** Lists every contradiction between the console's record of its changes and the billing API's record. */
export function findFalseReports(changes: readonly ConsoleRecord[], { received, effects }: ApiRecord): string[] {
  const knownRequestIds = new Set(changes.map(({ requestId }) => requestId))
  const falseReports = changes.flatMap((change) => {
    const { state, requestId, subscriptionId } = change
    const timesSent = received.filter((record) => record.requestId === requestId).length
    const isApplied = effects.some((effect) => effect.requestId === requestId)
    const isInEffect = effects.some(({ id }) => id === subscriptionId)
    return [
      timesSent > 1 && 'was sent more than once',
      state === 'CONFIRMED' && !isInEffect && 'is not in effect',
      NEVER_SENT.has(state) && timesSent > 0 && 'was sent',
      NOT_APPLIED.has(state) && isApplied && 'was applied',
      isUnderWay(state) && 'has no final state',
    ].flatMap((fault) => (fault === false ? [] : [`${change.id} of ${subscriptionId}, ${state}, ${fault}`]))
  })
  const unrecorded = received.filter(({ requestId }) => requestId === undefined || !knownRequestIds.has(requestId))
  const repeated = received.filter(({ id, at, requestId }) =>
    effects.some((effect) => effect.id === id && effect.requestId !== requestId && effect.at < at),
  )
  return [
    ...falseReports,
    ...unrecorded.map(({ id }) => `the API received a change of ${id} that the console has no record of`),
    ...repeated.map(({ id }) => `${id} was changed again after its change took effect`),
  ]
}

const NEVER_SENT: ReadonlySet<ChangeState> = new Set(['NOT_SENT', 'STALE', 'PROPOSED', 'DECLINED', 'EXPIRED'])
const NOT_APPLIED: ReadonlySet<ChangeState> = new Set([...NEVER_SENT, 'REJECTED', 'NOT_APPLIED'])
