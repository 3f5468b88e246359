import { drizzle } from 'drizzle-orm/node-postgres'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { Client, Pool } from 'pg'
import type { Store } from '@/service/store/open'
import type { Database } from '@/database/open-database'

const SOCKET_NAME = '.s.PGSQL.5432'
/** End of the message that commits a transaction. */
const COMMIT = 'commit\0'

/** What happens to a commit at the gate. */
export type CommitFate =
  | 'goes through'
  | 'never arrives'
  | 'arrives, and its response never comes'
  | 'arrives, and the connection breaks'
  | 'arrives, and its response is late'

export interface CommitGate {
  /** The same database, connected through the gate. */
  db: Database
  fate: CommitFate
  /** Delay of a late response to a commit. */
  lateMs: number
  close(): Promise<void>
}

/** For tests: opens a proxy to a store's database that can lose a commit or the response to it. */
export async function openCommitGate({ db }: Pick<Store, 'db'>): Promise<CommitGate> {
  // TMPDIR may be too long, because socket paths have at most 107 bytes.
  const directory = mkdtempSync('/tmp/billing-gate-')
  const sockets = new Set<Socket>()
  const { connectionString: _url, ...options } = db.$client.options
  const { host, port, user, database: name, password } = new Client(db.$client.options)
  const server = createServer((client) => {
    const database = host.startsWith('/') ? connect(join(host, SOCKET_NAME)) : connect(port, host)
    let isSilent = false
    for (const [socket, peer] of [
      [client, database],
      [database, client],
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => peer.destroy())
      socket.on('close', () => peer.destroy())
    }
    client.on('data', (bytes) => {
      const fate = bytes.includes(COMMIT) ? gate.fate : 'goes through'
      isSilent ||= fate === 'arrives, and its response never comes'
      if (fate === 'never arrives') return
      if (fate === 'arrives, and the connection breaks') database.prependOnceListener('data', () => client.destroy())
      if (fate === 'arrives, and its response is late') {
        database.pause()
        setTimeout(() => database.resume(), gate.lateMs)
      }
      database.write(bytes)
    })
    database.on('data', (bytes) => void (isSilent || client.destroyed || client.write(bytes)))
  })
  server.listen(join(directory, SOCKET_NAME))
  await once(server, 'listening')
  const pool = new Pool({ ...options, host: directory, port: 5432, user, password, database: name, ssl: false, max: 1 })
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  const gate: CommitGate = {
    db: drizzle(pool),
    fate: 'goes through',
    lateMs: 0,
    async close() {
      await pool.end()
      for (const socket of sockets) socket.destroy()
      server.close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
  return gate
}
