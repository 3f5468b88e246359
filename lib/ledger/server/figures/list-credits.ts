import { CREDIT_AGE_NAMES, NOT_READ_NAMES } from '../../ledger-labels'
import { Big } from 'big.js'
import { and, asc, desc, eq, gt, inArray, isNull, sql } from 'drizzle-orm'
import { CREDIT_AGES, type CreditAge, type CreditBalance, type Credits, MAX_LEDGERS, PRICE } from '../../credits'
import type { Download } from '@/lib/core/download'
import type { Session } from '@/database/on-connection'
import { partsByAge, sumCredits } from '../../credit-balances'
import { creditsPath } from '@/lib/core/paths'
import { csvBatches, csvDownload } from '@/lib/core/server/csv/csv-download'
import { CsvTable, instantColumns, numberColumn, textColumn } from '@/lib/core/server/csv/csv-table'
import { fileNameOf } from '@/lib/core/server/csv/file-name'
import type { OperationContext } from '@/lib/core/server/operation-context'
import { problemError } from '@/lib/core/server/problem'
import { readWithin } from '@/lib/store/console-store'
import { seenObjects } from '@/lib/store/index-schema'
import { ledgerReads, ledgerSums } from '@/lib/store/ledger-schema'
import { SHOWN_FIRST } from '../read/stored-reads'
import { balancedDays, basesOf, KIND_OF_TYPE, plain } from './stored-sums'
import { CSV_FIELDS, Day } from '@/lib/core/server/input'
import { z } from 'zod'
import { PoolKey } from '../transaction-filters'
import { operation } from '@/lib/core/server/operation'

/** The end of a day that is over, and the price of a credit of one pool. */
const CreditsInput = z.strictObject({
  day: Day.describe('A UTC day that is over'),
  pool: PoolKey.optional(),
  price: z
    .string()
    .regex(new RegExp(`^${PRICE}$`), 'must be a decimal number')
    .describe('The price of one credit. Ignored unless all balances are of one pool: name `pool`')
    .optional(),
})

const TIMEOUT_MS = 15_000
const TOO_SLOW = 'Adding up the ledgers took longer than 15 seconds. Nothing was changed.'
const MAX_LISTED = 200
const DAY_MS = 86_400_000

/** All balances of a day, and the ledgers that are in no sum. */
type AllCredits = Pick<Credits, 'day' | 'customers' | 'balances' | 'notRead' | 'hasMore' | 'hasMoreNotRead'> & {
  /** Null without a price, and for several pools: a price is of one. */
  price: string | null
}

/**
 * Returns what customers had left at the end of a UTC day, from the ledgers that were read whole since then; the first 200 balances.
 * @throws ProblemError `invalid_request` for a day that is not over, `store_unavailable` after 15 seconds
 */
export const listCredits = operation('listCredits', {
  input: CreditsInput,
  describe: 'The credits outstanding at the end of a day, by customer, of the ledgers that were read whole.',
  tool: { page: creditsPath, from: 'index' },
  async run(context, input): Promise<Credits> {
    const { balances, notRead, price, ...credits } = await creditsAt(context, input)
    return {
      ...credits,
      readAt: context.now().toISOString(),
      sums: sumCredits(balances, price),
      balances: balances.slice(0, MAX_LISTED),
      more: Math.max(0, balances.length - MAX_LISTED),
      notRead: notRead.slice(0, MAX_LISTED),
      notReadCount: notRead.length,
    }
  },
})

