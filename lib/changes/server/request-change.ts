import type { ChangeReport } from '../change'
import type { ChangeAction } from '../change-effect'
import { operation } from '@/lib/core/server/operation'
import type { OperationContext } from '@/lib/core/server/operation-context'
import { problemError } from '@/lib/core/server/problem'
import { CancelSubscriptionInput, DeleteSubscriptionInput } from './change-input'
import { prepareChange, type RequestedChange } from './prepare-change'
import { runPrepared } from './run-change'

const OF_SUBSCRIPTION = { records: 'run', object: { kind: 'subscription', idField: 'id' } } as const
const CANCEL = {
  input: CancelSubscriptionInput,
  audit: { ...OF_SUBSCRIPTION, fields: ['externalCustomerId', 'seen', 'asOf'] },
} as const
const DELETE = { input: DeleteSubscriptionInput, audit: { ...OF_SUBSCRIPTION, fields: ['seen', 'asOf'] } } as const

export const cancelSubscription = operation('cancelSubscription', {
  ...CANCEL,
  run: (context, input) => requestChange(context, { ...input, action: 'cancel' }),
})

export const deleteSubscription = operation('deleteSubscription', {
  ...DELETE,
  run: (context, input) => requestChange(context, { ...input, action: 'delete' }),
})

export const proposeCancel = operation('proposeCancel', {
  ...CANCEL,
  describe: 'Proposes to cancel a subscription. Nothing is sent until another person approves it in the console.',
  tool: {},
  run: (context, input) => requestChange(context, { ...input, action: 'cancel', isProposal: true }),
})

export const proposeDelete = operation('proposeDelete', {
  ...DELETE,
  describe: 'Proposes to delete a subscription. Nothing is sent until another person approves it in the console.',
  tool: {},
  run: (context, input) => requestChange(context, { ...input, action: 'delete', isProposal: true }),
})

/**
 * Runs a cancel or delete: store it, read the subscription, send the request once, read again. The reconciler
 * (`reconcile-changes.ts`) determines an outcome that is still unknown then.
 * @throws ProblemError `effect_required` for a key, `change_open`, or when nothing was sent or the billing API refused; each with the
 * change's id
 */
async function requestChange(context: OperationContext, requested: RequestedChange): Promise<ChangeReport> {
  if (context.actor.accessKey !== undefined && requested.seen?.effect == null) throw effectRequired(requested.action)
  return runPrepared(context, await prepareChange(context, requested))
}

const effectRequired = (action: ChangeAction) =>
  problemError(
    'effect_required',
    `Nothing was proposed: send "seen" with the values that you read, and as its "effect" the "${action}" of "effects" of the subscription.`,
  )
