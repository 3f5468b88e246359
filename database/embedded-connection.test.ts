import { once } from 'node:events'
import type { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startEmbeddedWire } from '@/testing/database/embedded-wire'
import { isStoreUnavailable } from './database-errors'
import { parse, simpleQuery, SYNC } from './wire-messages'

const LIMITS = { waitMs: 500, idleMs: 1_000 }
const BIND = Buffer.from('420000000c0000000000000000', 'hex')
const EXECUTE = Buffer.from('45000000090000000000', 'hex')

// Creating a database takes seconds, or longer on a busy machine.
vi.setConfig({ hookTimeout: 180_000 })

let wire: Awaited<ReturnType<typeof startEmbeddedWire>>
let client: Client
beforeAll(async () => {
  wire = await startEmbeddedWire(LIMITS)
  client = await wire.connect()
  await client.query('create table kept (word text)')
})
afterAll(async () => {
  await client.end()
  await wire.close()
})

const words = () => client.query<{ word: string }>('select word from kept').then(({ rows }) => rows)

/** Returns the types of the messages until the session has been ready `times` times. */
async function responsesOf(socket: Socket, times = 1): Promise<string> {
  let types = ''
  let rest = Buffer.alloc(0)
  const chunks: AsyncIterable<Buffer> = socket.iterator({ destroyOnReturn: false })
  for await (const chunk of chunks) {
    rest = Buffer.concat([rest, chunk])
    while (rest.length >= 5 && rest.length > rest.readInt32BE(1)) {
      types += String.fromCharCode(rest.readUInt8(0))
      rest = rest.subarray(1 + rest.readInt32BE(1))
    }
    if (types.split('Z').length > times) return types
  }
  return types
}

async function openSocket(): Promise<Socket> {
  const socket = wire.socket()
  socket.on('error', () => undefined)
  const startup = Buffer.from('\0\0\0\0\0\x03\0\0user\0postgres\0database\0postgres\0\0', 'latin1')
  startup.writeInt32BE(startup.length)
  socket.write(startup)
  await responsesOf(socket)
  return socket
}

describe('COPY from the client', () => {
  const REFUSED = { code: '57014', message: expect.stringContaining('does not serve COPY FROM STDIN') }

  it.each([
    ['a query', 'copy kept from stdin'],
    ['one of several statements', `insert into kept values ('undone'); copy kept from stdin; select 1`],
    ['a prepared statement', { name: 'copying', text: 'copy kept from stdin' }],
  ])('is refused in %s, and the connection stays open', async (_, query) => {
    await expect(client.query(query)).rejects.toMatchObject(REFUSED)
    expect(await words()).toEqual([])
  })

  it('is refused in a transaction and rolls it back', async () => {
    await client.query('begin')
    await client.query(`insert into kept values ('undone')`)
    await expect(client.query('copy kept from stdin')).rejects.toMatchObject(REFUSED)
    await expect(client.query('select 1')).rejects.toMatchObject({ code: '25P02' })
    await client.query('rollback')
    expect(await words()).toEqual([])
  })

  it('rolls back its implicit transaction, and ignores further copy messages', async () => {
    const socket = await openSocket()
    socket.write(simpleQuery('copy kept from stdin'))
    expect(await responsesOf(socket)).toBe('GEZ')
    socket.write(Buffer.from('640000000a776f7264730a6300000004', 'hex'))
    socket.write(Buffer.concat([parse('copy kept from stdin'), BIND, EXECUTE, SYNC, simpleQuery('select 1')]))
    expect(await responsesOf(socket, 2)).toBe('12GEZTDCZ')
    socket.destroy()
    expect(await words()).toEqual([])
  })
})

it('serves COPY to the client', async () => {
  const socket = await openSocket()
  socket.write(simpleQuery('copy (select generate_series(1, 3)) to stdout'))
  expect(await responsesOf(socket)).toBe('HdddcCZ')
  socket.destroy()
})

describe('the time limits', () => {
  it('disconnect a client that has waited too long, with an error of the class unavailable', async () => {
    const holder = await wire.connect()
    await holder.query('begin')
    const error: unknown = await client.query('select 1').catch((reason: unknown) => reason)
    expect(error).toMatchObject({ code: '53300', message: 'the embedded database has been busy for 0.5 s' })
    expect(isStoreUnavailable(error)).toBe(true)
    await holder.query('rollback')
    await holder.end()
    client = await wire.connect()
    expect(await words()).toEqual([])
  })

  it('roll back and disconnect a client that is idle in a transaction', async () => {
    const idle = await wire.connect()
    const lost = once(idle, 'error')
    await idle.query('begin')
    await idle.query(`insert into kept values ('undone')`)
    const [error] = await lost
    expect(error).toMatchObject({ code: '25P03', severity: 'FATAL' })
    expect(isStoreUnavailable(error)).toBe(true)
    expect(await words()).toEqual([])
  })

  it('allow a client to be idle between transactions', async () => {
    await wait(LIMITS.idleMs * 1.2)
    expect(await words()).toEqual([])
  })
})

describe('a client that disconnects', () => {
  it('runs nothing when it was waiting', async () => {
    const holder = await wire.connect()
    const waiting = await wire.connect()
    await holder.query('begin')
    const lost = waiting.query(`insert into kept values ('too late')`).catch((error: unknown) => error)
    await wait(100)
    waiting.connection.stream.destroy()
    await lost
    await holder.query('commit')
    await holder.end()
    expect(await words()).toEqual([])
  })

  it('keeps nothing when it sent no Sync', async () => {
    const socket = await openSocket()
    socket.write(Buffer.concat([parse(`insert into kept values ('half')`), BIND, EXECUTE]))
    await wait(100)
    socket.destroy()
    expect(await words()).toEqual([])
  })

  it('leaves no unnamed statement for the next client', async () => {
    const socket = await openSocket()
    socket.write(Buffer.concat([parse('select 1'), SYNC]))
    await responsesOf(socket)
    const next = await openSocket()
    next.write(Buffer.concat([BIND, EXECUTE, SYNC]))
    expect(await responsesOf(next)).toBe('EZ')
    for (const each of [socket, next]) each.destroy()
  })
})
