import type { Database, DatabaseTransaction } from '@/database/open-database'
import { appendEntry } from '../../audit/append-entry'
import { recordedTransaction } from '../../audit/recorded-transaction'
import type { OperationContext } from '../../operation-context'
import { accountEvent } from '../account-event'
import { insertSession } from '../insert-session'
import type { OidcIdentity } from './oidc-identity'
import { OidcRefusal } from './oidc-refusal'
import { type SyncedUser, syncUser } from './oidc-user'

/** Of a provider that does not say when somebody signed in there: long ago, so what asks for a fresh sign-in asks. */
const LONG_AGO = new Date(0)

interface Entry {
  identity: OidcIdentity
  /** The user who was asked to prove again who they are; null for a sign-in. */
  mustBe: string | null
}

/**
 * Lets in whom the provider vouches for: the user as it has them now, on record, with a new session in the place of this
 * browser's last.
 * @returns the session's token
 * @throws OidcRefusal; nothing has changed then
 */
export async function startOidcSession(
  db: Database,
  context: OperationContext,
  { identity, mustBe }: Entry,
): Promise<string> {
  const { peer, userAgent, actor } = context
  const now = context.now()
  return recordedTransaction(db, async (tx) => {
    const user = await syncUser(tx, identity, now)
    if (mustBe !== null && mustBe !== user.id)
      throw new OidcRefusal('oidc_refused', 'somebody else than who was asked to', identity)
    await recordSync(tx, context, user)
    const detail = { issuer: identity.issuer, fresh: mustBe !== null }
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
      authenticatedAt: mustBe === null ? earlier(now, identity.authenticatedAt ?? LONG_AGO) : now,
      replaces: actor.session?.tokenHash,
    })
  })
}

const earlier = (a: Date, b: Date) => (a < b ? a : b)

/** Who the provider made a user, or gave another role or address. */
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
