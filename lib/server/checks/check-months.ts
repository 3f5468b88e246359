import { Big } from 'big.js'
import { and, eq, sql } from 'drizzle-orm'
import {
  AMOUNT_KINDS,
  type CheckMonths,
  type CurrencyMonth,
  type LeftOut,
  type PlanMonth,
} from '@/contract/console/check-months'
import type { InvoiceView } from '@/contract/console/invoice'
import type { ConsoleInput } from '@/contract/console/operations'
import type { Pieces } from '@/contract/pieces'
import { SNAPSHOT } from '@/database/on-connection'
import { invoiceMonths } from '../../domain/invoice/invoice-months'
import { type IssuedAmount, monthEnds } from '../../domain/invoice/month-ends'
import { formatCount } from '../../format/amount'
import { AMOUNT_KIND_NAMES } from '../../format/labels'
import { readable } from '../../format/unreadable'
import { type CsvBatches, csvDownload } from '../downloads/csv-download'
import { type ColumnsOf, CsvTable, numberColumn, textColumn } from '../downloads/csv-table'
import { fileNameOf } from '../downloads/file-name'
import { runInPieces } from '../in-pieces'
import { type Reading, readList, seenByIds } from '../object-index/seen-objects'
import type { OperationContext, ReadContext } from '../operation-context'
import { problemError } from '../problem'
import { checkedObjects } from '../store/check-schema'
import { readWithin } from '../store/console-store'
import { storableText } from '../store/schema'
import { checkOf, MAY_BE_INVOICE, nameOfCheckFiles } from './read-checks'

/**
 * Returns the amounts of an invoice that was just read by price and month, with the plan and the currency that the index has of its
 * subscription, or why it is in no sum.
 */
export async function monthsOf({ environment: { index }, signal }: ReadContext, invoice: InvoiceView) {
  const id = readable(invoice.subscriptionId)
  // The subscription was read with the invoice.
  await index.written()
  const [seen] =
    id === null ? [] : await readList(signal, (db) => seenByIds(db, index.source, [{ kind: 'subscription', id }]))
  const about = { plan: seen?.name ?? null, currency: seen?.row.currency ?? null }
  const months = await runInPieces(invoiceMonths(invoice, about), signal)
  if (typeof months === 'string') return months
  const rows = months.rows.map(({ priceId, name, ...row }) => ({
    ...row,
    priceId: priceId === null ? null : storableText(priceId),
    name: name === null ? null : storableText(name),
  }))
  return { ...months, rows }
}

/** The rows of a page. */
const MAX_ROWS = 2_000
/** The sums that are read of a check. */
const MAX_SUMS = 50_000
const TIMEOUT_MS = 15_000
const TOO_SLOW = 'Adding up the months took longer than 15 seconds. Nothing was changed.'
const TOO_MANY = 'This check has more than 50,000 sums of plan, price and month. Check fewer invoices.'

/**
 * Returns the amounts of a check's invoices by plan and month, as far as this run has read them.
 * @throws ProblemError `not_found`, `invalid_request` for more than 50,000 sums, `store_unavailable`
 */
export async function getCheckMonths(
  context: OperationContext,
  input: ConsoleInput<'getCheckMonths'>,
): Promise<CheckMonths> {
  const { rows, ...sums } = await readMonths(context, input)
  return { ...sums, rows: rows.slice(0, MAX_ROWS), more: Math.max(0, rows.length - MAX_ROWS) }
}

/** Returns these amounts as CSV. @throws ProblemError as `getCheckMonths`, and `console_busy` */
export async function exportCheckMonths(
  context: OperationContext,
  { form, ...input }: ConsoleInput<'exportCheckMonths'>,
) {
  const batches = batchesOf(await readMonths(context, input))
  const whose = await nameOfCheckFiles(context, input.checkId)
  const fileName = fileNameOf({ what: 'months', whose, at: context.now(), ending: '.csv' })
  return csvDownload(context, { fileName, table: new CsvTable(Object.values(COLUMNS).flat(), form), batches })
}

