import { Big } from 'big.js'
import { and, asc, eq, gt, or, sql, type SQL } from 'drizzle-orm'
import { AllocationBlock, Transaction } from '@/contract/billing/transaction'
import { inSnapshot } from '@/database/in-snapshot'
import type { Database, DatabaseTransaction } from '@/database/open-database'
import { readDocument } from '../store/read-document'
import { customerLedgers, customers, transactions } from '../store/schema'

const LEDGERS_A_PAGE = 100
const ENTRIES_A_PAGE = 1_000

/** What was verified. */
export interface Verified {
  ledgers: number
  transactions: number
}

/**
 * Recomputes ledgers from their entries: each position, the order by (createdAt, id), the number of entries, and the stored balances of
 * each pool (section 2.6; gaps.md, Transaction sign and balance). Each ledger is read on one snapshot.
 * @param customer an external ID, or a customer ID of the API; all ledgers of all merchants by default
 * @throws Error at the first break, with the ledger and the transaction; also for a customer without transactions
 */
export async function verifyLedgers(
  db: Database,
  { customer, onProgress }: { customer?: string | undefined; onProgress?: (verified: Verified) => void } = {},
): Promise<Verified> {
  const verified: Verified = { ledgers: 0, transactions: 0 }
  let after: Ledger | undefined
  for (;;) {
    const ledgers = await selectLedgers(db, customer, after)
    for (const ledger of ledgers) {
      await inSnapshot({ db }, (tx) =>
        verifyLedger(tx, ledger, (entries) => {
          verified.transactions += entries
          onProgress?.(verified)
        }),
      )
      verified.ledgers += 1
    }
    after = ledgers.at(-1)
    if (ledgers.length < LEDGERS_A_PAGE) break
  }
  if (customer !== undefined && verified.ledgers === 0)
    throw new Error(`There is no customer ${JSON.stringify(customer)} with transactions.`)
  return verified
}

interface Ledger {
  merchantId: string
  customerId: string
}

/** Returns the next ledgers, by merchant and customer. */
function selectLedgers(db: Database, customer: string | undefined, after: Ledger | undefined): Promise<Ledger[]> {
  const { merchantId, customerId } = customerLedgers
  const isNext = after && sql`(${merchantId}, ${customerId}) > (${after.merchantId}, ${after.customerId})`
  return db
    .select({ merchantId, customerId })
    .from(customerLedgers)
    .where(and(isNext, customer === undefined ? undefined : isOfCustomer(db, customer)))
    .orderBy(asc(merchantId), asc(customerId))
    .limit(LEDGERS_A_PAGE)
}

function isOfCustomer(db: Database, customer: string): SQL | undefined {
  const { merchantId, customerId } = customerLedgers
  const byExternalId = db
    .select({ merchantId: customers.merchantId, id: customers.id })
    .from(customers)
    .where(eq(customers.externalId, customer))
  return or(eq(customerId, customer), sql`(${merchantId}, ${customerId}) in ${byExternalId}`)
}

/** @param onPage called with the number of entries of each page */
async function verifyLedger(tx: DatabaseTransaction, ledger: Ledger, onPage: (entries: number) => void): Promise<void> {
  const [counter] = await tx
    .select()
    .from(customerLedgers)
    .where(and(eq(customerLedgers.merchantId, ledger.merchantId), eq(customerLedgers.customerId, ledger.customerId)))
  // Deleted since it was listed.
  if (!counter) return
  const fail = (what: string, transactionId?: string) => {
    const at = transactionId === undefined ? '' : `, transaction ${JSON.stringify(transactionId)}`
    const { merchantId, customerId } = ledger
    throw new Error(`Merchant ${merchantId}, customer ${JSON.stringify(customerId)}${at}: ${what}.`)
  }
  const verifyEntry = entryVerifier(counter.firstSequence, fail)
  let last: Entry | undefined
  for (;;) {
    // From before the first position too: an entry there would be counted nowhere.
    const entries = await selectEntries(tx, ledger, last?.sequence ?? Number.MIN_SAFE_INTEGER)
    for (const entry of entries) verifyEntry(entry)
    onPage(entries.length)
    last = entries.at(-1) ?? last
    if (entries.length < ENTRIES_A_PAGE) break
  }
  const end = last?.sequence ?? counter.firstSequence - 1
  if (end !== counter.lastSequence) fail(`the ledger ends at position ${counter.lastSequence}, its entries at ${end}`)
  if (last && last.createdAt !== counter.clock) fail(`the ledger's newest instant is ${counter.clock}`, last.id)
}

type Entry = typeof transactions.$inferSelect

function selectEntries(tx: DatabaseTransaction, { merchantId, customerId }: Ledger, after: number): Promise<Entry[]> {
  return tx
    .select()
    .from(transactions)
    .where(
      and(
        eq(transactions.merchantId, merchantId),
        eq(transactions.customerId, customerId),
        gt(transactions.sequence, after),
      ),
    )
    .orderBy(asc(transactions.sequence))
    .limit(ENTRIES_A_PAGE)
}

/** The stored fields that a pool's balance follows from. */
const PoolEntry = Transaction.pick({
  id: true,
  customerId: true,
  createdAt: true,
  amount: true,
  previousBalance: true,
  newBalance: true,
}).extend({ allocationBlock: AllocationBlock.pick({ customPricingUnitId: true, customPricingUnit: true }).nullish() })

/** Returns a function that checks the entries of one ledger in order, and calls `fail` at the first break. */
function entryVerifier(firstSequence: number, fail: (what: string, transactionId?: string) => void) {
  let expected = firstSequence
  let before: Entry | undefined
  /** The balance after the last entry of each pool; none where that entry has no balance. */
  const balances = new Map<string, Big>()
  return (entry: Entry): void => {
    const { id, sequence, createdAt } = entry
    if (sequence !== expected) fail(`it is at position ${sequence} instead of ${expected}`, id)
    expected += 1
    if (before && !isBefore(before, entry)) fail(`it belongs before transaction ${JSON.stringify(before.id)}`, id)
    before = entry
    const sent = PoolEntry.parse(readDocument(entry.document))
    if (sent.id !== id || sent.customerId !== entry.customerId || sent.createdAt !== createdAt)
      fail('its stored ID, customer or date differs from the transaction that is returned', id)
    const { amount, previousBalance, newBalance, allocationBlock } = sent
    const pool = JSON.stringify([
      allocationBlock?.customPricingUnitId ?? null,
      allocationBlock?.customPricingUnitId == null ? (allocationBlock?.customPricingUnit?.displayName ?? null) : null,
    ])
    const known = balances.get(pool)
    balances.delete(pool)
    if (previousBalance != null && known && !known.eq(previousBalance))
      fail(`its previous balance is ${previousBalance}; the one before it left ${known.toFixed()}`, id)
    if (newBalance == null) return
    const computed = previousBalance == null ? known?.plus(amount) : new Big(previousBalance).plus(amount)
    if (computed && !computed.eq(newBalance))
      fail(`its new balance is ${newBalance}; with its amount it is ${computed.toFixed()}`, id)
    balances.set(pool, new Big(newBalance))
  }
}

/** Buffers compare like PostgreSQL's "C" collation; JavaScript strings do not. */
const isBefore = (one: Entry, other: Entry): boolean =>
  one.createdAt === other.createdAt
    ? Buffer.compare(Buffer.from(one.id), Buffer.from(other.id)) < 0
    : one.createdAt < other.createdAt
