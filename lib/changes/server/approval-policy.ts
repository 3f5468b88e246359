import { and, countDistinct, eq, gt, isNull, notInArray, or, type SQL, sql } from 'drizzle-orm'
import { accessKeyActorName, personOf } from '@/lib/people/access-key'
import type { DatabaseTransaction } from '@/database/open-database'
import type { ChangeAction } from '../change-effect'
import { mayDelete } from '../expected-effect'
import type { Actor } from '@/lib/core/server/actor'
import { problemError } from '@/lib/core/server/problem'
import type { Settings } from '@/lib/core/server/settings'
import { subscriptionChanges } from '@/lib/store/schema'

declare module '@/lib/core/server/operation-context' {
  interface Environment {
    /** Which changes another person approves. */
    approvals: ApprovalPolicy
  }
}

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

/**
 * Returns for each change that a person requests whether it is sent without an approval, by its effect. Call it in the transaction that
 * stores the changes, so that concurrent requests count each other.
 * @param effects as confirmed: a change with another one is not sent. One that was left out counts as one that may delete
 */
export async function sentWithoutApproval(
  tx: DatabaseTransaction,
  { needs }: Pick<ApprovalPolicy, 'needs'>,
  { effects, actor }: { effects: readonly (string | null | undefined)[]; actor: Actor },
  now: Date,
): Promise<boolean[]> {
  if (typeof needs !== 'object')
    return effects.map((effect) => needs === 'off' || (needs === 'deletes' && !mayDelete(effect)))
  const left = needs.above - (await countWithoutApproval(tx, actor, now))
  return effects.map((_, nth) => nth < left)
}

/**
 * Returns when a proposal that is stored now expires.
 * @param until the instant from which it has another effect, if known
 */
export function expiryAt({ expiresMs }: Pick<ApprovalPolicy, 'expiresMs'>, now: Date, until: string | null): string {
  return earlierOf(new Date(now.getTime() + expiresMs).toISOString(), until)
}

/** Returns the deadline, or the instant from which the effect is another when that is earlier. */
export const earlierOf = (deadline: string, until: string | null): string =>
  until !== null && Date.parse(until) < Date.parse(deadline) ? new Date(until).toISOString() : deadline

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

/** The most proposals of a person and their access keys that wait for approval. A group counts as one. */
const MAX_PROPOSALS = 100

/** Call it in the transaction that stores the change. @throws ProblemError `too_many_proposals` */
export async function admitProposal(tx: DatabaseTransaction, actor: Actor): Promise<void> {
  const { groupId, id, state } = subscriptionChanges
  const [waiting] = await tx
    .select({ count: countDistinct(sql`coalesce(${groupId}, ${id})`) })
    .from(subscriptionChanges)
    .where(and(eq(state, 'PROPOSED'), isOfPerson(actor)))
  if ((waiting?.count ?? 0) < MAX_PROPOSALS) return
  throw problemError(
    'too_many_proposals',
    `Nothing was proposed: ${MAX_PROPOSALS} of your proposals wait for approval. Withdraw some, or ask an admin to decide on them.`,
  )
}
