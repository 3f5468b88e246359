import { Server, type ServerResponse } from 'node:http'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { listen, type ListenAddress } from './listen'

const DURATION_BUCKETS_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Returns a registry with the metrics of the process: CPU, memory, garbage collection and delay of the event loop. */
export function processRegistry(): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  return registry
}

/** Adds a histogram of durations in seconds. Its counts are the number of requests. */
export function durationHistogram<Label extends string>(
  registry: Registry,
  { name, help, labelNames }: { name: string; help: string; labelNames: readonly Label[] },
): Histogram<Label> {
  return new Histogram({ name, help, labelNames, buckets: DURATION_BUCKETS_SECONDS, registers: [registry] })
}

/** The class of an HTTP status, as a label: `2xx`. */
export const statusClass = (status: number): string => `${Math.floor(status / 100)}xx`

/** What a `pg` pool knows of its connections. */
interface PoolFigures {
  totalCount: number
  idleCount: number
  /** Requests that wait for a connection. */
  waitingCount: number
  options: { max: number }
}

/** Adds a gauge that the program sets. */
export function addGauge<Label extends string = never>(
  registry: Registry,
  { name, help, labelNames = [] }: { name: string; help: string; labelNames?: readonly Label[] },
): Gauge<Label> {
  return new Gauge({ name, help, labelNames, registers: [registry] })
}

/**
 * Adds a gauge whose value is read at each scrape.
 * @param read returns undefined for no sample
 */
export function measure(
  registry: Registry,
  { name, help }: { name: string; help: string },
  read: () => number | undefined | Promise<number | undefined>,
): Gauge {
  return new Gauge({
    name,
    help,
    registers: [registry],
    async collect() {
      const value = await read()
      if (value === undefined) this.remove()
      else this.set(value)
    },
  })
}

/**
 * Adds the figures of a pool of database connections: `PREFIX_database_connections_in_use` and so on.
 * @param poolOf returns undefined while there is no pool
 */
export function measurePool(
  registry: Registry,
  prefix: 'billing' | 'console',
  poolOf: () => PoolFigures | undefined | Promise<PoolFigures | undefined>,
): void {
  const figures: Record<string, { help: string; of: (pool: PoolFigures) => number }> = {
    connections_in_use: {
      help: 'Connections of this process to its database that are in use.',
      of: ({ totalCount, idleCount }) => totalCount - idleCount,
    },
    connections_idle: {
      help: 'Connections of this process to its database that are idle.',
      of: ({ idleCount }) => idleCount,
    },
    connections_max: { help: 'Most connections of this process to its database.', of: ({ options }) => options.max },
    waiting: {
      help: 'Statements and transactions of this process that wait for a database connection.',
      of: ({ waitingCount }) => waitingCount,
    },
  }
  for (const [name, { help, of }] of Object.entries(figures))
    measure(registry, { name: `${prefix}_database_${name}`, help }, async () => {
      const pool = await poolOf()
      return pool && of(pool)
    })
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
  address: ListenAddress,
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
  const url = await listen(server, address)
  server.unref()
  return {
    url: `${url}/metrics`,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
