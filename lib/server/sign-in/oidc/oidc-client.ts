import * as openid from 'openid-client'
import { cappedFetch } from './capped-fetch'
import { OidcRefusal } from './oidc-refusal'
import type { OidcSettings } from './oidc-settings'

/** Each request to the provider. */
const DEADLINE_SECONDS = 10
/** How far the provider's clock may be off. */
const SKEW_SECONDS = 30
/** How long ago a fresh sign-in may be: the person was away for as long as that at most. */
const FRESH_SECONDS = 5 * 60
/** What a provider says when the person, or it, did not want to; anything else is a fault. */
const REFUSALS = new Set([
  'access_denied',
  'account_selection_required',
  'consent_required',
  'interaction_required',
  'login_required',
  'unmet_authentication_requirements',
])

export interface SignInSecrets {
  state: string
  nonce: string
  codeVerifier: string
}

/** What the provider says of who signed in: of the ID token, and of that and its userinfo address together. */
export interface OidcClaims {
  token: openid.IDToken
  all: Readonly<Record<string, unknown>>
}

/** The OpenID provider that people sign in at: authorization code with PKCE, each token's signature checked. */
export class OidcClient {
  #discovering: Promise<openid.Configuration> | undefined

  constructor(readonly settings: OidcSettings) {}

  /**
   * The address at the provider that a sign-in begins at.
   * @param fresh whether the person must prove who they are, though the provider may know them already
   * @throws where the provider cannot be asked
   */
  async authorizationUrl({ state, nonce, codeVerifier }: SignInSecrets, fresh: boolean): Promise<string> {
    const { redirectUri, scope, acr } = this.settings
    const url = openid.buildAuthorizationUrl(await this.#configuration(), {
      redirect_uri: redirectUri,
      scope,
      state,
      nonce,
      code_challenge: await openid.calculatePKCECodeChallenge(codeVerifier),
      code_challenge_method: 'S256',
      ...(acr.length > 0 && { acr_values: acr.join(' ') }),
      ...(fresh && { max_age: '0', prompt: 'login' }),
    })
    return url.href
  }

  /**
   * Takes what the browser brought back for what the provider says of the person: state, `iss`, nonce, audience, expiry,
   * signature, and of a fresh sign-in its `auth_time` are checked.
   * @throws OidcRefusal `oidc_refused` `oidc_failed`
   */
  async claims(
    query: Readonly<Record<string, string>>,
    { state, nonce, codeVerifier }: SignInSecrets,
    fresh: boolean,
  ): Promise<OidcClaims> {
    try {
      const configuration = await this.#configuration()
      const callback = new URL(this.settings.redirectUri)
      callback.search = new URLSearchParams(query).toString()
      const tokens = await openid.authorizationCodeGrant(configuration, callback, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: codeVerifier,
        idTokenExpected: true,
        ...(fresh && { maxAge: FRESH_SECONDS }),
      })
      const token = tokens.claims()
      if (!token) throw new TypeError('The provider sent no ID token')
      if (fresh && (token.auth_time ?? 0) > Date.now() / 1000 + SKEW_SECONDS)
        throw new RangeError('The sign-in lies in the future (auth_time)')
      return { token, all: await this.#withUserinfo(configuration, token, tokens.access_token) }
    } catch (error) {
      throw refusalOf(error)
    }
  }

  /** Many providers keep e-mail and groups out of the ID token, and answer them there. */
  async #withUserinfo(configuration: openid.Configuration, token: openid.IDToken, accessToken: string) {
    const needed = ['email', 'email_verified', this.settings.roleClaim]
    const isComplete = needed.every((name) => Object.hasOwn(token, name))
    if (isComplete || configuration.serverMetadata().userinfo_endpoint === undefined) return token
    return { ...(await openid.fetchUserInfo(configuration, accessToken, token.sub)), ...token }
  }

  /** What the provider says of itself: asked once, and again where that failed. */
  #configuration(): Promise<openid.Configuration> {
    this.#discovering ??= this.#discover().catch((error: unknown) => {
      this.#discovering = undefined
      throw error
    })
    return this.#discovering
  }

  #discover(): Promise<openid.Configuration> {
    const { issuer, clientId, clientSecret } = this.settings
    const url = new URL(issuer)
    // Without this only the connection vouches for a token, not its signature.
    const execute = [openid.enableNonRepudiationChecks]
    // The settings take http on this machine only.
    if (url.protocol === 'http:') execute.push(openid.allowInsecureRequests)
    const metadata = { client_secret: clientSecret, [openid.clockTolerance]: SKEW_SECONDS }
    const options = { execute, timeout: DEADLINE_SECONDS, [openid.customFetch]: cappedFetch }
    return openid.discovery(url, clientId, metadata, clientAuth(clientSecret), options)
  }
}

/** By header, as every provider must; one that says that it takes the secret in the body only gets it there. */
function clientAuth(clientSecret: string): openid.ClientAuth {
  const basic = openid.ClientSecretBasic(clientSecret)
  const post = openid.ClientSecretPost(clientSecret)
  return (server, ...rest) => {
    const { token_endpoint_auth_methods_supported: methods = ['client_secret_basic'] } = server
    const auth = methods.includes('client_secret_post') && !methods.includes('client_secret_basic') ? post : basic
    auth(server, ...rest)
  }
}

/** Nothing of the answer itself is repeated: it holds tokens. */
function refusalOf(error: unknown): OidcRefusal {
  if (error instanceof openid.AuthorizationResponseError || error instanceof openid.ResponseBodyError)
    return new OidcRefusal(
      REFUSALS.has(error.error) ? 'oidc_refused' : 'oidc_failed',
      `the provider says ${error.error.slice(0, 100)}`,
    )
  const { message, cause } = error instanceof Error ? error : new Error('the provider could not be asked')
  const { claim } = Object(Object(cause).cause ?? cause)
  return new OidcRefusal('oidc_failed', typeof claim === 'string' ? `${message} (${claim})` : message)
}
