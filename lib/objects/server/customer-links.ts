import { sql } from 'drizzle-orm'
import type { CustomerConflict } from '@/lib/customers/customer'
import type { LedgerCustomer } from '@/lib/ledger/transaction'
import type { Session } from '@/database/on-connection'
import type { Database, DatabaseTransaction } from '@/database/open-database'
import { indexedLinks, seenObjects } from '@/lib/store/index-schema'
import { linkId } from './seen-rows'

/*
 * Which customer of the billing API a ledger belongs to. An entry that names its customer proves it. The interface document has no such
 * field (section 2.6); there the invoices of the ledger's blocks name the customer, when all that were read name the same one, and those
 * of no other ledger do. Computed at each read, so that an invoice that is read later unmakes the link.
 */

type Store = Database | Session | DatabaseTransaction

/** What a ledger says of its customer: `proven` by its entries, `named` by the invoices of its blocks. */
interface Claim {
  proven: LedgerCustomer[]
  named: LedgerCustomer[]
}

/** Returns the customers of the billing API that a ledger belongs to; with `conflict`, why its invoices tell none. */
export async function customersOfLedger(
  db: Store,
  source: string,
  externalId: string,
): Promise<{ customers: LedgerCustomer[]; conflict: CustomerConflict | null }> {
  const { proven = [], named = [] } = (await claimsOf(db, source, [externalId])).get(externalId) ?? {}
  const [only] = named
  if (proven.length > 0 || !only) return { customers: proven.slice(0, MAX_CUSTOMERS), conflict: null }
  const customerIds = named.slice(0, MAX_CUSTOMERS).map(({ id }) => id)
  if (named.length > 1) return { customers: [], conflict: { customerIds, externalIds: [externalId] } }
  const { externalIds, conflict } = await ledgersOfCustomer(db, source, only.id)
  if (externalIds.includes(externalId)) return { customers: [only], conflict: null }
  return { customers: [], conflict: conflict ?? { customerIds, externalIds: [...externalIds, externalId] } }
}

/** Returns the external IDs of the ledgers that belong to a customer of the billing API, sorted; with `conflict`, why several tell none. */
export async function ledgersOfCustomer(
  db: Store,
  source: string,
  customerId: string,
): Promise<{ externalIds: string[]; conflict: CustomerConflict | null }> {
  const claims = [...(await claimsOf(db, source, await ledgersNaming(db, source, customerId)))]
  const isOnly = (customers: LedgerCustomer[]) => customers.length === 1 && customers[0]?.id === customerId
  const byEntries = claims.filter(([, { proven }]) => proven.some(({ id }) => id === customerId))
  const byInvoices = claims.filter(([, { proven, named }]) => proven.length === 0 && isOnly(named))
  const externalIds = (byEntries.length > 0 ? byEntries : byInvoices).map(([externalId]) => externalId).toSorted()
  if (byEntries.length > 0 || byInvoices.length <= 1) return { externalIds, conflict: null }
  return { externalIds: [], conflict: { customerIds: [customerId], externalIds } }
}

/** The most customers of one ledger that are returned. */
const MAX_CUSTOMERS = 100
/** The most ledgers that are compared for one customer. */
const MAX_LEDGERS = 50

/** Returns the ledgers that name a customer, or one of its invoices. */
async function ledgersNaming(db: Store, source: string, customerId: string): Promise<string[]> {
  const { rows } = await db.execute<{ externalId: string }>(sql`
    select distinct named.external_id as "externalId" from (
      select external_id from ${indexedLinks} where source = ${source} and id = ${linkId('customer', customerId)}
      union all
      select link.external_id from ${seenObjects} as invoice
      cross join lateral (
        select external_id from ${indexedLinks} where source = invoice.source and id = 'invoice:' || invoice.id) as link
      where invoice.source = ${source} and invoice.customer_id = ${customerId} and invoice.kind || '' = 'invoice') as named
    limit ${MAX_LEDGERS}`)
  return rows.map(({ externalId }) => externalId)
}

interface ClaimRow extends LedgerCustomer {
  externalId: string
  isProven: boolean
}

/**
 * Returns the claims of ledgers, the newest first. The API no longer knows a ledger that is gone, so its invoices tell nothing.
 * Only the IDs are left to an index: by statistics of a smaller store, one of another column would be read whole for each link.
 */
async function claimsOf(db: Store, source: string, externalIds: readonly string[]): Promise<Map<string, Claim>> {
  const claims = new Map<string, Claim>()
  if (externalIds.length === 0) return claims
  const { rows } = await db.execute<ClaimRow & Record<string, unknown>>(sql`
    select link.external_id as "externalId", customer.id, customer.is_proven as "isProven",
      (array_agg(link.transaction_id order by link.seen_at desc))[1] as "transactionId"
    from ${indexedLinks} as link
    cross join lateral (
      select substr(link.id, 10) as id, true as is_proven where starts_with(link.id, 'customer:')
      union all
      select customer_id, false from ${seenObjects} as invoice
      where invoice.id = substr(link.id, 9) and invoice.source || '' = link.source and invoice.kind || '' = 'invoice'
        and starts_with(link.id, 'invoice:') and customer_id is not null
        and not exists (
          select from ${seenObjects} as ledger
          where ledger.id = link.external_id and ledger.source || '' = link.source and ledger.kind || '' = 'customer'
            and ledger.gone_at is not null)) as customer
    where link.source = ${source} and link.external_id = any(${sql.param([...externalIds])}::text[])
    group by 1, 2, 3 order by max(link.seen_at) desc, 2`)
  for (const { externalId, isProven, id, transactionId } of rows) {
    const claim = claims.get(externalId) ?? { proven: [], named: [] }
    const list = isProven ? claim.proven : claim.named
    list.push({ id, transactionId })
    claims.set(externalId, claim)
  }
  return claims
}
