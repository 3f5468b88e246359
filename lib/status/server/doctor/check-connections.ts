import { type Finding, ok, skipped, wrong } from '@/contract/finding'
import type { Settings } from '@/lib/core/server/settings'
import { OidcClient } from '@/lib/people/server/oidc/oidc-client'
import { oidcSettingsOf } from '@/lib/core/server/oidc-settings'

const SINGLE_SIGN_ON = 'Single sign-on'
/** Any values: the address that they make is never opened. */
const SECRETS = { state: 'doctor', nonce: 'doctor', codeVerifier: 'doctor' }

/** Checks that the OpenID provider publishes its metadata. Only a sign-in shows whether it accepts the client secret. */
export async function checkSingleSignOn(settings: Settings): Promise<Finding> {
  const oidc = oidcSettingsOf(settings)
  if (oidc === undefined) return skipped(SINGLE_SIGN_ON, 'CONSOLE_OIDC_ISSUER is not set.')
  try {
    await new OidcClient(oidc).authorizationUrl(SECRETS, false)
    return ok(
      SINGLE_SIGN_ON,
      `${oidc.issuer} publishes its metadata. A sign-in tells whether it accepts the client secret`,
    )
  } catch (error) {
    return wrong(
      SINGLE_SIGN_ON,
      `The metadata of ${oidc.issuer} cannot be read: ${connectionReason(error)} Check CONSOLE_OIDC_ISSUER: its address with /.well-known/openid-configuration at the end must open.`,
    )
  }
}

/** Returns why a connection failed: `fetch` and our connector wrap the error that has the reason. */
export function connectionReason(error: unknown): string {
  if (!(error instanceof Error)) return `${String(error)}.`
  if (error instanceof AggregateError && error.message === '') return connectionReason(error.errors[0])
  return error.cause instanceof Error ? connectionReason(error.cause) : `${error.message}.`
}
