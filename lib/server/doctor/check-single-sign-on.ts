import { type Finding, ok, skipped, wrong } from '@/contract/finding'
import type { Settings } from '../settings'
import { OidcClient } from '../sign-in/oidc/oidc-client'
import { oidcSettingsOf } from '../sign-in/oidc/oidc-settings'
import { connectionReason } from './connection-reason'

const CHECK = 'Single sign-on'
/** Any values: the address that they make is never opened. */
const SECRETS = { state: 'doctor', nonce: 'doctor', codeVerifier: 'doctor' }

/** Checks that the OpenID provider publishes its metadata. Only a sign-in shows whether it accepts the client secret. */
export async function checkSingleSignOn(settings: Settings): Promise<Finding> {
  const oidc = oidcSettingsOf(settings)
  if (oidc === undefined) return skipped(CHECK, 'CONSOLE_OIDC_ISSUER is not set.')
  try {
    await new OidcClient(oidc).authorizationUrl(SECRETS, false)
    return ok(CHECK, `${oidc.issuer} publishes its metadata. A sign-in tells whether it accepts the client secret`)
  } catch (error) {
    return wrong(
      CHECK,
      `The metadata of ${oidc.issuer} cannot be read: ${connectionReason(error)} Check CONSOLE_OIDC_ISSUER: its address with /.well-known/openid-configuration at the end must open.`,
    )
  }
}
