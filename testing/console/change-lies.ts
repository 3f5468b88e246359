import { isUnderWay, type SubscriptionChange, type ChangeState } from '@/contract/console/change'
// oxlint-disable-next-line no-restricted-imports -- the foreign API's own record is what an operation is held against
import type { ChangeRecord } from '../fake-billing-api/fault-injection'

type KeptChange = Pick<SubscriptionChange, 'id' | 'subscriptionId' | 'requestId' | 'state'>

/** What the billing API itself knows: which writes came in, and what they did. */
interface ApiRecord {
  writes: readonly ChangeRecord[]
  effects: readonly ChangeRecord[]
}

/** Where what the console says of its writes is not what the billing API knows of them; one line a lie. */
export function liesOf(kept: readonly KeptChange[], { writes, effects }: ApiRecord): string[] {
  const keptIds = new Set(kept.map(({ requestId }) => requestId))
  const lies = kept.flatMap((write) => {
    const { state, requestId, subscriptionId } = write
    const sent = writes.filter((received) => received.requestId === requestId).length
    const isDone = effects.some((effect) => effect.requestId === requestId)
    const isInEffect = effects.some(({ id }) => id === subscriptionId)
    return [
      sent > 1 && 'was sent more than once',
      state === 'CONFIRMED' && !isInEffect && 'is not in effect',
      NEVER_SENT.has(state) && sent > 0 && 'was sent',
      NOT_DONE.has(state) && isDone && 'was applied',
      isUnderWay(state) && 'has no end',
    ].flatMap((lie) => (lie === false ? [] : [`${write.id} of ${subscriptionId}, ${state}, ${lie}`]))
  })
  const strangers = writes.filter(({ requestId }) => requestId === undefined || !keptIds.has(requestId))
  const again = writes.filter(({ id, at, requestId }) =>
    effects.some((effect) => effect.id === id && effect.requestId !== requestId && effect.at < at),
  )
  return [
    ...lies,
    ...strangers.map(({ id }) => `a write of ${id} came in that nobody keeps`),
    ...again.map(({ id }) => `${id} was written to again after it was done`),
  ]
}

const NEVER_SENT: ReadonlySet<ChangeState> = new Set(['NOT_SENT', 'STALE'])
const NOT_DONE: ReadonlySet<ChangeState> = new Set([...NEVER_SENT, 'REJECTED', 'NOT_APPLIED'])
