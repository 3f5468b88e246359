import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { createServer } from 'node:http'
import { text as readText } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { testPort } from './test-port'

export interface Forgery {
  header?: Record<string, unknown>
  claims: Record<string, unknown>
  /** The signing key. By default the provider's own key. */
  signedBy?: 'own key' | 'other key' | 'secret' | 'nothing'
  /** The time until the token endpoint responds. */
  afterMs?: number
}

export interface ForgingProvider {
  issuer: string
  clientId: string
  clientSecret: string
  /** The next response of the token endpoint; null sends no ID token. */
  token: Forgery | null
  /** The responses for single codes, which override `token`. */
  tokensByCode: Map<string, Forgery>
  userinfo: Record<string, unknown>
  isDown: boolean
  /** The paths of the requests, in order. */
  requests: string[]
  close(): void
}

const base64url = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** For tests: starts a provider that issues invalid tokens. */
export async function startForgingProvider(): Promise<ForgingProvider> {
  const own = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const other = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const server = createServer()
  const issuer = `http://127.0.0.1:${await testPort(server)}`
  const running: ForgingProvider = {
    issuer,
    clientId: 'console',
    clientSecret: 'a secret of thirty-two characters',
    token: null,
    tokensByCode: new Map(),
    userinfo: {},
    isDown: false,
    requests: [],
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
  const responses: Record<string, (body: string) => object | Promise<object>> = {
    '/.well-known/openid-configuration': () => ({
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      userinfo_endpoint: `${issuer}/userinfo`,
      jwks_uri: `${issuer}/jwks`,
      // The provider offers unsafe methods that the console must not use.
      id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
      authorization_response_iss_parameter_supported: true,
    }),
    '/jwks': () => ({ keys: [{ ...own.publicKey.export({ format: 'jwk' }), kid: 'one', use: 'sig', alg: 'RS256' }] }),
    '/token': async (body) => {
      const token = running.tokensByCode.get(new URLSearchParams(body).get('code') ?? '') ?? running.token
      await wait(token?.afterMs ?? 0)
      return {
        access_token: 'access',
        token_type: 'Bearer',
        expires_in: 60,
        ...(token && { id_token: tokenOf(token) }),
      }
    },
    '/userinfo': () => running.userinfo,
  }
  server.on('request', async (request, response) => {
    const { url = '' } = request
    running.requests.push(url)
    const sent = running.isDown ? undefined : await responses[url]?.(await readText(request))
    response.writeHead(sent ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(sent ?? {}))
  })
  return running

  function tokenOf({ header, claims, signedBy = 'own key' }: Forgery): string {
    const text = `${base64url({ alg: 'RS256', kid: 'one', ...header })}.${base64url(claims)}`
    return `${text}.${signature(text, signedBy)}`
  }

  function signature(text: string, by: NonNullable<Forgery['signedBy']>): string {
    if (by === 'nothing') return ''
    if (by === 'secret') return createHmac('sha256', running.clientSecret).update(text).digest('base64url')
    const key: KeyObject = by === 'own key' ? own.privateKey : other.privateKey
    return sign('sha256', Buffer.from(text), key).toString('base64url')
  }
}
