import { and, eq } from 'drizzle-orm'
import { isAllowed } from '@/contract/console/roles'
import type { DatabaseTransaction } from '@/database/open-database'
import { appendEntry } from '../audit/append-entry'
import type { OperationContext } from '../operation-context'
import { problemError } from '../problem'
import { batches } from '../store/batch-schema'
import { noBatch, type StoredBatch } from './read-batches'

/** Returns a batch of this billing API. @throws ProblemError `not_found` */
export async function findBatch(
  tx: DatabaseTransaction,
  { environment }: Pick<OperationContext, 'environment'>,
  id: string,
): Promise<StoredBatch> {
  const [batch] = await tx
    .select()
    .from(batches)
    .where(and(eq(batches.id, id), eq(batches.source, environment.index.source)))
  if (!batch) throw noBatch()
  return batch
}

/** @throws ProblemError `not_allowed` when the role does not include the action of a batch */
export function requireAction({ actor }: OperationContext, { action }: Pick<StoredBatch, 'action'>): void {
  if (!isAllowed(actor.role, action))
    throw problemError('not_allowed', `Your role (${actor.role}) does not allow this. Nothing was done. Ask an admin.`)
}

interface Step {
  action: 'startBatch' | 'changeBatch' | 'proposeBatch' | 'approveBatch' | 'declineBatch'
  at: Date
  detail: object
  outcome?: 'proposed'
}

/** Appends the success of an operation to the audit, in the transaction of the operation. */
export const recordStep = (
  tx: DatabaseTransaction,
  { actor, requestId, intent }: OperationContext,
  { outcome, ...step }: Step,
) =>
  appendEntry(tx, {
    ...step,
    actor: actor.name,
    role: actor.role,
    requestId,
    completes: intent,
    outcome: outcome ?? 'done',
  })

/** Appends what became of a proposal to the audit, for the person who proposed it. */
export const completeProposal = (
  tx: DatabaseTransaction,
  { id, owner, role, intent, decidedBy, decisionReason }: StoredBatch,
  at: Date,
  outcome: 'done' | 'refused' | 'not_sent' | 'failed',
  note = decisionReason ?? undefined,
) =>
  appendEntry(tx, {
    at,
    actor: owner,
    role,
    action: 'proposeBatch',
    requestId: id,
    completes: intent ?? undefined,
    outcome,
    detail: { decidedBy: decidedBy ?? undefined, note },
  })
