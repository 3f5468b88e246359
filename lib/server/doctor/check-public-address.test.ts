import { createServer, type IncomingHttpHeaders, type RequestListener, type Server } from 'node:http'
import { NextRequest } from 'next/server'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { proxy } from '@/proxy'
import { testPort } from '@/testing/console/test-port'
import { forwardedForOf } from '../network/peer'
import { parseSettings, settings } from '../settings'
import { checkPublicAddress } from './check-public-address'

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
