import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { Client } from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { programArgs } from '../../scripts/build/programs.mjs'
import { createApiKey, findApiKey, hashKey } from '../api-keys'
import { embeddedAddress } from '@/database/embedded-address'
import { openStore, type Store } from './open'
import { merchants } from './schema'
import { isStoreUnavailable } from '@/database/database-errors'

// Tests only the embedded database, for features that PostgreSQL has built in.
const dataDir = mkdtempSync(join(tmpdir(), 'billing-open-'))
const address = embeddedAddress(dataDir, 'billing')
const logged: string[] = []
const log = pino({}, { write: (line: string) => void logged.push(line) })
const open = () => openStore(log, { databaseUrl: undefined, dataDir, poolSize: 1 })
/** Time in which a process restarts on a busy machine. */
const BACK_MS = 60_000
vi.setConfig({ testTimeout: 2 * BACK_MS })
const NOW = '2026-03-10T12:00:00.000Z'

/** Returns the id of the process that owns the database. */
const ownerPid = () => Number.parseInt(readFileSync(address.lockPath, 'utf8'), 10)

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

let stores: [Store, Store, Store]
/** The process that created the database. */
let creator = 0
beforeAll(async () => {
  // Runs the database from its sources; all other tests use the bundled program.
  vi.stubEnv('BILLING_PROGRAMS_DIR', '')
  for (const name of ['TZ', 'PGTZ']) vi.stubEnv(name, 'Asia/Tokyo')
  // Opens in parallel without a database: one call creates it, and all connect to it.
  const opening = Promise.all([open(), open(), open()])
  await vi.waitFor(() => (creator = ownerPid()), { timeout: BACK_MS, interval: 5 })
  stores = await opening
  vi.unstubAllEnvs()
}, 120_000)
afterAll(async () => {
  await Promise.all(stores.map((store) => store.close()))
  rmSync(dataDir, { recursive: true })
})

/** Sends statements one after the other that return the first letters of their parameter and a word of their own. */
async function askInTurn({ db }: Store, word: string, sentLength: number) {
  const responses: unknown[] = []
  for (let round = 0; round < 30; round += 1) {
    const statement = `select left($1::text, 3) as sent, '${word}' as word`
    const { rows } = await db.$client.query(statement, [word.repeat(sentLength / word.length)])
    responses.push(...rows)
  }
  return responses
}

describe('the embedded database', () => {
  it('is shared by all clients, also when they open it in parallel', async () => {
    const [one, other, third] = stores
    await one.db.insert(merchants).values({ id: 'shared', createdAt: NOW })
    for (const { db } of [other, third])
      expect(await db.select().from(merchants)).toMatchObject([{ id: 'shared', createdAt: NOW }])
  })

  it('has the time zone UTC and ISO dates, whatever those of the machine and of a connection', async () => {
    const client = new Client({
      host: address.socketDirectory,
      user: 'postgres',
      database: 'postgres',
      options: '-c TimeZone=Asia/Tokyo -c DateStyle=German',
    })
    await client.connect()
    const { rows } = await client.query(`select '2026-03-10T12:00:00Z'::timestamptz::text as instant`)
    expect(rows).toEqual([{ instant: '2026-03-10 12:00:00+00' }])
    await client.end()
  })

  it('runs in another process than the one that created it, whose memory never shrinks', () => {
    expect(creator).toBeGreaterThan(0)
    expect(ownerPid()).not.toBe(creator)
    expect(isRunning(creator)).toBe(false)
  })

  it('accepts only this user', () => {
    for (const path of [address.directory, address.socketDirectory, address.socketPath])
      expect(statSync(path).mode & 0o077).toBe(0)
    expect(address.socketPath.length).toBeLessThan(107)
  })

  it('never mixes the statements of two clients, whatever their length', async () => {
    const [one, two] = await Promise.all([askInTurn(stores[0], 'one', 600_000), askInTurn(stores[1], 'two', 30)])
    expect(one).toEqual(Array.from({ length: 30 }, () => ({ sent: 'one', word: 'one' })))
    expect(two).toEqual(Array.from({ length: 30 }, () => ({ sent: 'two', word: 'two' })))
  })

  it('queues transactions, and rolls back that of a client that disconnects', async () => {
    const client = new Client({ host: address.socketDirectory, user: 'postgres', database: 'postgres' })
    client.on('error', () => undefined)
    await client.connect()
    await client.query('begin')
    await client.query(`insert into merchants values ('vanished', now())`)
    const waiting = stores[0].db.select({ id: merchants.id }).from(merchants)
    client.connection.stream.destroy()
    expect(await waiting).not.toContainEqual({ id: 'vanished' })
  })

  it('serves prepared statements to several clients, and to one that reconnects', async () => {
    const key = await createApiKey(stores[0].db, { merchantId: 'shared', type: 'secret', now: NOW })
    const again = await open()
    for (const store of [...stores, again])
      for (const _ of ['prepared', 'used again'])
        expect(await findApiKey(store, hashKey(key))).toMatchObject({ merchantId: 'shared' })
    await again.close()
  })

  it('restarts with all committed data after its process is killed, and logs every attempt', async () => {
    const [{ db }] = stores
    await db.insert(merchants).values({ id: 'committed', createdAt: NOW })
    // The database does not start in a directory that other users can enter.
    chmodSync(address.socketDirectory, 0o755)
    const killed = ownerPid()
    process.kill(killed, 'SIGKILL')
    await vi.waitFor(() => expect(logged.join()).toContain('could not be started again'), { timeout: BACK_MS })
    await expect(db.select().from(merchants)).rejects.toSatisfy(isStoreUnavailable)
    chmodSync(address.socketDirectory, 0o700)
    const ids = await vi.waitFor(() => db.select({ id: merchants.id }).from(merchants), { timeout: BACK_MS })
    expect(ids).toContainEqual({ id: 'committed' })
    expect(ownerPid()).not.toBe(killed)
    await vi.waitFor(() => expect(logged.join()).toContain('the embedded database is back'))
  })

  it('runs until the last client has closed', async () => {
    const [first, ...others] = stores
    const pid = ownerPid()
    await first.close()
    expect(await others[0].db.select().from(merchants)).not.toEqual([])
    await Promise.all(others.map((store) => store.close()))
    await vi.waitFor(() => expect(isRunning(pid)).toBe(false))
    expect(existsSync(address.lockPath)).toBe(false)
    expect(existsSync(address.socketDirectory)).toBe(false)
  })

  it('kills itself when a statement does not end, and restarts', async () => {
    await Promise.all(stores.map((store) => store.close()))
    const limits = JSON.stringify({ statementMs: 2_500 })
    const owner = spawn(process.execPath, [...programArgs('embedded-server'), address.directory, limits], {
      stdio: ['ignore', 1, 'pipe'],
    })
    if (!owner.stderr) throw new Error('output is piped')
    const ended = Promise.all([once(owner, 'exit'), text(owner.stderr)])
    await vi.waitFor(() => expect(existsSync(address.socketPath)).toBe(true), { timeout: BACK_MS })
    stores = await Promise.all([open(), open(), open()])
    const [{ db }] = stores
    await expect(db.$client.query('select pg_sleep(1000)')).rejects.toSatisfy(isStoreUnavailable)
    expect(await ended).toEqual([[null, 'SIGKILL'], 'a statement has run for 2.5 s: this process ends itself\n'])
    const ids = await vi.waitFor(() => db.select({ id: merchants.id }).from(merchants), { timeout: BACK_MS })
    expect(ids).toContainEqual({ id: 'shared' })
  })
})
