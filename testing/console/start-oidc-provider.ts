import { generateKeyPairSync } from 'node:crypto'
import { createServer } from 'node:http'
import { type OidcContext, Provider } from 'oidc-provider'
import { testPort } from './test-port'

/** The account of the next sign-in at the provider, and its details. */
export interface ProviderLogin {
  accountId: string
  acr?: string
  amr?: string[]
  /** The time of the sign-in in epoch seconds. By default now. */
  ts?: number
}

export interface TestProvider {
  issuer: string
  clientId: string
  clientSecret: string
  /** The claims of each account. */
  accounts: Map<string, Record<string, unknown>>
  /** The next sign-in; null denies access. */
  login: ProviderLogin | null
  close(): void
}

const SCOPES = 'openid email profile'

/** For tests: starts a real OpenID provider that signs accounts in without interaction. */
export async function startOidcProvider(redirectUri: string): Promise<TestProvider> {
  const server = createServer()
  const issuer = `http://127.0.0.1:${await testPort(server)}`
  const running: TestProvider = {
    issuer,
    clientId: 'console',
    clientSecret: 'secret of the console, long enough',
    accounts: new Map(),
    login: null,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
  const provider = new Provider(issuer, configuration(running, redirectUri))
  const handleRequest = provider.callback()
  server.on('request', (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return void handleRequest(request, response)
    const result = running.login ? { login: running.login } : { error: 'access_denied' }
    void provider.interactionFinished(request, response, result)
  })
  return running

  function configuration({ clientId, clientSecret, accounts }: TestProvider, redirect: string): object {
    const key = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' })
    return {
      clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: [redirect] }],
      jwks: { keys: [{ ...key, kid: 'one', use: 'sig', alg: 'RS256' }] },
      ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
      cookies: { keys: ['of the tests'] },
      features: { devInteractions: { enabled: false } },
      pkce: { required: () => true },
      acrValues: ['urn:example:mfa', 'urn:example:password'],
      claims: { openid: ['sub', 'acr', 'amr', 'auth_time'], email: ['email', 'email_verified'], profile: ['groups'] },
      interactions: { url: (_: OidcContext, { uid }: { uid: string }) => `/interaction/${uid}` },
      findAccount: (_: OidcContext, accountId: string) =>
        accounts.has(accountId) && {
          accountId,
          claims: () => ({ sub: accountId, ...accounts.get(accountId) }),
        },
      // Grants the scopes without a consent page.
      loadExistingGrant: async ({ oidc }: OidcContext) => {
        const grant = new provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId })
        grant.addOIDCScope(SCOPES)
        await grant.save()
        return grant
      },
    }
  }
}
