import dns from 'node:dns'
import { once } from 'node:events'
import { connect, createServer, type Server } from 'node:net'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { startTestPostgres } from '../scripts/test/test-postgres.mjs'

const [DATABASE, REFUSING] = ['127.0.0.2', '127.0.0.3']

let postgres: Awaited<ReturnType<typeof startTestPostgres>>
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
})
afterAll(async () => {
  entrance.close()
  await postgres.stop()
})

// Node tries the addresses of a name one by one: this holds for "pg" too, which hands the name to it.
it.each([[[REFUSING, DATABASE]], [[DATABASE, REFUSING]]])(
  'a database name with several addresses signs in at the one of %j that listens',
  async (addresses) => {
    vi.spyOn(dns, 'lookup').mockImplementation((...args: unknown[]) => {
      const found = args.at(-1)
      if (typeof found === 'function')
        found(
          null,
          addresses.map((address) => ({ address, family: 4 })),
        )
    })
    const client = new Client({ host: 'nodes.example', port, user: 'postgres', database: 'postgres', ssl: false })
    await client.connect()
    const { rows } = await client.query('select 7 as number')
    expect(rows).toEqual([{ number: 7 }])
    await client.end()
  },
)