/** The sums with all rows. */
type AllMonths = Omit<CheckMonths, 'more'>

async function* batchesOf({ rows, unread, leftOut }: AllMonths): CsvBatches<PlanMonth> {
  for (let at = 0; at < rows.length; at += MAX_ROWS) yield await Promise.resolve(rows.slice(at, at + MAX_ROWS))
  const unknown = unread + leftOut.unreadable + leftOut.noLines + leftOut.minorUnits + leftOut.noCurrency
  return unknown === 0 ? null : `${formatCount(unknown, 'invoice is', 'invoices are')} in no sum`
}

const COLUMNS: ColumnsOf<PlanMonth> = {
  plan: [textColumn('Plan', ({ plan }) => plan)],
  kind: [],
  name: [
    textColumn('Price', (row) => (row.kind === 'price' ? (row.name ?? row.priceId) : AMOUNT_KIND_NAMES[row.kind])),
  ],
  priceId: [textColumn('Price ID', ({ priceId }) => priceId)],
  currency: [textColumn('Currency', ({ currency }) => currency)],
  month: [textColumn('Month (UTC)', ({ month }) => month)],
  invoiced: [numberColumn('Invoiced', ({ invoiced }) => invoiced)],
  earned: [numberColumn('Earned, estimate from invoices seen', ({ earned }) => earned)],
  deferred: [numberColumn('Deferred at month end, estimate', ({ deferred }) => deferred)],
}

const { checkId, readRun, kind, months } = checkedObjects
const IS_SUMMED = sql`jsonb_typeof(${months}) = 'object'`

async function readMonths(context: OperationContext, input: ConsoleInput<'getCheckMonths'>): Promise<AllMonths> {
  const { id } = await checkOf(context, input.checkId)
  const read = { signal: context.signal, ms: TIMEOUT_MS, tooSlow: TOO_SLOW }
  // On one snapshot, because a check that runs adds invoices.
  const { amounts, ...sums } = await readWithin(read, (db) =>
    db.transaction(async (tx) => {
      const found = await selectAmounts(tx, id)
      if (found.length > MAX_SUMS) throw problemError('invalid_request', TOO_MANY)
      return { amounts: found, ...(await countLeftOut(tx, id)), totals: await selectTotals(tx, id) }
    }, SNAPSHOT),
  )
  return {
    readAt: context.now().toISOString(),
    invoices: sums.totals.reduce((sum, { invoices }) => sum + invoices, 0),
    ...sums,
    ...(await runInPieces(monthsInPieces(amounts), context.signal)),
  }
}

/** True for the invoices that the current run of their check has read. */
const isOfRun = (id: string) =>
  and(eq(checkId, id), sql`${readRun} = (select run from console.checks as own where own.id = ${checkId})`)

interface Amount extends IssuedAmount, Pick<PlanMonth, 'plan' | 'currency' | 'kind' | 'priceId' | 'name'> {}

/** Adds the amounts of all invoices up, the newest first. Prices without an ID are known by their description. */
function selectAmounts(db: Reading, id: string): Promise<Amount[]> {
  const known = sql`case when amount."priceId" is null then amount.name end`
  return db
    .select({
      plan: sql<string | null>`${months} ->> 'plan'`,
      currency: sql<string>`${months} ->> 'currency'`,
      issued: sql<string | null>`${months} ->> 'issued'`,
      kind: sql<Amount['kind']>`amount.kind`,
      priceId: sql<string | null>`amount."priceId"`,
      name: sql<string | null>`max(amount.name)`,
      month: sql<string | null>`amount.month`,
      amount: sql<string>`sum(amount.amount)::text`,
    })
    .from(checkedObjects)
    .innerJoin(
      sql`jsonb_to_recordset(${months} -> 'rows') as amount(kind text, "priceId" text, name text, month text, amount numeric)`,
      sql`true`,
    )
    .where(and(isOfRun(id), IS_SUMMED))
    .groupBy(sql`1, 2, 3, amount.kind, amount."priceId", ${known}, amount.month`)
    .orderBy(sql`3 desc nulls last, max(amount.name) desc nulls last`)
    .limit(MAX_SUMS + 1)
}

