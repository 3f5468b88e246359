import { and, desc, eq, inArray, lt, or } from 'drizzle-orm'
import type { SignInErrorCode } from '../../sign-in-words'
import type { DatabaseTransaction } from '@/database/open-database'
import { log } from '@/lib/core/server/log'
import type { OperationContext } from '@/lib/core/server/operation-context'
import {
  type EntryContent,
  type RuledWrite,
  type StoreWrite,
  unrecordedWrite,
  type Written,
} from '@/lib/core/server/store-write'
import { Redirection } from '@/lib/core/server/redirection'
import { consoleStore } from '@/lib/store/console-store'
import { pendingSignIns, sessions, users } from '@/lib/store/schema'
import { browserCookie, hashToken, newToken, PENDING_MS, sessionCookie } from '@/lib/core/server/http/cookies'
import { accountEntry, insertSession } from '../sessions'
import { safeNext } from '@/lib/core/server/sign-in-rules'
import { OidcRefusal } from './oidc-client'
import { identityOf, type OidcIdentity, type SyncedUser, syncUser } from './oidc-user'
import { z } from 'zod'
import { writeOperation } from '@/lib/core/server/operation'

/** Redirects to the OpenID provider, which redirects to `finishOidc`. With `fresh`, the signed-in user authenticates again. */
export const startOidc = writeOperation('startOidc', {
  input: z.strictObject({ next: z.string().max(4096).optional(), fresh: z.literal('1').optional() }),
  async write(context, input): Promise<RuledWrite<Redirection>> {
    const { environment, actor, browserToken = newToken(), requestId, now } = context
    const next = safeNext(input.next)
    const userId = input.fresh === '1' ? (actor.userId ?? null) : null
    const secrets = { state: newToken(), nonce: newToken(), codeVerifier: newToken() }
    let location: string
    try {
      if (!environment.singleSignOn) throw new TypeError('no OpenID provider is set')
      location = await environment.singleSignOn.authorizationUrl(secrets, userId !== null)
    } catch (error) {
      const why = error instanceof Error ? error.message : 'unknown'
      log().error({ event: 'sign-in', operation: 'startOidc', requestId, why }, 'the OpenID provider cannot be reached')
      return unrecordedFailure('oidc_failed', next)
    }
    const browserHash = hashToken(browserToken)
    return unrecordedWrite(
      (tx) => keepPendingSignIn(tx, { ...secrets, browserHash, next, userId, now: now() }),
      () => new Redirection(location, [browserCookie(browserToken)]),
    )
  },
})

type Callback = Readonly<Record<string, string | undefined>>

/** Handles the callback of the OpenID provider: starts a session and redirects to the pending page, or to the sign-in. */
export const finishOidc = writeOperation('finishOidc', {
  input: z.object({ state: z.string().max(1024).optional() }).catchall(z.string().max(8192)),
  async write(context, query: Callback): Promise<StoreWrite<Redirection>> {
    const pending = await takePendingSignIn(query.state, context.now())
    if (!pending) {
      // Not in the audit: a stranger can send made-up states without limit.
      log().warn({ event: 'sign-in', operation: 'finishOidc', requestId: context.requestId, why: 'no such state' })
      return unrecordedFailure('oidc_expired')
    }
    const identity = await fetchIdentity(context, query, pending).catch(refusalOf)
    return async (tx) => {
      if (identity instanceof OidcRefusal) return refuseSignIn(tx, context, identity, pending.next)
      // A savepoint: of a sign-in that is refused now, nothing is kept.
      const started = await tx
        .transaction((part) => startOidcSession(part, context, identity, pending))
        .catch(refusalOf)
      return started instanceof OidcRefusal ? refuseSignIn(tx, context, started, pending.next) : started
    }
  },
})

/** Returns a refusal. @throws any other error */
function refusalOf(error: unknown): OidcRefusal {
  if (error instanceof OidcRefusal) return error
  throw error
}

async function fetchIdentity(
  { environment, browserToken }: OperationContext,
  query: Callback,
  { browserHash, userId, nonce, codeVerifier }: PendingSignIn,
): Promise<OidcIdentity> {
  const provider = environment.singleSignOn
  if (!provider) throw new OidcRefusal('oidc_failed', 'no OpenID provider is set')
  if (browserToken === undefined || hashToken(browserToken) !== browserHash)
    throw new OidcRefusal('oidc_expired', 'it began in another browser')
  const { state = '', ...rest } = query
  const claims = await provider.claims({ ...rest, state }, { state, nonce, codeVerifier }, userId !== null)
  return identityOf(claims, provider.settings)
}

/** Redirects to the sign-in page, which shows the error and keeps the target page. */
function oidcFailure(code: SignInErrorCode, next = '/'): Redirection {
  const query = new URLSearchParams({ error: code, ...(next !== '/' && { next }) })
  return new Redirection(`/sign-in?${query}`)
}

