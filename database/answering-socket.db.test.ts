import { once } from 'node:events'
import { connect, createServer, type Server } from 'node:net'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestPostgres } from '../scripts/test/test-postgres.mjs'
import { AnsweringSocket } from './answering-socket'

const [SILENT, DATABASE, REFUSING] = ['127.0.0.1', '127.0.0.2', '127.0.0.3']
/** The deadline of the service's reads. */
const DEADLINE_MS = 4_000

let postgres: Awaited<ReturnType<typeof startTestPostgres>>
let silent: Server
let entrance: Server
let port = 0

beforeAll(async () => {
  postgres = await startTestPostgres()
  const directory = decodeURIComponent(new URL(postgres.url).hostname)
  // PostgreSQL listens only on its socket.
  entrance = createServer((socket) => {
    const inner = connect(`${directory}/.s.PGSQL.5432`)
    socket.on('error', () => inner.destroy())
    inner.on('error', () => socket.destroy())
    socket.pipe(inner).pipe(socket)
  }).listen(0, DATABASE)
  await once(entrance, 'listening')
  const address = entrance.address()
  port = typeof address === 'object' && address !== null ? address.port : 0
  silent = createServer((socket) => socket.on('error', () => undefined)).listen(port, SILENT)
  await once(silent, 'listening')
})
afterAll(async () => {
  silent.close()
  entrance.close()
  await postgres.stop()
})

const clientOf = (...addresses: string[]) =>
  new Client({
    host: 'nodes.example',
    port,
    user: 'postgres',
    database: 'postgres',
    ssl: false,
    stream: () => new AnsweringSocket(() => Promise.resolve(addresses)),
  })

describe('a database name with several addresses', () => {
  it.each([[[SILENT, DATABASE]], [[REFUSING, DATABASE]], [[SILENT, REFUSING, DATABASE]], [[DATABASE, SILENT]]])(
    'signs in at the database among %j within the deadline of a read',
    async (addresses) => {
      const client = clientOf(...addresses)
      const startedAtMs = performance.now()
      await client.connect()
      const { rows } = await client.query(`select repeat('x', 3000000) as text, $1::int as number`, [7])
      expect([String(rows[0].text).length, rows[0].number]).toEqual([3_000_000, 7])
      expect(performance.now() - startedAtMs).toBeLessThan(DEADLINE_MS)
      await client.end()
    },
  )

  it('says which database did not answer when none does', async () => {
    await expect(clientOf(SILENT).connect()).rejects.toMatchObject({
      code: 'ETIMEDOUT',
      message: `the database at ${SILENT} did not answer the sign-in`,
    })
  })
})
