import { Big } from 'big.js'
import { and, asc, eq, gt, or, sql, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import { type BalanceStep, chainOf } from '@/contract/billing/balance-chain'
import { AllocationBlock, Transaction } from '@/contract/billing/transaction'
import { inSnapshot } from '@/database/on-connection'
import type { Database, DatabaseTransaction } from '@/database/open-database'
import { readDocument } from '../store/read-document'
import { customerLedgers, customers, transactions } from '../store/schema'

const LEDGERS_A_PAGE = 100
const ENTRIES_A_PAGE = 1_000
/** Larger groups of one pool and instant are not ordered, and their balances are not compared. */
const MAX_GROUP = 1_000

interface VerifyOptions {
  customer?: string | undefined
  /** Called with each break in words, with its ledger and transaction. */
  onBreak?: (found: string) => void
}

/**
 * Recomputes ledgers from their entries: each position, the order by (createdAt, id), the number of entries, and the stored balances of
 * each pool (section 2.6; gaps.md, Transaction sign and balance). Within an instant, balances are ordered by their chain, as the
 * console does. Each ledger is read on one snapshot.
 * @param customer an external ID, or a customer ID of the API; all ledgers of all merchants by default
 * @returns the numbers of ledgers, transactions and breaks
 * @throws Error for a customer without transactions
 */
export async function verifyLedgers(db: Database, { customer, onBreak = () => undefined }: VerifyOptions = {}) {
  const verified = { ledgers: 0, transactions: 0, breaks: 0 }
  let after: Ledger | undefined
  for (;;) {
    const ledgers = await selectLedgers(db, customer, after)
    for (const ledger of ledgers) {
      const report: Report = (what, transactionId) => {
        const at = transactionId === undefined ? '' : `, transaction ${JSON.stringify(transactionId)}`
        verified.breaks += 1
        onBreak(`Merchant ${ledger.merchantId}, customer ${JSON.stringify(ledger.customerId)}${at}: ${what}.`)
      }
      verified.transactions += await inSnapshot({ db }, (tx) => verifyLedger(tx, ledger, report))
      verified.ledgers += 1
    }
    after = ledgers.at(-1)
    if (ledgers.length < LEDGERS_A_PAGE) break
  }
  if (customer !== undefined && verified.ledgers === 0)
    throw new Error(`There is no customer ${JSON.stringify(customer)} with transactions.`)
  return verified
}

type Ledger = Pick<Entry, 'merchantId' | 'customerId'>

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

type Report = (what: string, transactionId?: string) => void

/** @returns the number of its entries */
async function verifyLedger(tx: DatabaseTransaction, ledger: Ledger, report: Report): Promise<number> {
  const [counter] = await tx
    .select()
    .from(customerLedgers)
    .where(and(eq(customerLedgers.merchantId, ledger.merchantId), eq(customerLedgers.customerId, ledger.customerId)))
  // Deleted since it was listed.
  if (!counter) return 0
  const verifier = new EntryVerifier(counter.firstSequence, report)
  let last: Entry | undefined
  let count = 0
  for (;;) {
    // From before the first position too: an entry there would be counted nowhere.
    const entries = await selectEntries(tx, ledger, last?.sequence ?? Number.MIN_SAFE_INTEGER)
    for (const entry of entries) verifier.add(entry)
    count += entries.length
    last = entries.at(-1) ?? last
    if (entries.length < ENTRIES_A_PAGE) break
  }
  verifier.finish()
  const end = last?.sequence ?? counter.firstSequence - 1
  if (end !== counter.lastSequence) report(`the ledger ends at position ${counter.lastSequence}, its entries at ${end}`)
  if (last && last.createdAt !== counter.clock) report(`the ledger's newest instant is ${counter.clock}`, last.id)
  return count
}

type Entry = typeof transactions.$inferSelect

function selectEntries(tx: DatabaseTransaction, ledger: Ledger, after: number): Promise<Entry[]> {
  const { merchantId, customerId, sequence } = transactions
  return tx
    .select()
    .from(transactions)
    .where(and(eq(merchantId, ledger.merchantId), eq(customerId, ledger.customerId), gt(sequence, after)))
    .orderBy(asc(sequence))
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

/** The entries of a pool at one instant, and the balance that those before it left; null when it is unknown. */
interface PoolInstant {
  left: string | null
  steps: (BalanceStep & { id: string })[]
  isCut: boolean
}

/** Checks the entries of one ledger in order, and reports each break. */
class EntryVerifier {
  #before: Entry | undefined
  #pools = new Map<string, PoolInstant>()
  /** The pools with entries at the newest instant. */
  #open = new Set<PoolInstant>()

  constructor(
    private expected: number,
    private readonly report: Report,
  ) {}

  add(entry: Entry): void {
    const { id, sequence, createdAt } = entry
    if (sequence !== this.expected) this.report(`it is at position ${sequence} instead of ${this.expected}`, id)
    this.expected = sequence + 1
    if (this.#before && !isBefore(this.#before, entry))
      this.report(`it belongs before transaction ${JSON.stringify(this.#before.id)}`, id)
    if (this.#before?.createdAt !== createdAt) this.finish()
    this.#before = entry
    const sent = PoolEntry.parse(readDocument(entry.document))
    if (sent.id !== id || sent.customerId !== entry.customerId || sent.createdAt !== createdAt)
      this.report('its stored ID, customer or date differs from the transaction that is returned', id)
    this.#addBalances(sent)
  }

  /** Checks the newest instant of each pool. Call it after the last entry. */
  finish(): void {
    for (const pool of this.#open) this.#close(pool)
    this.#open.clear()
  }

  #addBalances({ id, amount, previousBalance, newBalance, allocationBlock }: z.infer<typeof PoolEntry>): void {
    const key = JSON.stringify([
      allocationBlock?.customPricingUnitId ?? null,
      allocationBlock?.customPricingUnitId == null ? (allocationBlock?.customPricingUnit?.displayName ?? null) : null,
    ])
    const pool = this.#pools.get(key) ?? { left: null, steps: [], isCut: false }
    this.#pools.set(key, pool)
    this.#open.add(pool)
    const after = newBalance == null ? null : new Big(newBalance)
    // An entry without a previous balance that follows another instant starts with the balance that the instant left.
    const before = previousBalance ?? (pool.steps.length === 0 ? pool.left : null)
    const computed = before === null ? null : new Big(before).plus(amount)
    if (computed && after && !computed.eq(after))
      this.report(`its new balance is ${after.toFixed()}; with its amount it is ${computed.toFixed()}`, id)
    pool.isCut ||= pool.steps.length >= MAX_GROUP
    if (!pool.isCut)
      pool.steps.push({
        id,
        before: previousBalance == null ? null : new Big(previousBalance).toFixed(),
        after: after?.toFixed() ?? null,
      })
  }

  #close(pool: PoolInstant): void {
    const { left, steps, isCut } = pool
    const chain = isCut ? null : chainOf(steps, left)
    if (chain === 'broken') {
      const others = steps.length > 2 ? `the ${steps.length - 1} others` : 'the other one'
      this.report(`its balances and those of ${others} at its instant do not follow from each other`, steps[0]?.id)
    } else if (chain && chain.start !== null && left !== null && chain.start !== left) {
      const first = steps.find(({ before }) => before === chain.start)
      this.report(`its previous balance is ${chain.start}; the one before it left ${left}`, first?.id)
    }
    Object.assign(pool, { left: chain === null || chain === 'broken' ? null : chain.end, steps: [], isCut: false })
  }
}

/** Buffers compare like PostgreSQL's "C" collation; JavaScript strings do not. */
const isBefore = (one: Entry, other: Entry): boolean =>
  one.createdAt === other.createdAt
    ? Buffer.compare(Buffer.from(one.id), Buffer.from(other.id)) < 0
    : one.createdAt < other.createdAt
