import { request } from 'undici'
import { z } from 'zod'
import { ROLES } from '@/lib/core/roles'
import { onConnection } from '@/database/on-connection'
import { isStoreUnavailable } from '@/database/database-errors'
import { type Actor, DEMO_ACTOR, VISITOR } from '@/lib/core/server/actor'
import { log } from '@/lib/core/server/log'
import { peerOf } from '@/lib/core/server/network/peer'
import type { Caller } from '@/lib/core/server/operation-context'
import { problemError } from '@/lib/core/server/problem'
import { isDemo, settings } from '@/lib/core/server/settings'
import { consoleStore } from '@/lib/store/console-store'
import { cached } from '@/telemetry/cached'
import { authenticateKey, bearerOf } from './authenticate-key'
import { browserTokenOf, hashToken, knownBrowserTokenOf, tokenOf } from '@/lib/core/server/http/cookies'

/** A session ends after this long without use. */
export const SESSION_IDLE_MS = 30 * 60_000
/** A session ends this long after its start, used or not. */
export const SESSION_MAX_AGE_MS = 8 * 60 * 60_000
/** The last use is written at most this often. */
const TOUCH_INTERVAL_MS = 60_000
/** No session was last used before this instant: the use is not recorded. */
const NEVER = new Date(0)

/** Reads the session of an enabled user with the role, and whether any user exists, and records the use. Always returns one row. */
const AUTHENTICATE = `
with found as (
  select s.token_hash, s.id, s.user_id, s.method, s.authenticated_at, s.seen_at, u.email, u.role
  from console.sessions s join console.users u on u.id = s.user_id
  where s.token_hash = $1 and u.disabled_at is null and s.seen_at > $3 and s.created_at > $4
), touched as (
  update console.sessions s set seen_at = $2 from found
  where s.token_hash = found.token_hash and found.seen_at < $5
)
select (select count(*) > 0 from (select from console.users limit 1) any_user) as "hasUsers",
  found.token_hash as "tokenHash", found.id, found.user_id as "userId", found.method,
  found.authenticated_at as "authenticatedAt", found.email, found.role
from (select 1) one left join found on true`

const SessionRow = z.object({
  tokenHash: z.string(),
  id: z.string(),
  userId: z.string(),
  method: z.enum(['password', 'oidc']),
  authenticatedAt: z.date(),
  email: z.string(),
  role: z.enum(ROLES),
})
const UsersRow = z.object({ hasUsers: z.boolean() })

/**
 * Returns the actor of a request by its session token: the user with the current role, the demo's actor on demo data
 * while no user exists, else a visitor.
 * @param countsAsUse true when the request counts as a use of the session; background requests of a page do not
 * @throws the signal's reason when it aborts before the store responds; ProblemError `unreachable` when the billing
 * service does not respond
 */
export async function authenticate(
  token: string | undefined,
  now: Date,
  { signal, countsAsUse = true }: { signal?: AbortSignal; countsAsUse?: boolean } = {},
): Promise<Actor> {
  const ago = (ms: number) => new Date(now.getTime() - ms)
  const { rows } = await onConnection({ db: await consoleStore(), signal }, ({ $client }) =>
    $client.query({
      name: 'authenticate',
      text: AUTHENTICATE,
      values: [
        token === undefined ? '' : hashToken(token),
        now,
        ago(SESSION_IDLE_MS),
        ago(SESSION_MAX_AGE_MS),
        countsAsUse ? ago(TOUCH_INTERVAL_MS) : NEVER,
      ],
    }),
  )
  const found = SessionRow.safeParse(rows[0])
  if (found.success) {
    const { userId, email, role, ...session } = found.data
    return { userId, name: email, role, session }
  }
  return (await needsNoSignIn(UsersRow.parse(rows[0]))) ? DEMO_ACTOR : VISITOR
}

const needsNoSignIn = async ({ hasUsers }: z.infer<typeof UsersRow>) => isDemo() && !hasUsers && (await isDemoService())

/** Every request waits for the session lookup, so a store that hangs must not block it for long. */
const LOOKUP_TIMEOUT_MS = 5_000

/**
 * Returns the actor, the address and the browser of a request.
 * @param countsAsUse true when the request counts as a use of the session, see `authenticate`
 * @throws ProblemError `store_unavailable` when the store fails or does not respond within five seconds, `unreachable` when the
 * billing service does not respond
 */
export async function callerOf(headers: Headers, countsAsUse = true): Promise<Caller> {
  const cookies = headers.get('cookie')
  const actor = await withinLookup((signal) => authenticate(tokenOf(cookies), new Date(), { signal, countsAsUse }))
  return {
    actor,
    peer: peerOf(headers),
    userAgent: headers.get('user-agent') ?? '',
    browserToken: browserTokenOf(cookies),
    knownBrowserToken: knownBrowserTokenOf(cookies),
  }
}

/**
 * Returns the caller of a request under `/api`: with `Authorization: Bearer` by its access key alone, else as `callerOf`.
 * @throws ProblemError as `callerOf` and `authenticateKey`
 */
export async function apiCallerOf(headers: Headers, countsAsUse: boolean): Promise<Caller> {
  const token = bearerOf(headers)
  if (token === undefined) return callerOf(headers, countsAsUse)
  const peer = peerOf(headers)
  const actor = await withinLookup(async (signal) =>
    onConnection({ db: await consoleStore(), signal }, (db) => authenticateKey(db, { token, peer }, new Date())),
  )
  return { actor, peer, userAgent: headers.get('user-agent') ?? '' }
}

async function withinLookup(lookUp: (signal: AbortSignal) => Promise<Actor>): Promise<Actor> {
  let signal: AbortSignal | undefined
  try {
    // The first use opens the store, which may take longer and has its own timeout.
    await consoleStore()
    signal = AbortSignal.timeout(LOOKUP_TIMEOUT_MS)
    return await lookUp(signal)
  } catch (error) {
    const isTimeout = signal?.aborted && error === signal.reason
    if (!isTimeout && !isStoreUnavailable(error)) throw error
    log().error({ err: error }, 'the console’s own database failed')
    throw problemError(
      'store_unavailable',
      'Your sign-in could not be checked. Nothing was changed. Try again in a moment. If this continues, contact the person who runs the console.',
    )
  }
}

/** Caches the response this long. After an import into demo data the console needs no sign-in for at most this long. */
const DEMO_CACHE_MS = 1_000
const DEMO_TIMEOUT_MS = 2_000
const NO_RESPONSE =
  'The billing service does not respond. Nothing was changed. Try again in a moment. If this continues, start it again with `npm start`.'

/**
 * True when the billing service reports that its store holds only demo data; false for any other response.
 * @throws ProblemError `unreachable` when the service does not respond: whether a sign-in is needed is not known then
 */
const isDemoService = cached(async () => {
  const { statusCode, text } = await fetchText(`${settings().BILLING_API_BASE_URL}/demo-data`).catch(() => {
    throw problemError('unreachable', NO_RESPONSE)
  })
  try {
    return statusCode === 200 && Object(JSON.parse(text)).isDemo === true
  } catch {
    return false
  }
}, DEMO_CACHE_MS)

async function fetchText(url: string): Promise<{ statusCode: number; text: string }> {
  const { statusCode, body } = await request(url, { signal: AbortSignal.timeout(DEMO_TIMEOUT_MS) })
  return { statusCode, text: await body.text() }
}
