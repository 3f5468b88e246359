import type { Database, DatabaseTransaction } from '@/database/open-database'
import { appendEntry, recordedTransaction } from '../../audit/append-entry'
import type { OperationContext } from '../../operation-context'
import { accountEvent } from '../account-event'
import { insertSession } from '../insert-session'
import type { OidcIdentity } from './oidc-identity'
import { OidcRefusal } from './oidc-refusal'
import { type SyncedUser, syncUser } from './oidc-user'

/** Used when the provider sends no `auth_time`, so that the sign-in does not count as fresh. */
const LONG_AGO = new Date(0)

interface OidcSignIn {
  identity: OidcIdentity
  /** The user who must authenticate again; null for a sign-in. */
  requiredUserId: string | null
}

/**
 * Starts a session for an identity that the provider confirmed. Updates the user from the provider, appends the audit
 * entries and replaces the browser's last session.
 * @returns the session's token
 * @throws OidcRefusal; nothing is changed then
 */
export async function startOidcSession(
  db: Database,
  context: OperationContext,
  { identity, requiredUserId }: OidcSignIn,
): Promise<string> {
  const { peer, userAgent, actor } = context
  const now = context.now()
  return recordedTransaction(db, async (tx) => {
    const user = await syncUser(tx, identity, now)
    if (requiredUserId !== null && requiredUserId !== user.id)
      throw new OidcRefusal('oidc_refused', 'another user signed in than the one who must sign in again', identity)
    await recordSync(tx, context, user)
    const detail = { issuer: identity.issuer, fresh: requiredUserId !== null }
    await appendEntry(
      tx,
      accountEvent(context, { action: 'finishOidc', email: user.email, outcome: 'done', as: user, detail }),
    )
    return insertSession(tx, {
      userId: user.id,
      method: 'oidc',
      peer,
      userAgent,
      now,
      authenticatedAt: requiredUserId === null ? earlier(now, identity.authenticatedAt ?? LONG_AGO) : now,
      replaces: actor.session?.tokenHash,
    })
  })
}

const earlier = (a: Date, b: Date) => (a < b ? a : b)

/** Records that the provider added a user, or changed the role or email. */
async function recordSync(tx: DatabaseTransaction, context: OperationContext, user: SyncedUser): Promise<void> {
  const { before, email, role } = user
  if (before?.email === email && before.role === role) return
  await appendEntry(tx, {
    at: context.now(),
    actor: 'OpenID provider',
    role: 'program',
    action: before === undefined ? 'addUser' : 'changeUser',
    requestId: context.requestId,
    object: { kind: 'user', id: email },
    outcome: 'done',
    detail: {
      role,
      ...(before !== undefined && before.role !== role && { roleBefore: before.role }),
      ...(before !== undefined && before.email !== email && { emailBefore: before.email }),
    },
  })
}