/** Returns a write of nothing that ends with the error. */
const unrecordedFailure = (code: SignInErrorCode, next?: string): RuledWrite<Redirection> =>
  unrecordedWrite(
    () => Promise.resolve(),
    () => oidcFailure(code, next),
  )

/** Used when the provider sends no `auth_time`, so that the sign-in does not count as fresh. */
const LONG_AGO = new Date(0)

/**
 * Starts a session for an identity that the provider confirmed: updates the user from the provider and replaces the browser's last session.
 * @throws OidcRefusal
 */
async function startOidcSession(
  tx: DatabaseTransaction,
  context: OperationContext,
  identity: OidcIdentity,
  { userId: requiredUserId, next }: PendingSignIn,
): Promise<Written<Redirection>> {
  const { peer, userAgent, actor } = context
  const now = context.now()
  const user = await syncUser(tx, identity, now)
  if (requiredUserId !== null && requiredUserId !== user.id)
    throw new OidcRefusal('oidc_refused', 'another user signed in than the one who must sign in again', identity)
  const token = await insertSession(tx, {
    userId: user.id,
    method: 'oidc',
    peer,
    userAgent,
    now,
    authenticatedAt: requiredUserId === null ? earlier(now, identity.authenticatedAt ?? LONG_AGO) : now,
    replaces: actor.session?.tokenHash,
  })
  const detail = { issuer: identity.issuer, fresh: requiredUserId !== null }
  return {
    entry: [...syncEntries(user), accountEntry(context, { email: user.email, as: user, detail })],
    output: () => new Redirection(next, [sessionCookie(token), browserCookie(null)]),
  }
}

const earlier = (a: Date, b: Date) => (a < b ? a : b)

/** Returns what the audit says of a user whom the provider added, or whose role or email it changed. */
function syncEntries({ before, email, role }: SyncedUser): EntryContent[] {
  if (before?.email === email && before.role === role) return []
  const detail = {
    role,
    ...(before !== undefined && before.role !== role && { roleBefore: before.role }),
    ...(before !== undefined && before.email !== email && { emailBefore: before.email }),
  }
  const action = before === undefined ? 'addUser' : 'changeUser'
  return [{ actor: 'OpenID provider', role: 'program', action, object: { kind: 'user', id: email }, detail }]
}

/** Refuses a sign-in, and ends the user's sessions when the provider revoked their access. */
async function refuseSignIn(
  tx: DatabaseTransaction,
  context: OperationContext,
  { code, message: why, subject, endsSessions }: OidcRefusal,
  next: string,
): Promise<Written<Redirection>> {
  log().warn({ event: 'sign-in', operation: 'finishOidc', requestId: context.requestId, code, why })
  if (subject && endsSessions) {
    const isThisOne = and(eq(users.issuer, subject.issuer), eq(users.subject, subject.subject))
    const theirs = tx.select({ id: users.id }).from(users).where(isThisOne)
    await tx.delete(sessions).where(inArray(sessions.userId, theirs))
  }
  const detail = { code, why: why.slice(0, 300), ...(subject && { issuer: subject.issuer, subject: subject.subject }) }
  return {
    entry: { ...accountEntry(context, { email: subject?.email ?? 'unknown', detail }), outcome: 'refused' },
    output: () => oidcFailure(code, next),
  }
}

/** Strangers can start sign-ins, so the oldest beyond this number are deleted. */
const MAX_PENDING = 5_000

/** A sign-in that was started and has not returned from the OpenID provider. */
type PendingSignIn = Omit<typeof pendingSignIns.$inferSelect, 'stateHash' | 'createdAt'>

/** Stores a pending sign-in under its state. */
async function keepPendingSignIn(
  db: DatabaseTransaction,
  { state, now, ...pending }: PendingSignIn & { state: string; now: Date },
): Promise<void> {
  const { createdAt, stateHash } = pendingSignIns
  await db.insert(pendingSignIns).values({ stateHash: hashToken(state), createdAt: now.toISOString(), ...pending })
  const surplus = db.select({ stateHash }).from(pendingSignIns).orderBy(desc(createdAt)).offset(MAX_PENDING)
  await db.delete(pendingSignIns).where(or(lt(createdAt, oldest(now)), inArray(stateHash, surplus)))
}

/**
 * Removes and returns the pending sign-in of a state; undefined when it is unknown, used or expired. Before the provider is asked, so that
 * a state is used once.
 */
async function takePendingSignIn(state: string | undefined, now: Date): Promise<PendingSignIn | undefined> {
  if (state === undefined) return undefined
  const db = await consoleStore()
  const [row] = await db
    .delete(pendingSignIns)
    .where(eq(pendingSignIns.stateHash, hashToken(state)))
    .returning()
  return row && row.createdAt >= oldest(now) ? row : undefined
}

const oldest = (now: Date) => new Date(now.getTime() - PENDING_MS).toISOString()
