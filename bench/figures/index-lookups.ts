import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import type { OpenDatabase } from '@/database/open-database'
import { findNamed, findSimilar, suggestObjects } from '@/lib/objects/server/search-index'
import { openConsoleStore } from '@/lib/store/console-store'
import { eachFigure } from '../each-figure'
import type { Bench, BenchOptions } from '../figure'
import { whileRunning } from '../listening-program'
import { medianOf, medianRatiosOf, short } from '../take-turns'

const FEW = 1_000
const MANY = 1_000_000
const QUICK = 50_000
const SOURCE = 'bench'
const TIMES = 60

/** Measures Find's look-ups in the console's index: many rows of a source against few. */
export const indexLookups: Bench = {
  figures: [
    { id: '14 name', name: 'Index: an invoice number, 10^6 rows ÷ 10^3', unit: '×', goal: { atMost: 1.3 } },
    { id: '14 typing', name: 'Index: suggestions while typing, 10^6 rows ÷ 10^3', unit: '×', goal: { atMost: 1.3 } },
    { id: '14 time', name: 'Index: suggestions while typing, 10^6 rows', unit: 'ms', goal: { atMost: 50 } },
    {
      id: '14 similar',
      name: 'Index: names that differ by one character, 10^6 rows',
      unit: 'ms',
      goal: { atMost: 50 },
    },
  ],
  measure(options) {
    return whileRunning(filledIndex(FEW, options), (few) =>
      whileRunning(filledIndex(options.quick ? QUICK : MANY, options), (many) => measureSides(few, many, options)),
    )
  },
}

interface Side {
  store: OpenDatabase
  rows: number
  stop: () => Promise<void>
}

/** Returns a new index of a third each subscriptions, invoices and ledgers. */
async function filledIndex(rows: number, { shared }: BenchOptions): Promise<Side> {
  const databaseUrl = await shared.newDatabase()
  const store = await openConsoleStore({ databaseUrl, dataDir: '.data', poolSize: 8 }, pino({ level: 'silent' }))
  const each = sql`generate_series(1, ${Math.ceil(rows / 3)}::int) as n`
  const [seenAt, customer] = [sql`'2027-01-01'::timestamptz + n * interval '1 second'`, sql`'cus_' || n % 1000`]
  await store.db.execute(sql`
    insert into console.seen_objects (source, kind, id, name, status, customer_id, seen_at, row)
    select ${SOURCE}, 'subscription', 'sub_' || n, 'Plan ' || n % 10, 'active', ${customer}, ${seenAt}, '{}' from ${each}`)
  await store.db.execute(sql`
    insert into console.seen_objects (source, kind, id, name, status, customer_id, subscription_id, seen_at, row)
    select ${SOURCE}, 'invoice', 'inv_' || n, 'INV-' || 100000 + n, 'paid', ${customer}, 'sub_' || n, ${seenAt},
      jsonb_build_object('digits', (100000 + n)::text) from ${each}`)
  await store.db.execute(sql`
    insert into console.seen_objects (source, kind, id, seen_at, row)
    select ${SOURCE}, 'customer', 'customer-' || n, ${seenAt}, '{}' from ${each}`)
  await store.db.execute(sql`
    insert into console.seen_names
    select source, kind, id, field, lower(sent collate "C"), seen_at from console.seen_objects cross join lateral (
      values ('id', id), ('name', name), ('digits', row ->> 'digits'), ('customer', customer_id)) as named (field, sent)
    where sent is not null`)
  await store.db.execute(sql`vacuum analyze`)
  return { store, rows, stop: () => store.close() }
}

const number = (invoice: number) => `#${invoice}`
const mistyped = (invoice: number) => `INV-${invoice}x`
const beginning = (invoice: number) => `INV-${String(invoice).slice(0, 4)}`

function measureSides(few: Side, many: Side, options: BenchOptions) {
  let nth = 0
  const timed =
    (search: typeof findNamed, { store, rows }: Side, textOf: (invoice: number) => string) =>
    async () => {
      nth += 1
      const text = textOf(100_000 + 1 + ((nth * 7_919) % Math.floor(rows / 3)))
      const startedAt = performance.now()
      const found = await search(store.db, SOURCE, text)
      if (found.length === 0) throw new Error(`The index does not find ${text}.`)
      return performance.now() - startedAt
    }
  const against = (id: string, search: typeof findNamed, textOf: (invoice: number) => string) => async () => {
    const sides = { ours: timed(search, many, textOf), other: timed(search, few, textOf) }
    for (let time = 0; time < TIMES; time += 1) for (const side of [sides.ours, sides.other]) await side()
    return medianRatiosOf(id, options, sides, TIMES)
  }
  const time = (id: string, search: typeof findNamed, textOf: (invoice: number) => string) => async () => {
    const samples: number[] = []
    const searchOnce = timed(search, many, textOf)
    for (let round = 0; round < options.rounds; round += 1) {
      const took: number[] = []
      for (let turn = 0; turn < TIMES; turn += 1) took.push(await searchOnce())
      samples.push(medianOf(took))
      options.log(`  ${id}: ${short(medianOf(took))} ms`)
    }
    return samples
  }
  return eachFigure(
    options,
    new Map([
      ['14 name', against('14 name', findNamed, number)],
      ['14 typing', against('14 typing', suggestObjects, beginning)],
      ['14 time', time('14 time', suggestObjects, beginning)],
      ['14 similar', time('14 similar', findSimilar, mistyped)],
    ]),
  )
}
