import { and, desc, eq, inArray, or, sql, type AnyColumn, type SQL } from 'drizzle-orm'
import type { CustomerView, UnreadObject } from '@/contract/console/customer'
import type { ConsoleInput } from '@/contract/console/operations'
import { onConnection, type Session } from '@/database/on-connection'
import { isComparable } from '../../domain/invoice/charged-wrongly'
import { changesOfSubscriptions } from '../changes/list-changes'
import { changeSourceOf, changeView } from '../changes/change-store'
import { withFindings } from '../object-index/compared-findings'
import { linkedIds, linkId } from '../object-index/indexed-rows'
import { differencesOf } from '../object-index/list-differences'
import { isOverdue } from '../object-index/is-overdue'
import { ledgersByIds } from '../object-index/rows-by-ids'
import {
  CHECKED_COLUMNS,
  INVOICE_COLUMNS,
  SUBSCRIPTION_COLUMNS,
  subscriptionOfInvoice,
} from '../object-index/listed-columns'
import type { OperationContext } from '../operation-context'
import { consoleStore } from '../store/console-store'
import { indexedInvoices, indexedLinks, indexedSubscriptions, nameKey } from '../store/index-schema'

const MAX_LINKS = 1_000
const MAX_ROWS = 200

/**
 * Returns what the index knows of a customer, by the external ID of a ledger. Empty lists for an ID that was never opened. Waits
 * for reads that are being written, so that a page sees what it has just read.
 */
export async function getCustomer(
  context: OperationContext,
  { externalId }: ConsoleInput<'getCustomer'>,
): Promise<CustomerView> {
  return readCustomer(context, async (db, source) => {
    const links = await selectLinks(db, and(eq(indexedLinks.source, source), eq(indexedLinks.externalId, externalId)))
    return { externalIds: [externalId], links, customerIds: customerIdsOf(links) }
  })
}

/** Returns the same for a customer ID of the billing API, with the ledgers that name it. */
export async function getApiCustomer(
  context: OperationContext,
  { customerId }: ConsoleInput<'getApiCustomer'>,
): Promise<CustomerView> {
  return readCustomer(context, async (db, source) => {
    const naming = await selectLinks(
      db,
      and(eq(indexedLinks.source, source), eq(indexedLinks.id, linkId('customer', customerId))),
    )
    const [proof] = naming
    const customerIds = [{ id: customerId, transactionId: proof?.transactionId ?? null }]
    return { externalIds: naming.map(({ externalId }) => externalId), links: [], customerIds }
  })
}

type Link = typeof indexedLinks.$inferSelect

/** How a customer is known: the ledgers, their links, and the customers of the billing API. */
interface Identity {
  externalIds: string[]
  links: Link[]
  customerIds: CustomerView['customerIds']
}

/** Reads all rows of the customer that `identify` finds. */
async function readCustomer(
  context: OperationContext,
  identify: (db: Session, source: string) => Promise<Identity>,
): Promise<CustomerView> {
  const { environment, signal } = context
  const { source } = environment.index
  await environment.index.written()
  return onConnection({ db: await consoleStore(), signal }, async (db) => {
    const { externalIds, links, customerIds } = await identify(db, source)
    const ids = customerIds.map(({ id }) => id)
    const linkedInvoices = linkedIds('invoice', links)
    const invoices = await selectInvoices(db, source, { ids: linkedInvoices, customerIds: ids }, context.now())
    const named = [...new Set(invoices.flatMap(({ subscriptionId }) => subscriptionId ?? []))]
    const subscriptions = await selectSubscriptions(db, source, { ids: named, customerIds: ids })
    const ledgers = await ledgersByIds(db, source, externalIds)
    const changes = await changesOfSubscriptions(
      db,
      changeSourceOf(environment),
      subscriptions.map(({ id }) => id),
    )
    const differences = await differencesOf(db, source, {
      subscriptionIds: subscriptions.map(({ id }) => id),
      invoiceIds: invoices.map(({ id }) => id),
    })
    const unread = [
      ...(await selectMissing(db, source, 'invoice', linkedInvoices)),
      ...(await selectMissing(db, source, 'subscription', named)),
    ]
    return {
      ledgers,
      customerIds,
      subscriptions: subscriptions.slice(0, MAX_ROWS),
      invoices: invoices
        .slice(0, MAX_ROWS)
        .map(({ charges, ...invoice }) => ({ ...invoice, isChecked: isComparable({ ...invoice, charges }) })),
      unread,
      differences,
      changes: changes.map(changeView),
      readAt: context.now().toISOString(),
      hasMore: {
        links: links.length >= MAX_LINKS,
        subscriptions: subscriptions.length > MAX_ROWS,
        invoices: invoices.length > MAX_ROWS,
      },
    }
  })
}

/** Returns those of these objects that the index has no row of. */
async function selectMissing(
  db: Session,
  source: string,
  kind: UnreadObject['kind'],
  ids: string[],
): Promise<UnreadObject[]> {
  const table = kind === 'invoice' ? indexedInvoices : indexedSubscriptions
  const rows = await db
    .select({ id: table.id })
    .from(table)
    .where(and(eq(table.source, source), inArray(table.id, ids)))
  const stored = new Set(rows.map(({ id }) => id))
  return ids.filter((id) => !stored.has(id)).map((id) => ({ kind, id }))
}

const customerIdsOf = (links: Link[]): CustomerView['customerIds'] =>
  links.flatMap((link) => linkedIds('customer', [link]).map((id) => ({ id, transactionId: link.transactionId })))

const selectLinks = (db: Session, where: SQL | undefined): Promise<Link[]> =>
  db.select().from(indexedLinks).where(where).orderBy(desc(indexedLinks.seenAt)).limit(MAX_LINKS)

/** How the rows of a customer are found. */
interface OfCustomer {
  ids: string[]
  customerIds: string[]
}

/** The index of customer IDs is on their key; other IDs with the same key are sorted out. */
const isOneOf = (column: AnyColumn, ids: string[]): SQL | undefined =>
  and(
    inArray(
      nameKey(column),
      ids.map((id) => id.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())),
    ),
    inArray(column, ids),
  )

async function selectInvoices(db: Session, source: string, { ids, customerIds }: OfCustomer, now: Date) {
  const table = indexedInvoices
  const { id, issueDate, periodStart, periodEnd, customerId, subscriptionId } = table
  const subscription = subscriptionOfInvoice
  const rows = await db
    .select({ ...INVOICE_COLUMNS, ...CHECKED_COLUMNS, periodStart, periodEnd })
    .from(table)
    .leftJoin(subscription, and(eq(subscription.source, source), eq(subscription.id, subscriptionId)))
    .where(and(eq(table.source, source), or(inArray(id, ids), isOneOf(customerId, customerIds))))
    .orderBy(sql`coalesce(${isOverdue(now)}, false) desc`, sql`${issueDate} desc nulls last`, id)
    .limit(MAX_ROWS + 1)
  return withFindings(db, source, rows)
}

function selectSubscriptions(db: Session, source: string, { ids, customerIds }: OfCustomer) {
  const table = indexedSubscriptions
  const { id, status, startDate, customerId } = table
  return db
    .select(SUBSCRIPTION_COLUMNS)
    .from(table)
    .where(and(eq(table.source, source), or(inArray(id, ids), isOneOf(customerId, customerIds))))
    .orderBy(sql`${status} = 'active' desc nulls last`, sql`${startDate} desc nulls last`, id)
    .limit(MAX_ROWS + 1)
}
