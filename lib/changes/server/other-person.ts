import { and, eq, gt, inArray } from 'drizzle-orm'
import { accessKeyActorName, personOf } from '@/lib/people/access-key'
import type { OperationName } from '@/lib/core/operations'
import { isAllowed } from '@/lib/core/roles'
import type { DatabaseTransaction } from '@/database/open-database'
import type { Actor } from '@/lib/core/server/actor'
import { problemError } from '@/lib/core/server/problem'
import { accessKeys, auditEntries, users } from '@/lib/store/schema'
import type { ChangeRow } from './change-store'

/** For this long, the person who made or changed an account may still be able to sign in with it. */
const ACCOUNT_CHANGED_MS = 7 * 86_400_000
/** The operations by which one person could make or take over an account. The command line has other names. */
const ACCOUNT_CHANGES = ['addUser', 'changeUser', 'createResetLink'] satisfies OperationName[]

/** Who proposed what, and when. */
type Proposal = Pick<ChangeRow, 'action' | 'actor' | 'createdAt' | 'userId' | 'accessKeyId'>

/** True when the actor proposed it, also under an earlier email, or owns the access key that did. */
export const isSamePerson = ({ actor, userId }: Pick<Proposal, 'actor' | 'userId'>, by: Actor) =>
  (userId !== null && userId === by.userId) || personOf(actor).toLowerCase() === by.name.toLowerCase()

/** The condition on the account of a person; rows of an earlier version have no ID of it. */
export const isAccount = (userId: string | null, email: string) =>
  userId === null ? eq(users.email, email.toLowerCase()) : eq(users.id, userId)

/**
 * Checks inside the transaction, after which no account changes before the approval is stored: all of them lock the audit.
 * @throws ProblemError `not_allowed`
 */
export async function requireOtherPerson(
  tx: DatabaseTransaction,
  proposal: Proposal,
  approver: Actor,
  now: Date,
): Promise<void> {
  const { actor: proposer, createdAt } = proposal
  if (isSamePerson(proposal, approver))
    throw problemError('not_allowed', 'Not approved: you proposed it, and another person must approve it.')
  if (approver.userId !== undefined) {
    const [user] = await tx.select().from(users).where(eq(users.id, approver.userId))
    if (!user || user.disabledAt !== null || !isAllowed(user.role, 'approve'))
      throw problemError('not_allowed', 'Not approved: you can no longer approve.')
  }
  const email = await requireTrustedProposer(tx, proposal)
  const daysAgo = new Date(now.getTime() - ACCOUNT_CHANGED_MS).toISOString()
  // An account that was changed after the proposal counts, however long that waits.
  const since = createdAt < daysAgo ? createdAt : daysAgo
  const person = personOf(proposer)
  const ofProposer = await namesBehind(tx, [person, ...email], since)
  const ofApprover = await namesBehind(tx, [approver.name], since)
  const both = [...ofApprover].find((name) => ofProposer.has(name))
  if (both !== undefined) throw problemError('not_allowed', `Not approved: ${bothWords(both, person, approver.name)}`)
}

/**
 * Rejects a proposal whose proposer is disabled or lost the role for it, or whose access key was revoked: the key may have been stolen.
 * A proposal of an earlier version has only the name of its key.
 * @returns the email that the account has now, if there is one
 */
async function requireTrustedProposer(
  tx: DatabaseTransaction,
  { action, actor: proposer, createdAt, userId, accessKeyId }: Proposal,
): Promise<string[]> {
  const person = personOf(proposer)
  const [owner] = await tx.select().from(users).where(isAccount(userId, person))
  if (!owner) return []
  if (owner.disabledAt !== null)
    throw problemError(
      'not_allowed',
      `Not approved: the account of ${person}, who proposed it, is disabled. Decline it.`,
    )
  if (!isAllowed(owner.role, action))
    throw problemError('not_allowed', `Not approved: ${person}, who proposed it, may no longer ${action}. Decline it.`)
  if (proposer === person) return [owner.email]
  const keys = await tx.select().from(accessKeys).where(eq(accessKeys.userId, owner.id))
  const isRevoked = ({ id, name, revokedAt }: typeof accessKeys.$inferSelect) =>
    revokedAt !== null &&
    (accessKeyId === null
      ? accessKeyActorName(name, person) === proposer && revokedAt >= createdAt
      : id === accessKeyId)
  if (keys.some(isRevoked))
    throw problemError('not_allowed', 'Not approved: the access key that proposed it was revoked. Decline it.')
  return [owner.email]
}

/**
 * Returns the names, their earlier ones at the provider, and the people who added or changed its account, or one of theirs. Each
 * of them may be the person who signed in by this name.
 */
async function namesBehind(tx: DatabaseTransaction, ofPerson: readonly string[], since: string): Promise<Set<string>> {
  const { at, actor, role, action, objectKind, objectId, outcome, detail } = auditEntries
  const isChange = and(eq(objectKind, 'user'), inArray(action, ACCOUNT_CHANGES), eq(outcome, 'done'), gt(at, since))
  const names = new Set<string>()
  let added = [...ofPerson]
  while (added.length > 0) {
    for (const each of added) names.add(each)
    const changes = await tx
      .select({ actor, role, detail })
      .from(auditEntries)
      .where(and(isChange, inArray(objectId, added)))
    added = [...new Set(changes.flatMap(earlierNames))].filter((each) => !names.has(each))
  }
  return names
}

/** Returns who changed an account. The provider's program does it for different people: then the account's earlier name. */
function earlierNames({ actor, role, detail }: Pick<typeof auditEntries.$inferSelect, 'actor' | 'role' | 'detail'>) {
  if (role !== 'program') return actor
  const earlier: unknown = JSON.parse(detail).emailBefore
  return typeof earlier === 'string' ? earlier : []
}

function bothWords(both: string, proposer: string, approver: string): string {
  const account =
    both === proposer ? 'your account' : `the account of ${proposer}${both === approver ? '' : ' or yours'}`
  const who = both === approver ? 'you' : both
  return `${who} added or changed ${account} within the last 7 days, or since it was proposed. Another person must approve it.`
}
