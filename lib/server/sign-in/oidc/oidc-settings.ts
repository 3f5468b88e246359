import type { Settings } from '../../settings'
import type { GroupRole } from './oidc-variables'

/** The settings of single sign-on. */
export interface OidcSettings {
  issuer: string
  clientId: string
  clientSecret: string
  /** Separated by spaces. */
  scope: string
  /** The callback URL, which must be registered at the provider. */
  redirectUri: string
  roleClaim: string
  roles: readonly GroupRole[]
  /** The sign-in must have one of these; empty accepts any. */
  acr: readonly string[]
  amr: readonly string[]
}

const CALLBACK_PATH = '/api/sign-in/callback'

/** Returns the settings of single sign-on; undefined when it is off. `checkOidcVariables` has checked that they are complete. */
export function oidcSettingsOf(settings: Settings): OidcSettings | undefined {
  const {
    CONSOLE_ORIGIN: origin,
    CONSOLE_OIDC_ISSUER: issuer,
    CONSOLE_OIDC_CLIENT_ID: clientId,
    CONSOLE_OIDC_CLIENT_SECRET: clientSecret,
    CONSOLE_OIDC_ROLES: roles,
  } = settings
  if (!origin || !issuer || !clientId || !clientSecret || !roles) return undefined
  return {
    issuer,
    clientId,
    clientSecret,
    roles,
    scope: settings.CONSOLE_OIDC_SCOPE,
    redirectUri: origin + CALLBACK_PATH,
    roleClaim: settings.CONSOLE_OIDC_ROLE_CLAIM,
    acr: settings.CONSOLE_OIDC_ACR ?? [],
    amr: settings.CONSOLE_OIDC_AMR ?? [],
  }
}
