import type { ConsoleInput } from '@/contract/console/operations'
import { browserCookie } from '../browser-cookie'
import { oidcFailure } from './oidc-failure'
import { keepPendingSignIn } from './pending-sign-ins'
import { safeNext } from '../safe-next'
import { hashToken, newToken } from '../token'
import { Redirection } from '../../redirection'
import { log } from '../../log'
import { consoleStore } from '../../store/console-store'
import type { OperationContext } from '../../operation-context'

/** Redirects to the OpenID provider, which redirects to `finishOidc`. With `fresh`, the signed-in user authenticates again. */
export async function startOidc(
  { environment, actor, browserToken = newToken(), requestId, now }: OperationContext,
  input: ConsoleInput<'startOidc'>,
): Promise<Redirection> {
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
    return oidcFailure('oidc_failed', next)
  }
  const browserHash = hashToken(browserToken)
  await keepPendingSignIn(await consoleStore(), { ...secrets, browserHash, next, userId, now: now() })
  return new Redirection(location, [browserCookie(browserToken)])
}
