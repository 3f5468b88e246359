import { and, eq, lte } from 'drizzle-orm'
import type { BatchChanged } from '@/contract/console/batches'
import type { ConsoleInput } from '@/contract/console/operations'
import { isAllowed } from '@/contract/console/roles'
import type { DatabaseTransaction } from '@/database/open-database'
import { recordedTransaction } from '../audit/append-entry'
import { isSamePerson, proposalOfBatch, requireOtherPerson } from '../changes/other-person'
import type { Environment } from '../environment'
import type { Actor } from '../actor'
import type { OperationContext } from '../operation-context'
import { problemError } from '../problem'
import { freshSignInRequired, isFreshlySignedIn } from '../sign-in/sign-in-rules'
import { batches, batchRows } from '../store/batch-schema'
import { consoleStore } from '../store/console-store'
import { batchOf, type StoredBatch } from './read-batches'
import { completeProposal, findBatch, recordStep, requireAction } from './batch-store'

/*
 * A batch always needs another person, also when the policy is off. The rules are those of proposals
 * (`../changes/proposals.ts`).
 */

/**
 * Proposes a batch whose preview is complete.
 * @throws ProblemError `not_found`, `not_allowed` for the batch of another person, `fresh_sign_in_required`, `invalid_request` when it is
 * not ready or would change nothing
 */
export async function proposeBatch(
  context: OperationContext,
  { batchId, reason, ticket }: ConsoleInput<'proposeBatch'>,
): Promise<BatchChanged> {
  const { environment, actor, intent } = context
  const { isMine, owner, action, counts } = await batchOf(context, batchId)
  if (!isMine) throw problemError('not_allowed', `Nothing was proposed: ${owner} made this batch.`)
  requireAction(context, { action })
  if (counts.changes === 0) throw problemError('invalid_request', 'Nothing was proposed: it would change nothing.')
  await recordedTransaction(await consoleStore(), async (tx) => {
    await requireFresh(tx, context, batchId)
    const now = await environment.storeClock.storeNow(tx)
    const proposed = await move(tx, batchId, 'ready', {
      state: 'proposed',
      owner: actor.name,
      role: actor.role,
      reason,
      ticket: ticket ?? null,
      intent: intent ?? null,
      proposedAt: now.toISOString(),
      expiresAt: new Date(now.getTime() + environment.approvals.expiresMs).toISOString(),
    })
    if (!proposed)
      throw problemError('invalid_request', 'Nothing was proposed: this batch has changed meanwhile. Reload the page.')
    await recordStep(tx, context, {
      action: 'proposeBatch',
      at: now,
      outcome: 'proposed',
      detail: { rows: counts.changes },
    })
  })
  return { accepted: true, batch: await batchOf(context, batchId) }
}

/**
 * Approves the batch of another person. Its changes are then sent one by one, in the background.
 * @throws ProblemError `not_found`, `not_proposed`, `fresh_sign_in_required`, `not_allowed` as `requireOtherPerson`
 */
export async function approveBatch(
  context: OperationContext,
  { batchId, reason, proposedAt }: ConsoleInput<'approveBatch'>,
): Promise<BatchChanged> {
  const { environment, actor } = context
  await recordedTransaction(await consoleStore(), async (tx) => {
    const now = await environment.storeClock.storeNow(tx)
    const batch = await requireProposed(tx, context, batchId, now)
    if (batch.proposedAt !== proposedAt) throw notProposed()
    requireAction(context, batch)
    await requireFresh(tx, context, batchId)
    await requireOtherPerson(tx, proposalOfBatch(batch), actor, now)
    await recordStep(tx, context, { action: 'approveBatch', at: now, detail: {} })
    await move(tx, batchId, 'proposed', { state: 'running', ...decision(actor, reason, now) })
  })
  return { accepted: true, batch: await batchOf(context, batchId) }
}

/**
 * Declines a batch, or withdraws the user's own.
 * @throws ProblemError `not_found`, `not_proposed`, `not_allowed`
 */
export async function declineBatch(
  context: OperationContext,
  { batchId, reason }: ConsoleInput<'declineBatch'>,
): Promise<BatchChanged> {
  const { environment, actor } = context
  await recordedTransaction(await consoleStore(), async (tx) => {
    const now = await environment.storeClock.storeNow(tx)
    const batch = await requireProposed(tx, context, batchId, now)
    if (!isSamePerson(proposalOfBatch(batch), actor) && !isAllowed(actor.role, 'approve'))
      throw problemError('not_allowed', 'Not declined: only an admin declines what others propose.')
    await recordStep(tx, context, { action: 'declineBatch', at: now, detail: {} })
    const ended = { state: 'declined', endedAt: now.toISOString(), ...decision(actor, reason, now) } as const
    const declined = await move(tx, batchId, 'proposed', ended)
    if (declined) await completeProposal(tx, declined, now, 'refused')
  })
  return { accepted: true, batch: await batchOf(context, batchId) }
}

/** Ends the batches that were not approved in time. */
export async function expireBatches({ storeClock, index }: Environment): Promise<void> {
  const db = await consoleStore()
  const isOver = (now: Date) =>
    and(eq(batches.source, index.source), eq(batches.state, 'proposed'), lte(batches.expiresAt, now.toISOString()))
  if ((await db.$count(batches, isOver(await storeClock.storeNow()))) === 0) return
  await recordedTransaction(db, async (tx) => {
    const now = await storeClock.storeNow(tx)
    const endedAt = now.toISOString()
    const ended = await tx.update(batches).set({ state: 'expired', endedAt }).where(isOver(now)).returning()
    for (const batch of ended) await completeProposal(tx, batch, now, 'not_sent')
  })
}

const decision = ({ name, userId }: Actor, reason: string, now: Date) => ({
  decidedAt: now.toISOString(),
  decidedBy: name,
  decidedByUser: userId ?? null,
  decisionReason: reason,
})

/** Moves a batch from a state. @returns the batch as it is then; undefined when it had another state */
async function move(
  tx: DatabaseTransaction,
  id: string,
  from: StoredBatch['state'],
  to: Partial<StoredBatch>,
): Promise<StoredBatch | undefined> {
  const isFrom = and(eq(batches.id, id), eq(batches.state, from))
  const [moved] = await tx.update(batches).set(to).where(isFrom).returning()
  return moved
}

async function requireProposed(tx: DatabaseTransaction, context: OperationContext, id: string, now: Date) {
  const batch = await findBatch(tx, context, id)
  if (batch.state === 'proposed' && (batch.expiresAt ?? '') > now.toISOString()) return batch
  throw notProposed()
}

const notProposed = () =>
  problemError(
    'not_proposed',
    'Nothing was done: this batch no longer waits for approval, or was proposed again. Reload the page.',
  )

/** @throws ProblemError `fresh_sign_in_required` for a batch that deletes, or may */
async function requireFresh(tx: DatabaseTransaction, { actor, now }: OperationContext, id: string): Promise<void> {
  if (isFreshlySignedIn(actor, now())) return
  if ((await tx.$count(batchRows, and(eq(batchRows.batchId, id), batchRows.mayDelete))) > 0) throw freshSignInRequired()
}
