import { createServer, type IncomingHttpHeaders, type RequestListener, type Server } from 'node:http'
import { NextRequest } from 'next/server'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { proxy } from '@/proxy'
import { startOidcProvider, type TestProvider } from '@/testing/console/start-oidc-provider'
import { testPort } from '@/testing/console/test-port'
import { NeverConnectedError } from '@/lib/billing-api/server/billing-request'
import { forwardedForOf } from '@/lib/core/server/network/peer'
import { parseSettings, settings } from '@/lib/core/server/settings'
import { checkPublicAddress, checkSingleSignOn, connectionReason } from './check-connections'

const servers: Server[] = []
beforeAll(() => void Object.assign(process.env, { LOG_LEVEL: 'silent' }))
afterEach(() => void Object.assign(settings(), { CONSOLE_ORIGIN: undefined, CONSOLE_TRUSTED_PROXIES: undefined }))
afterAll(() => servers.forEach((server) => server.close()))

async function start(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  servers.push(server)
  return `http://localhost:${await testPort(server)}`
}

/** Starts the parts of a console that the check asks, behind a proxy that changes headers. */
function startBehind(change: (headers: IncomingHttpHeaders) => void, status = 'ready'): Promise<string> {
  return start((request, response) => {
    request.headers['x-console-peer'] = request.socket.remoteAddress
    change(request.headers)
    const headers = new Headers()
    for (const [name, value] of Object.entries(request.headers)) headers.set(name, String(value))
    const received = new NextRequest(`http://console${request.url ?? ''}`, { headers })
    const sent =
      request.url === '/readyz' ? Response.json({ status, forwardedFor: forwardedForOf(headers) }) : proxy(received)
    void sent.text().then((text) => response.writeHead(sent.status).end(text))
  })
}

/** Returns what is wrong at an address, for a console with these settings. */
async function wrongAt(origin: string, proxies: string): Promise<string[]> {
  const given = parseSettings({ CONSOLE_ORIGIN: origin, CONSOLE_TRUSTED_PROXIES: proxies })
  const { CONSOLE_ORIGIN, CONSOLE_TRUSTED_PROXIES } = given
  Object.assign(settings(), { CONSOLE_ORIGIN, CONSOLE_TRUSTED_PROXIES })
  const wrong: string[] = []
  for await (const { check, status, detail } of checkPublicAddress(given))
    if (status === 'wrong') wrong.push(`${check}: ${detail}`)
  return wrong
}

const setForwardedFor = (headers: IncomingHttpHeaders) => void (headers['x-forwarded-for'] = '203.0.113.9')

describe('checkPublicAddress', () => {
  test('accepts a proxy that passes on Host and sets X-Forwarded-For', async () => {
    expect(await wrongAt(await startBehind(setForwardedFor), '127.0.0.0/8')).toEqual([])
  })

  test('reports a proxy that changes Host', async () => {
    const origin = await startBehind((headers) => void (headers.host = 'console.internal'))
    expect(await wrongAt(origin, 'none')).toEqual([
      expect.stringMatching(/^Host header: .*a proxy in front changes the Host/),
    ])
  })

  test('reports a proxy that does not set X-Forwarded-For, or is not listed', async () => {
    expect(await wrongAt(await startBehind(() => undefined), '127.0.0.0/8')).toEqual([
      expect.stringMatching(/^X-Forwarded-For header: It does not arrive/),
    ])
    expect(await wrongAt(await startBehind(setForwardedFor), '10.0.0.1')).toEqual([
      expect.stringMatching(
        /^X-Forwarded-For header: It arrives from an address that CONSOLE_TRUSTED_PROXIES does not/,
      ),
    ])
  })

  test('reports a console that is not ready', async () => {
    expect(await wrongAt(await startBehind(() => undefined, 'not_ready'), 'none')).toEqual([
      expect.stringMatching(/^Public address: The console at \S+ is not ready: it is stopping/),
    ])
  })

  test('reports an address where something else responds, or nothing', async () => {
    const other = await start((_, response) => response.writeHead(502).end('<html>'))
    expect(await wrongAt(other, 'none')).toEqual([
      expect.stringMatching(/^Public address: .*readyz responds with HTTP 502, and not as the console/),
    ])
    expect(await wrongAt('http://localhost:2', 'none')).toEqual([
      expect.stringMatching(/^Public address: http:\/\/localhost:2 cannot be reached: .*ECONNREFUSED/),
    ])
  })
})

let provider: TestProvider
beforeAll(async () => {
  provider = await startOidcProvider('http://localhost:3000/api/sign-in/callback')
})
afterAll(() => provider.close())

const checkIssuer = (issuer: string) =>
  checkSingleSignOn(
    parseSettings({
      CONSOLE_ORIGIN: 'http://localhost:3000',
      CONSOLE_OIDC_ISSUER: issuer,
      CONSOLE_OIDC_CLIENT_ID: 'console',
      CONSOLE_OIDC_CLIENT_SECRET: 'secret-of-the-client',
      CONSOLE_OIDC_ROLES: 'admins=admin',
    }),
  )

describe('checkSingleSignOn', () => {
  test('reads the metadata of the provider', async () => {
    const { status, detail } = await checkIssuer(provider.issuer)
    expect([status, detail]).toEqual(['ok', expect.stringContaining(`${provider.issuer} publishes its metadata`)])
  })

  test('reports an issuer without metadata, and one that is not there', async () => {
    for (const issuer of [`${provider.issuer}/none`, 'http://127.0.0.1:2']) {
      const { status, detail } = await checkIssuer(issuer)
      expect([status, detail]).toEqual(['wrong', expect.stringContaining(`The metadata of ${issuer} cannot be read: `)])
      expect(detail).not.toContain('secret-of-the-client')
    }
  })
})

describe('connectionReason', () => {
  test('returns the innermost reason', () => {
    const failure = new Error('the reason')
    expect(connectionReason(new NeverConnectedError(failure))).toBe('the reason.')
    expect(connectionReason(new TypeError('fetch failed', { cause: failure }))).toBe('the reason.')
  })

  test('says why the first address of a name fails', () => {
    const all = new AggregateError([new Error('refused'), new Error('refused too')])
    expect(connectionReason(new TypeError('fetch failed', { cause: all }))).toBe('refused.')
  })
})
