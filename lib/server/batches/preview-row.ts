import type { BatchPreview } from '@/contract/console/batches'
import { idProblem } from '@/contract/requestable-id'
import type { SubscriptionView } from '@/contract/console/subscription'
import { beforeAfter } from '../../domain/change/before-after'
import { cancelMayDelete, forecast } from '../../domain/subscription/forecast'
import { lockLabel } from '../../format/change-state-label'
import { notFoundLabel } from '../../format/status-names'
import { readable } from '../../format/unreadable'
import { changeSourceOf, changeView } from '../changes/change-store'
import { blockingChange } from '../changes/prepare-change'
import { differencesSinceProposal, factsOf } from '../changes/proposal-facts'
import type { ReadContext } from '../operation-context'
import { ProblemError } from '../problem'
import type { batchRows } from '../store/batch-schema'
import { consoleStore } from '../store/console-store'
import { storableText } from '../store/schema'
import { getSubscription } from '../subscriptions/get-subscription'
import type { StoredBatch } from './read-batches'

/** What the store keeps of a row that was read. */
type PreviewedRow = { preview: BatchPreview; effect: string } & Pick<
  typeof batchRows.$inferSelect,
  'mayDelete' | 'shown' | 'seen' | 'asOf'
>

/**
 * Reads a subscription of a batch, and returns the effect of the change in the words of the dialog, or why it is not possible.
 * @throws ProblemError of a failure that may pass
 */
export async function previewRow(
  context: ReadContext,
  action: StoredBatch['action'],
  id: string,
): Promise<PreviewedRow> {
  if (idProblem(id) !== null) return impossible('This is not an ID')
  try {
    const view = await getSubscription(context, { id })
    const other = await blockingChange(await consoleStore(), changeSourceOf(context.environment), {
      action,
      subscriptionId: id,
    })
    return { ...effectOf(action, view, other && lockLabel(changeView(other))), ...shownOf(view) }
  } catch (error) {
    if (!(error instanceof ProblemError) || error.problem.retryable) throw error
    const { code, title } = error.problem
    return impossible(code === 'not_found' ? notFoundLabel('subscription', id) : title)
  }
}

/** Returns the row of a subscription that could not be read. */
export const impossible = (why: string): PreviewedRow => ({ ...notPossible(why), shown: null, seen: null, asOf: null })

const notPossible = (why: string) =>
  ({ preview: 'impossible', effect: storableText(why.replace(/\.$/, '')), mayDelete: false }) as const

/** @param lock why another change blocks this one */
function effectOf(action: StoredBatch['action'], view: SubscriptionView, lock: string | undefined) {
  const expected = forecast(view, view.asOf)
  const { blocked, effect, final } = expected[action]
  if (blocked !== null) return notPossible(blocked)
  if (lock !== undefined) return notPossible(lock)
  // The API would decide, and nobody could say what is approved.
  if (expected.standing.kind === 'unknown') return notPossible(expected.standing.why)
  if (!final) return { preview: 'nothing', effect: storableText(effect), mayDelete: false } as const
  // Such a change would be stale when it is to be sent.
  if (differencesSinceProposal(factsOf(view), view).length > 0)
    return notPossible('Its dates, plan, prices or customer can’t be read')
  const line = beforeAfter(action, view, expected)
  const words = line === null ? effect : `${line.now} → ${line.after}`
  const mayDelete = action === 'delete' || cancelMayDelete(expected)
  return { preview: 'changes', effect: storableText(words), mayDelete } as const
}

const shownOf = (view: SubscriptionView) => ({
  shown: {
    name: storable(readable(view.plan?.name)),
    status: storable(readable(view.status)),
    customerId: storable(readable(view.customerId)),
  },
  seen: JSON.stringify(factsOf(view)),
  asOf: view.asOf,
})

const storable = (text: string | null) => text && storableText(text)
