import { PGlite } from '@electric-sql/pglite'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, type ClientConfig } from 'pg'
import { EmbeddedSession, serveConnection, type WireLimits } from '@/database/embedded-session'
import { copyEmptyDatabase } from './empty-database'

/** For tests: serves an embedded database from this process. */
export async function startEmbeddedWire(limits: WireLimits, onBroken: () => void = () => undefined) {
  const directory = mkdtempSync(join(tmpdir(), 'billing-wire-'))
  const socketPath = join(directory, '.s.PGSQL.5432')
  const databasePath = join(directory, 'database')
  await copyEmptyDatabase(databasePath)
  const database = await PGlite.create(databasePath)
  const session = new EmbeddedSession(database, onBroken)
  const served = new Set<Promise<void>>()
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy())
    const serving = serveConnection(socket, { session, limits, onLeave: () => undefined })
    served.add(serving)
    void serving.finally(() => served.delete(serving))
  })
  server.listen(socketPath)
  await once(server, 'listening')
  return {
    database,
    session,
    /** Connects a client; a lost connection does not fail the test. */
    async connect(config: ClientConfig = {}): Promise<Client> {
      const client = new Client({ host: directory, user: 'postgres', database: 'postgres', ...config })
      client.on('error', () => undefined)
      await client.connect()
      return client
    },
    /** Opens a raw connection. */
    socket: (): Socket => connect(socketPath),
    /** Resolves when no connection is served any more. */
    async idle(): Promise<void> {
      while (served.size > 0) await Promise.all(served)
    },
    async close(): Promise<void> {
      server.close()
      await this.idle()
      await database.close()
      rmSync(directory, { recursive: true })
    },
  }
}
