import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Client } from 'pg'
import { startEmbeddedWire } from '@/testing/database/embedded-wire'
import { Mutex } from './embedded-session'

// Creating a database takes seconds, or longer on a busy machine.
vi.setConfig({ hookTimeout: 180_000 })

let wire: Awaited<ReturnType<typeof startEmbeddedWire>>
let one: Client
let other: Client
const onBroken = vi.fn<() => void>()
beforeAll(async () => {
  wire = await startEmbeddedWire({ waitMs: 10_000, idleMs: 10_000 }, onBroken)
  one = await wire.connect()
  await one.query('create table kept (id integer generated always as identity, word text)')
})
beforeEach(async () => {
  other = await wire.connect()
  return () => other.end()
})
afterAll(async () => {
  await one.end()
  await wire.close()
})

/** Returns the only value of a statement. */
async function valueOf(client: Client, text: string): Promise<unknown> {
  const { rows } = await client.query<[unknown]>({ text, rowMode: 'array' })
  return rows[0]?.[0]
}

const prepared = (client: Client, word: string) =>
  client.query<{ word: string }>({ name: 'the same', text: `select '${word}' as word` }).then(({ rows }) => rows)
const countPrepared = () => valueOf(one, 'select count(*)::int from pg_prepared_statements')

describe('state that does not reach another client', () => {
  const SETTINGS: [name: string, value: string][] = [
    ['timezone', 'America/St_Johns'],
    ['datestyle', 'German, DMY'],
    ['search_path', ''],
    ['default_transaction_isolation', 'serializable'],
    ['default_transaction_read_only', 'on'],
    ['extra_float_digits', '-15'],
    ['statement_timeout', '1s'],
    ['row_security', 'off'],
    ['bytea_output', 'escape'],
    ['client_encoding', 'LATIN1'],
    ['my.own', 'thing'],
  ]
  it.each(SETTINGS)('includes the setting %s', async (name, value) => {
    const before = await valueOf(one, `select current_setting('${name}', true)`)
    await other.query(`select set_config('${name}', '${value}', false)`)
    expect(await valueOf(other, `select current_setting('${name}')`)).toBe(value)
    expect((await valueOf(one, `select current_setting('${name}', true)`)) || null).toBe(before || null)
  })

  it('includes roles', async () => {
    await other.query('create role clerk; set role clerk')
    expect(await valueOf(one, 'select current_user')).toBe('postgres')
    await other.query('set session authorization clerk')
    expect(await valueOf(one, 'select session_user')).toBe('postgres')
  })

  it('includes temporary tables', async () => {
    await other.query('create temp table kept as select 1 as hidden')
    expect((await one.query('select * from kept')).rows).toEqual([])
  })

  it('includes cursors, also holdable ones', async () => {
    await other.query('declare rows cursor with hold for select 1')
    expect(await valueOf(one, 'select count(*)::int from pg_cursors')).toBe(0)
  })

  it('includes session locks', async () => {
    await other.query('select pg_advisory_lock(7)')
    expect(await valueOf(one, `select count(*)::int from pg_locks where locktype = 'advisory'`)).toBe(0)
  })

  it('includes sequence values', async () => {
    await other.query(`insert into kept (word) values ('numbered')`)
    await expect(one.query('select lastval()')).rejects.toMatchObject({ code: '55000' })
    await one.query('delete from kept')
  })

  it('includes the settings of an interrupted pg_dump', async () => {
    await other.query(`select pg_catalog.set_config('search_path', '', false)`)
    for (const setting of [
      `datestyle = iso`,
      `intervalstyle = postgres`,
      `extra_float_digits to 3`,
      `synchronize_seqscans to off`,
      `statement_timeout = 0`,
      `lock_timeout = 0`,
      `idle_in_transaction_session_timeout = 0`,
      `row_security = off`,
    ])
      await other.query(`set ${setting}`)
    await other.query('begin')
    await other.query('set transaction isolation level repeatable read, read only')
    await other.query('lock table public.kept in access share mode')
    other.connection.stream.destroy()
    await one.query(`insert into kept (word) values ('after')`)
    expect((await one.query('select word from kept')).rows).toEqual([{ word: 'after' }])
    await one.query('delete from kept')
  })
})

describe('a client keeps', () => {
  it('its settings until another client has the session', async () => {
    await other.query(`set timezone = 'Europe/Rome'`)
    expect(await valueOf(other, 'show timezone')).toBe('Europe/Rome')
  })

  it('its transaction from start to end, with local settings', async () => {
    await other.query('begin')
    await other.query(`set local timezone = 'Europe/Rome'`)
    const waiting = valueOf(one, 'show timezone')
    expect(await valueOf(other, 'show timezone')).toBe('Europe/Rome')
    await other.query('commit')
    expect(await waiting).not.toBe('Europe/Rome')
  })

  it('its prepared statements until it leaves, even under a name that another client uses', async () => {
    for (let round = 0; round < 3; round += 1) {
      expect(await prepared(one, 'one')).toEqual([{ word: 'one' }])
      expect(await prepared(other, 'other')).toEqual([{ word: 'other' }])
    }
    const third = await wire.connect()
    expect(await prepared(third, 'third')).toEqual([{ word: 'third' }])
    expect(await countPrepared()).toBe(3)
    await third.end()
    expect(await countPrepared()).toBe(2)
  })

  it.each(['discard all', 'deallocate all', 'DEALLOCATE PREPARE ALL'])(
    'its prepared statements when another client sends %s, which is refused',
    async (text) => {
      await prepared(one, 'one')
      const third = await wire.connect()
      await expect(third.query(text)).rejects.toMatchObject({ severity: 'FATAL', code: '0A000' })
      for (const _ of ['used', 'used again']) expect(await prepared(one, 'one')).toEqual([{ word: 'one' }])
    },
  )
})

it('is broken when it can’t be reset for the next client', async () => {
  await one.query('select 1')
  // The reset then fails, as each statement does after a full disk.
  await wire.database.exec(
    'create role another superuser; set session authorization another; alter role postgres rename to lost',
  )
  await wire.session.check()
  const third = await wire.connect().catch((error: unknown) => error)
  await wire.database.exec('alter role lost rename to postgres')
  expect(third).toMatchObject({ severity: 'FATAL', code: '57P02' })
  // By the check, which needs no second client, and by that one.
  expect(onBroken).toHaveBeenCalledTimes(2)
  expect(await valueOf(one, 'select 1')).toBe(1)
})

describe('Mutex', () => {
  it('has one holder at a time, in the order of the calls', async () => {
    const mutex = new Mutex()
    const held: number[] = []
    const hold = async (number: number) => {
      const release = await mutex.acquire()
      held.push(number)
      await Promise.resolve()
      expect(held.at(-1)).toBe(number)
      release?.()
    }
    await Promise.all([1, 2, 3].map(hold))
    expect(held).toEqual([1, 2, 3])
  })

  it('gives up after waitMs, and keeps the queue behind intact', async () => {
    const mutex = new Mutex()
    const release = await mutex.acquire()
    expect(await mutex.acquire(10)).toBeNull()
    let isHeld = false
    const behind = mutex.acquire(60_000).then((end) => {
      isHeld = true
      end?.()
    })
    await new Promise(setImmediate)
    expect(isHeld).toBe(false)
    release?.()
    await behind
    expect(isHeld).toBe(true)
  })
})