async function creditsAt(context: OperationContext, input: z.infer<typeof CreditsInput>): Promise<AllCredits> {
  const { environment, signal, now } = context
  const { day } = input
  const endMs = Date.parse(day) + DAY_MS
  // Not as text: the end of 31 December 9999 has a longer year.
  if (!(endMs <= now().getTime()))
    throw problemError('invalid_request', 'This day is not over in UTC. Choose yesterday or an earlier day.')
  const end = new Date(endMs).toISOString()
  return readWithin({ signal, ms: TIMEOUT_MS, tooSlow: TOO_SLOW }, async (db) => {
    const { ledgers, hasMore } = await selectLedgers(db, environment.index.source)
    const never = await selectNeverRead(db, environment.index.source)
    const known = ledgers.filter(({ completedAt, asOf }) => completedAt !== null && asOf !== null && asOf >= end)
    const figures = await selectFigures(
      db,
      known.map(({ id }) => id),
      day,
    )
    const balances = known.flatMap(({ id, externalId, asOf, ...read }) => {
      return basesOf(read).map((pool): CreditBalance => {
        const figure = figures.get(keyOf(id, pool.pool.key))
        const stored = figure?.stored ?? null
        // As in `selectSeries`.
        const basis = pool.basis === 'balances' && stored === null ? 'amounts' : pool.basis
        const balance = basis === 'unsigned' ? null : ((basis === 'balances' ? stored : figure?.moved) ?? '0')
        return {
          ...pool,
          basis,
          externalId,
          balance,
          byAge: balance === null ? null : partsByAge(balance, figure?.blocks ?? []),
          value: null,
          asOf: asOf ?? end,
        }
      })
    })
    const wanted = input.pool === undefined ? balances : balances.filter(({ pool }) => pool.key === input.pool)
    const price = new Set(wanted.map(({ pool }) => pool.key)).size === 1 ? (input.price ?? null) : null
    return {
      day,
      price,
      customers: { known: ledgers.length + Math.min(never.length, MAX_LEDGERS), readWhole: known.length },
      balances: wanted.map((each) => ({ ...each, value: valueOf(each, price) })).toSorted(byPoolAndBalance),
      notRead: [
        ...ledgers.flatMap(({ externalId, completedAt, asOf }): Credits['notRead'] =>
          completedAt === null
            ? [{ externalId, reason: 'partial', asOf }]
            : asOf === null || asOf < end
              ? [{ externalId, reason: 'before', asOf }]
              : [],
        ),
        ...never.slice(0, MAX_LEDGERS),
      ],
      hasMore,
      hasMoreNotRead: never.length > MAX_LEDGERS,
    }
  })
}

const valueOf = ({ balance }: Pick<CreditBalance, 'balance'>, price: string | null) =>
  balance === null || price === null ? null : new Big(balance).times(price).toFixed()

const keyOf = (readId: number, pool: string) => `${readId} ${pool}`

function byPoolAndBalance(one: CreditBalance, other: CreditBalance): number {
  if (one.pool.key !== other.pool.key) return one.pool.key < other.pool.key ? -1 : 1
  return new Big(other.balance ?? 0).cmp(one.balance ?? 0)
}

/** Returns the read of each ledger whose figures are shown, the newest first. */
async function selectLedgers(db: Session, source: string) {
  const { id, externalId, asOf, completedAt, check, updatedAt } = ledgerReads
  const ofSource = eq(ledgerReads.source, source)
  // Some APIs return an empty ledger for any ID.
  const withEntries = db
    .select({ externalId })
    .from(ledgerReads)
    .where(and(ofSource, gt(ledgerReads.entries, 0)))
  const shown = db
    .selectDistinctOn([externalId], { id, externalId, asOf, completedAt, check, updatedAt })
    .from(ledgerReads)
    .where(and(ofSource, inArray(externalId, withEntries)))
    .orderBy(...SHOWN_FIRST)
    .as('shown')
  const newest = desc(shown.updatedAt)
  const ledgers = await db
    .select()
    .from(shown)
    .orderBy(newest, shown.externalId)
    .limit(MAX_LEDGERS + 1)
  return { ledgers: ledgers.slice(0, MAX_LEDGERS), hasMore: ledgers.length > MAX_LEDGERS }
}

/** Returns the customers of the index whose ledger was never read. */
async function selectNeverRead(db: Session, source: string): Promise<Credits['notRead']> {
  const { id, kind, goneAt } = seenObjects
  const rows = await db
    .select({ externalId: id })
    .from(seenObjects)
    .where(
      and(
        eq(seenObjects.source, source),
        eq(kind, 'customer'),
        isNull(goneAt),
        sql`not exists (select from ${ledgerReads} as ledger
          where ledger.source = ${source} and ledger.external_id = ${seenObjects}.id)`,
      ),
    )
    .orderBy(asc(id))
    .limit(MAX_LEDGERS + 1)
  return rows.map(({ externalId }) => ({ externalId, reason: 'never', asOf: null }))
}

/** What the stored sums tell of a pool at the end of a day. */
interface PoolFigures {
  /** The balance by the stored balances, and by amounts alone. */
  stored: string | null
  moved: string | null
  /** What is left of its blocks with a known grant. */
  blocks: { age: CreditAge; left: string }[]
}

