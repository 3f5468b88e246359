import { importLines } from '@/service/data/import-lines'
import { readLines } from '@/service/data/line-reader'
import type { Store } from '@/service/store/open'

const CHUNK_LINES = 200
/** A stride that is coprime to every total, so that it visits each line once. */
const STRIDE = 1_000_003

/** The transactions of an import: the customers take turns, and the dates are one second apart. */
interface TransactionLines {
  merchantId: string
  total: number
  customers: number
  /** The order of the dates. The default is `asc`. */
  order?: string
}

/** Yields the lines in chunks, as reading a file does. */
export async function* transactionLines(asked: TransactionLines): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < asked.total; from += CHUNK_LINES) {
    const count = Math.min(CHUNK_LINES, asked.total - from)
    const lines = Array.from({ length: count }, (_, index) => lineOf(transaction(asked, from + index)))
    yield Buffer.from(lines.join(''))
  }
}

/** Imports the ledger of the customer `customer-0`. */
export async function importLedger({ db }: Store, merchantId: string, total: number): Promise<void> {
  for (const lines of [transactionLines({ merchantId, total, customers: 1 }), customerLines()])
    await importLines({ db, merchantId, lines: readLines(lines) })
}

async function* customerLines(): AsyncGenerator<Uint8Array> {
  yield Buffer.from(customerLine(0))
}

/** Returns the import line of a customer with the external id `customer-INDEX`. */
function customerLine(index: number): string {
  const data = { id: `cus_${index}`, externalId: `customer-${index}`, name: `Customer ${index}`, email: null }
  return `${JSON.stringify({ kind: 'customer', data })}\n`
}

const lineOf = (data: object) => `${JSON.stringify({ kind: 'transaction', data })}\n`

/** Returns one of the transactions as the billing API sends it. */
export function transaction({ merchantId, total, customers, order = 'asc' }: TransactionLines, index: number): object {
  const serial = { asc: index, desc: total - 1 - index, shuffled: (index * STRIDE) % total }[order] ?? index
  const createdAt = new Date(Date.UTC(2025, 0, 1) + serial * 1000).toISOString()
  // The entries of a customer agree with each other.
  const previousBalance = 1_000_000_000 - Math.floor(serial / customers) * 12.5
  return {
    id: `txn_${serial}`,
    merchantId,
    customerId: `cus_${serial % customers}`,
    createdAt,
    updatedAt: createdAt,
    type: 'usage',
    amount: -12.5,
    previousBalance,
    newBalance: previousBalance - 12.5,
    allocationBlockId: `blk_${serial % customers}`,
    billableId: 'bil_tokens',
    eventId: `evt_${serial}`,
    operationId: `op_${serial}`,
    billable: { id: 'bil_tokens', name: 'Tokens' },
    allocationBlock: {
      id: `blk_${serial % customers}`,
      amount: 10000,
      customPricingUnitId: 'cpu_credits',
      customPricingUnit: { displayName: 'Credits' },
      invoice: { id: `inv_${serial % customers}`, vanityId: 1042 },
      subscription: { billingCadence: 'monthly', plan: { name: 'Scale' } },
    },
  }
}
