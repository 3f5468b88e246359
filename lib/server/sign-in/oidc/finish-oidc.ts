import type { ConsoleInput } from '@/contract/console/operations'
import { browserCookie } from '../browser-cookie'
import { startOidcSession } from './start-oidc-session'
import { oidcFailure } from './oidc-failure'
import { identityOf, type OidcIdentity } from './oidc-identity'
import { OidcRefusal } from './oidc-refusal'
import { type PendingSignIn, takePendingSignIn } from './pending-sign-ins'
import { recordOidcRefusal } from './record-oidc-refusal'
import { sessionCookie } from '../session-cookie'
import { hashToken } from '../token'
import { Redirection } from '../../redirection'
import { log } from '../../log'
import { consoleStore } from '../../store/console-store'
import type { OperationContext } from '../../operation-context'

type Callback = ConsoleInput<'finishOidc'>

/** Handles the callback of the OpenID provider: starts a session and redirects to the pending page, or to the sign-in. */
export async function finishOidc(context: OperationContext, query: Callback): Promise<Redirection> {
  const db = await consoleStore()
  const now = context.now()
  const pending = query.state === undefined ? undefined : await takePendingSignIn(db, query.state, now)
  if (!pending) {
    // Not in the audit: a stranger can send made-up states without limit.
    log().warn({ event: 'sign-in', operation: 'finishOidc', requestId: context.requestId, why: 'no such state' })
    return oidcFailure('oidc_expired')
  }
  try {
    const identity = await fetchIdentity(context, query, pending)
    const token = await startOidcSession(db, context, { identity, requiredUserId: pending.userId })
    return new Redirection(pending.next, [sessionCookie(token), browserCookie(null)])
  } catch (error) {
    if (!(error instanceof OidcRefusal)) throw error
    const { code, message: why } = error
    log().warn({ event: 'sign-in', operation: 'finishOidc', requestId: context.requestId, code, why })
    await recordOidcRefusal(db, context, error)
    return oidcFailure(code, pending.next)
  }
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