/** Returns the figures of all pools of some reads, by read and pool. */
async function selectFigures(db: Session, ids: readonly number[], day: string): Promise<Map<string, PoolFigures>> {
  const isWanted = sql`read_id = any(${sql.param([...ids])}::integer[])`
  const pools = await db.execute<{ readId: number; pool: string; stored: string | null; moved: string | null }>(sql`
    with ${balancedDays(isWanted, sql`'infinity'::timestamptz`)},
      ends as (
        select read_id, pool, min(start) as start, (array_agg(moved order by day desc) filter (where day <= ${day}))[1] as moved,
          (array_agg(stored order by day desc) filter (where day <= ${day}))[1] as stored
        from balanced group by read_id, pool)
    select read_id as "readId", pool, ${plain(sql`moved`)} as moved, ${plain(sql`coalesce(stored, start)`)} as stored from ends`)
  const figures = new Map<string, PoolFigures>(
    pools.rows.map(({ readId, pool, stored, moved }) => [keyOf(readId, pool), { stored, moved, blocks: [] }]),
  )
  const blocks = await db.execute<{ readId: number; pool: string; age: CreditAge; left: string }>(sql`
    with blocks as (
      select read_id, pool, block, sum(amount) as "left",
        ${day}::date - min(first_at) filter (where added > 0 and ${KIND_OF_TYPE} in ('added', 'adjusted'))::date as days
      from ${ledgerSums} where ${isWanted} and day <> '' and day <= ${day} and block <> '' group by read_id, pool, block)
    select read_id as "readId", pool, ${plain(sql`sum("left")`)} as "left",
      case when days <= 30 then 'to30' when days <= 90 then 'to90' when days <= 365 then 'to365' else 'over365' end as age
    from blocks where days is not null group by read_id, pool, age`)
  for (const { readId, pool, ...block } of blocks.rows) figures.get(keyOf(readId, pool))?.blocks.push(block)
  return figures
}

/** A row of the file: a balance, or a ledger that is in no sum. */
interface CreditRow {
  balance?: CreditBalance
  missing?: Credits['notRead'][number]
}

/** Returns all balances of a day as CSV, and below them the customers whose ledger is in no sum. @throws ProblemError as `listCredits` */
export const exportCredits = operation('exportCredits', {
  input: CreditsInput.extend(CSV_FIELDS),
  describe: 'A CSV of the credits outstanding at the end of a day.',
  audit: { records: 'run', fields: ['day', 'pool', 'price', 'form'] },
  async run(context, { form, ...input }): Promise<Download> {
    const credits = await creditsAt(context, input)
    const columns = [
      textColumn<CreditRow>('Customer', ({ balance, missing }) => (balance ?? missing)?.externalId),
      textColumn<CreditRow>('Day (UTC)', () => credits.day),
      textColumn<CreditRow>('Pool', ({ balance }) => balance?.pool.unitName),
      textColumn<CreditRow>('Pool ID', ({ balance }) => balance?.pool.unitId),
      numberColumn<CreditRow>('Balance', ({ balance }) => balance?.balance),
      ...CREDIT_AGES.map((age) =>
        numberColumn<CreditRow>(CREDIT_AGE_NAMES[age], ({ balance }) => balance?.byAge?.[age]),
      ),
      numberColumn<CreditRow>('Price of a credit', ({ balance }) => balance && credits.price),
      numberColumn<CreditRow>('Value', ({ balance }) => balance?.value),
      numberColumn<CreditRow>('Gaps between balances', ({ balance }) => balance && String(balance.gaps)),
      textColumn<CreditRow>('Not added up', ({ missing }) => missing && NOT_READ_NAMES[missing.reason]),
      ...instantColumns<CreditRow>('As of', ({ balance, missing }) => (balance ?? missing)?.asOf),
    ]
    return csvDownload(context, {
      fileName: fileNameOf({
        what: 'credits',
        whose: context.environment.name,
        filters: { pool: input.pool, price: input.price },
        at: new Date(credits.day),
        ending: '.csv',
      }),
      table: new CsvTable(columns, form),
      batches: csvBatches<CreditRow>(
        [...credits.balances.map((balance) => ({ balance })), ...credits.notRead.map((missing) => ({ missing }))],
        leftOut(credits),
      ),
    })
  },
})

/** Returns what the sums of a day leave out beyond its limits; null when that is nothing. */
function leftOut({ hasMore, hasMoreNotRead }: AllCredits): string | null {
  const kept = [
    hasMore && `only the ${MAX_LEDGERS} ledgers that were read last`,
    hasMoreNotRead && `only ${MAX_LEDGERS} of the customers whose ledger was never read`,
  ].filter((each) => each !== false)
  return kept.length === 0 ? null : `${kept.join(' and ')} are in it`
}
