import { and, desc, eq, isNotNull, ne, sql } from 'drizzle-orm'
import { inTransaction } from '@/database/on-connection'
import type { Database, DatabaseTransaction } from '@/database/open-database'
import { isOneOf, recordset } from '@/database/recordset'
import { every } from '@/lib/core/server/every'
import { consoleStore } from '@/lib/store/console-store'
import { seenObjects } from '@/lib/store/index-schema'
import { checkedInvoices, selectNumbered } from './compared-findings'
import { selectSeen } from './seen-objects'

/*
 * The verdict of an invoice depends on its subscription and on the other invoices of that subscription. So a written row is not judged
 * in the transaction that writes it: afterwards, all invoices of its subscription are judged together, by one process at a time.
 */

const JUDGE_LOCK = 4_211_976
const TIMEOUT_MS = 10_000
/** The subscriptions, and invoices without one, that are judged at a time. */
const AT_ONCE = 20
/** Of rows whose process ended before it judged them. */
const EVERY_MS = 5_000

/** Judges some of what was written since it was judged last, the newest first. @returns false when nothing is left */
export async function judgeSome(db: Database, source: string): Promise<boolean> {
  return inTransaction({ db, signal: AbortSignal.timeout(TIMEOUT_MS) }, async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${JUDGE_LOCK})`)
    const { id, kind, subscriptionId, seenAt, judgedAt } = seenObjects
    const unjudged = await tx
      .select({ id, kind, subscriptionId, number: seenObjects.name })
      .from(seenObjects)
      .where(and(eq(seenObjects.source, source), ne(kind, 'customer'), sql`${judgedAt} is distinct from ${seenAt}`))
      .orderBy(desc(seenAt))
      .limit(AT_ONCE)
    if (unjudged.length === 0) return false
    const subscriptions = new Set(
      unjudged.flatMap((row) => (row.kind === 'subscription' ? row.id : (row.subscriptionId ?? []))),
    )
    const single = unjudged.flatMap((row) => (row.kind === 'invoice' && row.subscriptionId === null ? row.id : []))
    // Another invoice of the same number has a finding, or no longer.
    const numbers = unjudged.flatMap((row) => (row.kind === 'invoice' ? (row.number ?? []) : []))
    const ofNumbers = numbers.length === 0 ? [] : await selectNumbered(tx, source, numbers)
    await judge(tx, source, [...subscriptions], [...single, ...ofNumbers.map((invoice) => invoice.id)])
    return true
  })
}

/** Judges an invoice at once, as after a review of its findings. */
export const judgeInvoice = (db: Database, source: string, invoiceId: string): Promise<void> =>
  inTransaction({ db, signal: AbortSignal.timeout(TIMEOUT_MS) }, async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${JUDGE_LOCK})`)
    await judge(tx, source, [], [invoiceId])
  })

async function judge(
  tx: DatabaseTransaction,
  source: string,
  subscriptions: string[],
  single: string[],
): Promise<void> {
  const { id, kind, subscriptionId } = seenObjects
  const ofSource = eq(seenObjects.source, source)
  const invoices = await tx
    .select({ id })
    .from(seenObjects)
    .where(and(ofSource, isNotNull(subscriptionId), isOneOf(subscriptionId, subscriptions)))
  const ids = [...invoices.map((invoice) => invoice.id), ...single, ...subscriptions]
  // In the order in which the index locks rows, so that two consoles wait for each other instead of a deadlock.
  const locked = await tx
    .select({ kind, id, seenAt: seenObjects.seenAt })
    .from(seenObjects)
    .where(and(ofSource, isOneOf(id, ids), ne(kind, 'customer')))
    .orderBy(kind, id)
    .for('update')
  const seen = await selectSeen(tx, source, and(isOneOf(id, ids), eq(kind, 'invoice')))
  const verdicts = new Map(
    (await checkedInvoices(tx, source, seen)).map(({ invoice, verdict }) => [invoice.id, verdict]),
  )
  const judged = locked.map((row) => ({
    source,
    kind: row.kind,
    id: row.id,
    judgedAt: row.seenAt,
    verdict: row.kind === 'invoice' ? (verdicts.get(row.id) ?? null) : null,
  }))
  const columns = { source: seenObjects.source, kind, id, judgedAt: seenObjects.judgedAt, verdict: seenObjects.verdict }
  await tx.execute(sql`
    update ${seenObjects} set verdict = given.verdict, judged_at = given.judged_at
    from ${recordset(columns, judged)} as given
    where ${seenObjects.id} = given.id and ${seenObjects.source} = given.source and ${kind} = given.kind`)
}

/** Judges rows that no process has judged, because theirs ended. @returns stops it (`every`) */
export function startJudging(source: string): () => Promise<void> {
  return every({ everyMs: EVERY_MS, event: 'index', failure: 'invoices could not be judged' }, async (signal) => {
    const db = await consoleStore()
    while (!signal.aborted && (await judgeSome(db, source)));
  })
}
