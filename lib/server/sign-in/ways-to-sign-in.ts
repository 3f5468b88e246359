import { problemError } from '../problem'
import { isDeployed, settings } from '../settings'

export interface WaysToSignIn {
  /** By a password of this console. A deployed console needs LOCAL_AUTH=1 for it. */
  password: boolean
  /** At the OpenID provider. */
  singleSignOn: boolean
}

/** Returns the ways to sign in that the settings enable. */
export function waysToSignIn(): WaysToSignIn {
  const { LOCAL_AUTH, CONSOLE_OIDC_ISSUER } = settings()
  return { password: !isDeployed() || LOCAL_AUTH === '1', singleSignOn: CONSOLE_OIDC_ISSUER !== undefined }
}

/** @throws ProblemError `not_allowed` when the console does not accept passwords */
export function requirePasswords(): void {
  if (waysToSignIn().password) return
  throw problemError('not_allowed', 'Passwords are off. Nothing was changed. Use single sign-on.')
}
