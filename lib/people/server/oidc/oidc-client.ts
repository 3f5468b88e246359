import * as openid from 'openid-client'
import type { SignInErrorCode } from '../../sign-in-words'
import type { OidcSettings } from '@/lib/core/server/oidc-settings'

declare module '@/lib/core/server/operation-context' {
  interface Environment {
    /** Client of the OpenID provider, if one is set. */
    singleSignOn: OidcClient | undefined
  }
}

/** The timeout of each request to the provider. */
const DEADLINE_SECONDS = 10
/** The tolerated difference between the provider's clock and ours. */
const SKEW_SECONDS = 30
/** The maximum age of a fresh sign-in when the browser returns. */
const FRESH_SECONDS = 5 * 60
/** Error codes for a sign-in that the person or the provider refused; all other codes are faults. */
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

/** The provider's claims about the user. */
export interface OidcClaims {
  token: openid.IDToken
  /** The claims of the userinfo endpoint, overridden by those of the ID token. */
  all: Readonly<Record<string, unknown>>
}

/** Client of the OpenID provider: authorization code flow with PKCE; checks each token's signature. */
export class OidcClient {
  #discovering: Promise<openid.Configuration> | undefined

  constructor(readonly settings: OidcSettings) {}

  /**
   * Returns the provider's URL that starts a sign-in.
   * @param fresh true when the user must authenticate even with a session at the provider
   * @throws Error when the provider cannot be reached
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
   * Exchanges the callback's code for the user's claims. Checks state, `iss`, nonce, audience, expiry and signature, and
   * `auth_time` of a fresh sign-in.
   * @throws OidcRefusal `oidc_refused`, `oidc_failed`
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

  /** Adds the claims of the userinfo endpoint: many providers leave email and groups out of the ID token. */
  async #withUserinfo(configuration: openid.Configuration, token: openid.IDToken, accessToken: string) {
    const needed = ['email', 'email_verified', this.settings.roleClaim]
    const isComplete = needed.every((name) => Object.hasOwn(token, name))
    if (isComplete || configuration.serverMetadata().userinfo_endpoint === undefined) return token
    return { ...(await openid.fetchUserInfo(configuration, accessToken, token.sub)), ...token }
  }

  /** Returns the provider's metadata, discovered once; a failed discovery is retried on the next call. */
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
    // Without this, the client trusts the TLS connection and skips the token's signature.
    const execute = [openid.enableNonRepudiationChecks]
    // The settings allow http for loopback addresses only.
    if (url.protocol === 'http:') execute.push(openid.allowInsecureRequests)
    const metadata = { client_secret: clientSecret, [openid.clockTolerance]: SKEW_SECONDS }
    const options = { execute, timeout: DEADLINE_SECONDS, [openid.customFetch]: cappedFetch }
    return openid.discovery(url, clientId, metadata, clientAuth(clientSecret), options)
  }
}

/** Sends the client secret in the header, or in the body when the provider supports only that. */
function clientAuth(clientSecret: string): openid.ClientAuth {
  const basic = openid.ClientSecretBasic(clientSecret)
  const post = openid.ClientSecretPost(clientSecret)
  return (server, ...rest) => {
    const { token_endpoint_auth_methods_supported: methods = ['client_secret_basic'] } = server
    const auth = methods.includes('client_secret_post') && !methods.includes('client_secret_basic') ? post : basic
    auth(server, ...rest)
  }
}

/** Returns the refusal for an error, without parts of the response, which may hold tokens. */
function refusalOf(error: unknown): OidcRefusal {
  // RFC 6749, 5.2: invalid_client, or 401 with a challenge.
  if (
    error instanceof openid.WWWAuthenticateChallengeError ||
    (error instanceof openid.ResponseBodyError && error.error === 'invalid_client')
  )
    return new OidcRefusal('oidc_failed', 'the provider rejects CONSOLE_OIDC_CLIENT_ID or CONSOLE_OIDC_CLIENT_SECRET')
  if (error instanceof openid.AuthorizationResponseError || error instanceof openid.ResponseBodyError)
    return new OidcRefusal(
      REFUSALS.has(error.error) ? 'oidc_refused' : 'oidc_failed',
      `the provider says ${error.error.slice(0, 100)}`,
    )
  const { message, cause } = error instanceof Error ? error : new Error('the provider could not be reached')
  const { claim } = Object(Object(cause).cause ?? cause)
  return new OidcRefusal('oidc_failed', typeof claim === 'string' ? `${message} (${claim})` : message)
}

/** Larger than the keys or claims of any provider. */
const MAX_BYTES = 1024 * 1024

/**
 * Fetches a response of at most 1 MiB.
 * @throws RangeError when the response is larger
 */
async function cappedFetch(url: string, { body: sent, ...options }: openid.CustomFetchOptions): Promise<Response> {
  const body = sent instanceof Uint8Array ? new Uint8Array(sent) : sent
  const { body: received, status, headers } = await fetch(url, { ...options, body })
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of received ?? []) {
    bytes += chunk.byteLength
    if (bytes > MAX_BYTES) throw new RangeError('The response is larger than 1 MiB')
    chunks.push(chunk)
  }
  return new Response(bytes === 0 ? null : Buffer.concat(chunks), { status, headers })
}

/** The provider's identifiers of a person, as far as they are verified. */
export interface OidcSubject {
  issuer: string
  subject: string
  email?: string | undefined
}

/** A refused sign-in at the OpenID provider. The message is for the log and the audit, and contains no secret. */
export class OidcRefusal extends Error {
  override name = 'OidcRefusal'

  constructor(
    readonly code: SignInErrorCode,
    why: string,
    readonly subject?: OidcSubject,
    /** True when the refusal ends the user's sessions. */
    readonly endsSessions = false,
  ) {
    super(why)
  }
}
