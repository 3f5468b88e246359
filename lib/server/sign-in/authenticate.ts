import { z } from 'zod'
import { ROLES } from '@/contract/console/roles'
import { onConnection } from '@/database/on-connection'
import { consoleStore } from '../store/console-store'
import { isDemo } from '../settings'
import { type Actor, DEMO_ACTOR, VISITOR } from '../actor'
import { isDemoService } from './is-demo-service'
import { hashToken } from './token'

/** A session ends after this long without use. */
export const SESSION_IDLE_MS = 30 * 60_000
/** A session ends this long after its start, used or not. */
export const SESSION_MAX_AGE_MS = 8 * 60 * 60_000
/** The last use is written at most this often. */
const TOUCH_INTERVAL_MS = 60_000
/** No session's last use is before this instant, so none is touched. */
const NEVER = new Date(0)

/** Reads the session, the user's role and state, and whether any user exists, and records the use, in one statement. */
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

const Found = z.object({
  tokenHash: z.string(),
  id: z.string(),
  userId: z.string(),
  method: z.enum(['password', 'oidc']),
  authenticatedAt: z.date(),
  email: z.string(),
  role: z.enum(ROLES),
})
const Row = z.object({ hasUsers: z.boolean() })

/**
 * Returns the actor of a request by its session token: the user with the current role, the demo's actor on demo data
 * while no user exists, else a visitor.
 * @param isUse whether the request counts as a use of the session; background requests of a page do not
 * @throws the signal's reason when it aborts before the store responds; ProblemError `unreachable` when the demo's service
 * does not respond
 */
export async function authenticate(
  token: string | undefined,
  now: Date,
  { signal, isUse = true }: { signal?: AbortSignal; isUse?: boolean } = {},
): Promise<Actor> {
  const before = (ms: number) => new Date(now.getTime() - ms)
  const { rows } = await onConnection({ db: await consoleStore(), signal }, ({ $client }) =>
    $client.query({
      name: 'authenticate',
      text: AUTHENTICATE,
      values: [
        token === undefined ? '' : hashToken(token),
        now,
        before(SESSION_IDLE_MS),
        before(SESSION_MAX_AGE_MS),
        isUse ? before(TOUCH_INTERVAL_MS) : NEVER,
      ],
    }),
  )
  const found = Found.safeParse(rows[0])
  if (found.success) {
    const { userId, email, role, ...session } = found.data
    return { userId, name: email, role, session }
  }
  return (await isOpen(Row.parse(rows[0]))) ? DEMO_ACTOR : VISITOR
}

const isOpen = async ({ hasUsers }: z.infer<typeof Row>) => isDemo() && !hasUsers && (await isDemoService())
