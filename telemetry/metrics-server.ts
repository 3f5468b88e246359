import { once } from 'node:events'
import { Server, type ServerResponse } from 'node:http'
import type { Registry } from 'prom-client'

/** Where a program serves its metrics. */
export interface MetricsAddress {
  host: string
  /** 0 for any free port. */
  port: number
  /** The setting of the port, for the error message. */
  setting: string
}

export interface MetricsServer {
  /** The address of the metrics, with its path. */
  url: string
  close(): void
}

const LIMITS = { headersTimeout: 5_000, requestTimeout: 5_000, connectionsCheckingInterval: 1_000 }
const MAX_CONNECTIONS = 20

/**
 * Serves a registry at `GET /metrics` and nothing else, without sign-in. Scrapes at the same time share one result. The server
 * does not keep the process alive.
 * @param refresh runs before each result; must not throw
 * @throws Error that names the setting when the port is in use
 */
export async function serveMetrics(
  registry: Registry,
  { host, port, setting }: MetricsAddress,
  refresh: () => Promise<void>,
): Promise<MetricsServer> {
  let collecting: Promise<string> | undefined
  const collect = async () => {
    try {
      await refresh()
      return await registry.metrics()
    } finally {
      collecting = undefined
    }
  }
  const respond = async (response: ServerResponse) => {
    try {
      const text = await (collecting ??= collect())
      response.writeHead(200, { 'content-type': registry.contentType, 'cache-control': 'no-store' }).end(text)
    } catch {
      response.writeHead(500).end()
    }
  }
  // Not by `createServer`, which scripts/start/server-limits.mjs replaces for the server of the pages.
  const server = new Server(LIMITS, ({ method, url }, response) => {
    if (url !== '/metrics') response.writeHead(404).end()
    else if (method !== 'GET') response.writeHead(405, { allow: 'GET' }).end()
    else void respond(response)
  })
  server.maxConnections = MAX_CONNECTIONS
  server.listen(port, host)
  try {
    await once(server, 'listening')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')
      throw new Error(`Port ${port} on ${host} is in use. Stop what uses it, or set ${setting} to another port.`, {
        cause: error,
      })
    throw error
  }
  server.unref()
  const address = server.address()
  const listeningPort = typeof address === 'object' && address !== null ? address.port : port
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${listeningPort}/metrics`,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
