import { and, eq, gt, isNull, notInArray, or, type SQL, sql } from 'drizzle-orm'
import { accessKeyActorName, personOf } from '@/contract/console/access-key'
import type { DatabaseTransaction } from '@/database/open-database'
import type { ChangeAction } from '../../domain/change/change-effect'
import type { Actor } from '../actor'
import { problemError } from '../problem'
import type { Settings } from '../settings'
import { subscriptionChanges } from '../store/schema'

type Row = typeof subscriptionChanges.$inferSelect

const HOUR_MS = 3_600_000

/** Which changes need an approval, and how long a proposal waits for it. */
export interface ApprovalPolicy {
  needs: 'off' | 'deletes' | 'all' | { above: number }
  expiresMs: number
}

export function approvalPolicyOf({ CONSOLE_APPROVALS: needs, CONSOLE_APPROVAL_HOURS }: Settings): ApprovalPolicy {
  const expiresMs = CONSOLE_APPROVAL_HOURS * HOUR_MS
  if (needs === 'off' || needs === 'deletes' || needs === 'all') return { needs, expiresMs }
  return { needs: { above: Number(needs.slice('above:'.length)) }, expiresMs }
}

/** True for a change that another person must approve before it is sent. */
export const needsApproval = (row: Row): row is Row & { expiresAt: string } =>
  row.expiresAt !== null && row.decidedAt === null

/**
 * Returns when the proposal of a new change would expire; null when the change needs no approval. Call it in the transaction that
 * stores the change, so that concurrent requests count each other.
 */
export async function approvalDeadline(
  tx: DatabaseTransaction,
  { needs, expiresMs }: ApprovalPolicy,
  { action, actor }: { action: ChangeAction; actor: Actor },
  now: Date,
): Promise<string | null> {
  const isNeeded =
    typeof needs === 'object'
      ? (await countWithoutApproval(tx, actor, now)) >= needs.above
      : needs === 'all' || (needs === 'deletes' && action === 'delete')
  return isNeeded ? new Date(now.getTime() + expiresMs).toISOString() : null
}

/** Counts the changes of a person in the last hour that no other person approved. */
function countWithoutApproval(tx: DatabaseTransaction, { name, userId }: Actor, now: Date): Promise<number> {
  const { createdAt, expiresAt, state } = subscriptionChanges
  const isCounted = and(
    or(eq(subscriptionChanges.actor, name), hasUser(userId)),
    gt(createdAt, new Date(now.getTime() - HOUR_MS).toISOString()),
    isNull(expiresAt),
    notInArray(state, ['NOT_SENT', 'STALE']),
  )
  return tx.$count(subscriptionChanges, isCounted)
}

/** The condition that a proposal of this action waits for approval. */
export const isProposed = (action: ChangeAction): SQL | undefined =>
  and(eq(subscriptionChanges.state, 'PROPOSED'), eq(subscriptionChanges.action, action))

/** Matches the changes of an account, also under an email that it had before. */
const hasUser = (userId: string | undefined) =>
  // Never null, because it is negated too.
  userId === undefined ? undefined : sql`${subscriptionChanges.userId} is not distinct from ${userId}`

/** Matches the changes of the person behind an actor, and of that person's access keys. */
export function isOfPerson({ name, userId }: Actor): SQL {
  const person = personOf(name)
  const ofKey = accessKeyActorName('', person)
  const { actor } = subscriptionChanges
  const isNamed = sql`(${actor} = ${person} or right(${actor}, length(${ofKey})) = ${ofKey})`
  return or(isNamed, hasUser(userId)) ?? isNamed
}

/** The most proposals of a person and their access keys that wait for approval. */
const MAX_PROPOSALS = 100

/** Call it in the transaction that stores the change. @throws ProblemError `too_many_proposals` */
export async function admitProposal(tx: DatabaseTransaction, actor: Actor): Promise<void> {
  if (
    (await tx.$count(subscriptionChanges, and(eq(subscriptionChanges.state, 'PROPOSED'), isOfPerson(actor)))) <
    MAX_PROPOSALS
  )
    return
  throw problemError(
    'too_many_proposals',
    `Nothing was proposed: ${MAX_PROPOSALS} of your proposals wait for approval. Withdraw some, or ask an admin to decide on them.`,
  )
}
