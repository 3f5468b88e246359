import type { Settings } from '../../settings'
import type { GroupRole } from './oidc-variables'

/** How people sign in at an OpenID provider. */
export interface OidcSettings {
  issuer: string
  clientId: string
  clientSecret: string
  /** With spaces between. */
  scope: string
  /** Where the provider sends people back to; it must know it. */
  redirectUri: string
  roleClaim: string
  roles: readonly GroupRole[]
  /** One of them is required; none: any will do. */
  acr: readonly string[]
  amr: readonly string[]
}

const CALLBACK_PATH = '/api/sign-in/callback'

/** The settings of single sign-on; undefined where there is none. They were checked to be complete or absent. */
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
