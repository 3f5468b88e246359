import { problemError } from '../problem'
import { isDeployed, settings } from '../settings'

export interface WaysToSignIn {
  /** By a password of this console; deployed only where LOCAL_AUTH says so. */
  password: boolean
  /** At the OpenID provider. */
  singleSignOn: boolean
}

/** How people sign in to this console, by its settings. */
export function waysToSignIn(): WaysToSignIn {
  const { LOCAL_AUTH, CONSOLE_OIDC_ISSUER } = settings()
  return { password: !isDeployed() || LOCAL_AUTH === '1', singleSignOn: CONSOLE_OIDC_ISSUER !== undefined }
}

/** @throws ProblemError `not_allowed` where nobody could sign in by the password that is set */
export function requirePasswords(): void {
  if (waysToSignIn().password) return
  throw problemError('not_allowed', 'This console takes no passwords, and nothing was done. Use single sign-on.')
}
