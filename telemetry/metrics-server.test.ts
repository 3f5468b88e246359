import { request } from 'node:http'
import { once } from 'node:events'
import { Counter, Registry } from 'prom-client'
import { describe, expect, it, onTestFinished } from 'vitest'
import { serveMetrics } from './metrics'

const LOOPBACK = { host: '127.0.0.1', port: 0, setting: 'SOME_METRICS_PORT' }

async function startMetrics(refresh: () => Promise<void> = () => Promise.resolve()) {
  const registry = new Registry()
  const counter = new Counter({ name: 'things_total', help: 'Things.', registers: [registry] })
  const server = await serveMetrics(registry, LOOPBACK, refresh)
  onTestFinished(() => server.close())
  return { ...server, counter }
}

/** Returns the status of a request whose target `fetch` would rewrite. */
async function statusOf(url: string, { method = 'GET', path = '/metrics' } = {}): Promise<number | undefined> {
  const sent = request(url, { method, path }).end()
  const [response] = await once(sent, 'response')
  response.resume()
  return response.statusCode
}

describe('serveMetrics', () => {
  it('serves the registry in the text format of Prometheus', async () => {
    const { url, counter } = await startMetrics()
    counter.inc(3)
    const response = await fetch(url)
    expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
    expect(await response.text()).toContain('things_total 3')
  })

  it('serves nothing else', async () => {
    const { url } = await startMetrics()
    const asked = [{ path: '/' }, { path: '/metrics/..' }, { path: '//metrics' }, { path: 'http://evil/metrics' }]
    expect(await Promise.all(asked.map((options) => statusOf(url, options)))).toEqual([404, 404, 404, 404])
    expect(await Promise.all(['POST', 'DELETE', 'HEAD'].map((method) => statusOf(url, { method })))).toEqual([
      405, 405, 405,
    ])
  })

  it('collects once for scrapes at the same time', async () => {
    let collected = 0
    const { url } = await startMetrics(async () => {
      collected += 1
      await new Promise((resolve) => setTimeout(resolve, 50))
    })
    const texts = await Promise.all([1, 2, 3].map(() => fetch(url).then((response) => response.text())))
    expect(new Set(texts).size).toBe(1)
    expect(collected).toBe(1)
  })

  it('responds with 500 and no details when collecting fails, and recovers', async () => {
    let isBroken = true
    const { url } = await startMetrics(async () => {
      if (isBroken) throw new Error('a secret')
    })
    const failed = await fetch(url)
    expect([failed.status, await failed.text()]).toEqual([500, ''])
    isBroken = false
    expect(await statusOf(url)).toBe(200)
  })

  it('names the setting when the port is in use', async () => {
    const { url } = await startMetrics()
    const port = Number(new URL(url).port)
    await expect(serveMetrics(new Registry(), { ...LOOPBACK, port }, () => Promise.resolve())).rejects.toThrow(
      `Port ${port} on 127.0.0.1 is in use. Stop what uses it, or set SOME_METRICS_PORT to another port.`,
    )
  })
})