async function countLeftOut(db: Reading, id: string) {
  const why = sql<string | null>`case when jsonb_typeof(${months}) = 'string' then ${months} #>> '{}' end`
  const ofRun = await db
    .select({ why, count: sql<number>`count(*)::integer` })
    .from(checkedObjects)
    .where(and(isOfRun(id), eq(kind, 'invoice')))
    .groupBy(sql`1`)
  const [unread] = await db
    .select({ count: sql<number>`count(*)::integer` })
    .from(checkedObjects)
    .where(and(eq(checkId, id), MAY_BE_INVOICE, sql`not (${isOfRun(id)} and ${months} is not null)`))
  const countOf = (left: LeftOut) => ofRun.find((each) => each.why === left)?.count ?? 0
  return {
    leftOut: {
      notCharged: countOf('notCharged'),
      noLines: countOf('noLines'),
      unreadable: countOf('unreadable'),
      minorUnits: countOf('minorUnits'),
      noCurrency: countOf('noCurrency'),
    },
    unread: unread?.count ?? 0,
  }
}

const selectTotals = (db: Reading, id: string): Promise<CheckMonths['totals']> =>
  db
    .select({
      currency: sql<string>`${months} ->> 'currency'`,
      invoices: sql<number>`count(*)::integer`,
      total: sql<string>`trim_scale(sum((${months} ->> 'total')::numeric))::text`,
    })
    .from(checkedObjects)
    .where(and(isOfRun(id), IS_SUMMED))
    .groupBy(sql`1`)
    .orderBy(sql`1`)

function* monthsInPieces(amounts: readonly Amount[]): Pieces<Pick<AllMonths, 'months' | 'rows'>> {
  const ofCurrencies: CurrencyMonth[] = []
  for (const each of yield* groupsOf(amounts, ({ currency }) => currency))
    ofCurrencies.push(...monthEnds(yield* addedUp(each)).map((end) => ({ currency: each[0]?.currency ?? '', ...end })))
  const rows: PlanMonth[] = []
  for (const each of yield* groupsOf(amounts, priceKey)) {
    yield
    const [first] = each
    if (!first) continue
    // A price that was renamed has its newest name.
    const { plan, kind: ofKind, priceId, name, currency } = first
    rows.push(...monthEnds(each).map((end) => ({ plan, kind: ofKind, priceId, name, currency, ...end })))
  }
  return { months: ofCurrencies, rows }
}

const priceKey = ({ plan, kind: ofKind, priceId, name, currency }: Amount) =>
  JSON.stringify([plan ?? '', AMOUNT_KINDS.indexOf(ofKind), priceId === null ? [name] : priceId, currency])

/** The amounts that are grouped or added up before other work may run. */
const AMOUNTS_A_PIECE = 1_000

/** Returns one amount for each month of issue and month, which is fewer than there are prices. */
function* addedUp(amounts: readonly Amount[]): Pieces<IssuedAmount[]> {
  const sums = new Map<string, Omit<IssuedAmount, 'amount'> & { sum: Big }>()
  for (const [index, { issued, month, amount }] of amounts.entries()) {
    if (index % AMOUNTS_A_PIECE === 0) yield
    const key = JSON.stringify([issued, month])
    sums.set(key, { issued, month, sum: (sums.get(key)?.sum ?? new Big(0)).plus(amount) })
  }
  return [...sums.values()].map(({ sum, ...each }) => ({ ...each, amount: sum.toFixed() }))
}

/** Returns the amounts of each key, in the order of the keys. */
function* groupsOf(amounts: readonly Amount[], keyOf: (amount: Amount) => string): Pieces<Amount[][]> {
  const groups = new Map<string, Amount[]>()
  for (const [index, amount] of amounts.entries()) {
    if (index % AMOUNTS_A_PIECE === 0) yield
    const key = keyOf(amount)
    const group = groups.get(key)
    if (group) group.push(amount)
    else groups.set(key, [amount])
  }
  return [...groups].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, group]) => group)
}
