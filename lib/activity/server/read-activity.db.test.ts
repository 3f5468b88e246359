import type { InputOf } from '@/lib/operations'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OpenDatabase } from '@/database/open-database'
import { volume } from '@/scripts/test/volume.mjs'
import { openFreshConsoleStore } from '@/testing/console/fresh-console-store'
import { auditEntries } from '@/lib/store/schema'
import { appendEntry } from '@/lib/store/append-entry'
import { type ActivityLimits, readActivity } from './read-activity'

let store: OpenDatabase
const read = (search: InputOf<'listActivity'> = {}, limit = 50) => readActivity(store.db, search, limit)
const sequences = async (search: InputOf<'listActivity'>) => (await read(search)).map(({ sequence }) => sequence)

const entry = (day: number, actor: string, action: string) => ({
  at: new Date(Date.UTC(2027, 0, day, 12)),
  actor,
  role: 'agent',
  action,
  requestId: `r${day}`,
})
/** Number of entries, and the time limit of a search: one that scans all entries for each row takes minutes. */
const MANY = volume({ test: 30_000, prove: 300_000 })
const TIME_LIMIT_MS = volume({ test: 2_000, prove: 10_000 })

const subscription = (id: string) => ({ kind: 'subscription', id })

beforeAll(async () => {
  store = await openFreshConsoleStore()
  const ann = entry(1, 'ann@example.com', 'cancelSubscription')
  await appendEntry(store.db, {
    ...ann,
    object: subscription('sub_1'),
    reason: '50% off_now',
    ticket: 'T-7',
    detail: { seen: 'active' },
  })
  await appendEntry(store.db, { ...ann, completes: 1, outcome: 'done', detail: { upstreamStatus: 202 } })
  const bob = { ...entry(2, 'bob@example.com', 'deleteSubscription'), object: subscription('sub_2') }
  await appendEntry(store.db, { ...bob, reason: '50 off now' })
  await appendEntry(store.db, { ...entry(3, 'ann@example.com', 'signIn'), outcome: 'refused' })
  await appendEntry(store.db, {
    ...entry(4, 'bob@example.com', 'exportTransactions'),
    object: { kind: 'customer', id: 'sub_1' },
  })
  await appendEntry(store.db, { ...entry(5, 'bob@example.com', 'exportTransactions'), completes: 5, outcome: 'failed' })
})
afterAll(() => store.close())

test('returns each intent with its outcome, newest first', async () => {
  const entries = await read()
  expect(entries.map(({ sequence, outcome }) => [sequence, outcome])).toEqual([
    [5, 'failed'],
    [4, 'refused'],
    [3, null],
    [1, 'done'],
  ])
  expect(entries[3]).toEqual({
    sequence: 1,
    at: '2027-01-01T12:00:00.000Z',
    endedAt: '2027-01-01T12:00:00.000Z',
    actor: 'ann@example.com',
    role: 'agent',
    action: 'cancelSubscription',
    object: { kind: 'subscription', id: 'sub_1' },
    reason: '50% off_now',
    ticket: 'T-7',
    outcome: 'done',
    detail: { seen: 'active', upstreamStatus: '202' },
    requestId: 'r1',
  })
})

test.each<[InputOf<'listActivity'>, number[]]>([
  [{ actor: 'ANN' }, [4, 1]],
  [{ action: 'signIn' }, [4]],
  [{ outcome: 'done' }, [1]],
  [{ outcome: 'refused' }, [4]],
  [{ outcome: 'not_recorded' }, [3]],
  [{ objectKind: 'subscription', objectId: 'sub_1' }, [1]],
  [{ objectId: 'sub_1' }, [5, 1]],
  [{ from: '2027-01-02T12:00:00.000Z', to: '2027-01-04T12:00:00.000Z' }, [4, 3]],
  [{ text: '50% OFF_' }, [1]],
  [{ text: 't-7' }, [1]],
  [{ text: '\\' }, []],
  [{ before: 4 }, [3, 1]],
  [{ before: 4, actor: 'bob', outcome: 'not_recorded' }, [3]],
])('returns the entries that match all filters of %o', async (search, found) => {
  expect(await sequences(search)).toEqual(found)
})

test.each<[ActivityLimits, InputOf<'listActivity'>, number[]]>([
  [{ actor: 'ann@example.com' }, {}, [4, 1]],
  [{ actor: 'ann' }, {}, []],
  [{ actor: 'ann@example.com' }, { actor: 'bob' }, []],
  [{ actions: ['cancelSubscription', 'deleteSubscription'] }, {}, [3, 1]],
  [{ actions: ['cancelSubscription', 'deleteSubscription'] }, { action: 'signIn' }, []],
  [{ actions: ['cancelSubscription', 'deleteSubscription'] }, { actor: 'ann' }, [1]],
])('returns only entries within the limits %o, whatever the search %o', async (limits, search, found) => {
  const entries = await readActivity(store.db, search, 50, limits)
  expect(entries.map(({ sequence }) => sequence)).toEqual(found)
})

test('returns at most the limit', async () => expect(await read({}, 2)).toHaveLength(2))

test('returns the stored text of a forged instant', async () => {
  await store.db.execute(sql`alter table console.audit_entries disable trigger audit_entries_append_only`)
  await store.db.execute(
    sql`update console.audit_entries set at = '2027-01-01 12:00:00+00 BC' where sequence in (1, 2)`,
  )
  await store.db.execute(sql`update console.audit_entries set at = 'infinity' where sequence = 3`)
  expect((await read()).map(({ at, endedAt }) => [at, endedAt])).toEqual([
    ['2027-01-04T12:00:00.000Z', '2027-01-05T12:00:00.000Z'],
    ['2027-01-03T12:00:00.000Z', null],
    ['infinity', null],
    ['2027-01-01 12:00:00+00 BC', '2027-01-01 12:00:00+00 BC'],
  ])
})

test('finds entries in a long audit within the time limit', async () => {
  const already = await store.db.$count(auditEntries)
  await store.db.execute(sql`
    insert into console.audit_entries
      (sequence, at, actor, role, action, phase, completes, outcome, detail, request_id, previous_hash, hash)
    select ${already} + n, now(), 'carl@example.com', 'viewer', 'exportActivity', case n % 2 when 1 then 'intent' else 'outcome' end,
      case n % 2 when 0 then ${already} + n - 1 end, case n % 2 when 0 then 'done' end, '{}', 'r', 'h', 'h'
    from generate_series(1, ${MANY}::int) as n`)
  const searches: [InputOf<'listActivity'>, number, ActivityLimits?][] = [
    [{}, 50],
    [{ outcome: 'done' }, 50],
    [{ outcome: 'unknown' }, 0],
    [{ outcome: 'not_recorded' }, 1],
    [{ actor: 'unknown' }, 0],
    [{ before: MANY / 2 }, 50],
    [{}, 2, { actor: 'ann@example.com' }],
    [{}, 2, { actions: ['cancelSubscription', 'deleteSubscription'] }],
  ]
  for (const [search, found, limits] of searches) {
    const startedAt = performance.now()
    const entries = await readActivity(store.db, search, 50, limits)
    expect({ search, limits, found: entries.length }).toEqual({ search, limits, found })
    expect(performance.now() - startedAt).toBeLessThan(TIME_LIMIT_MS)
  }
})
