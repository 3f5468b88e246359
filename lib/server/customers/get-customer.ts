import { and, desc, eq, inArray, or, sql, type AnyColumn, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import type { CustomerView, UnreadObject } from '@/contract/console/customer'
import type { ConsoleInput } from '@/contract/console/operations'
import { onConnection, type Session } from '@/database/on-connection'
import { chargedAfterEnd, chargedTwice } from '../../domain/invoice/charged-wrongly'
import { changesOfSubscriptions } from '../changes/find-changes'
import { changeView } from '../changes/change-row'
import { changeSourceOf } from '../changes/of-source'
import { linkedIds, linkId } from '../object-index/indexed-rows'
import { differencesOf } from '../object-index/list-differences'
import { customerOf } from '../object-index/list-objects'
import type { OperationContext } from '../operation-context'
import { consoleStore } from '../store/console-store'
import { indexedInvoices, indexedLedgers, indexedLinks, indexedSubscriptions, nameKey } from '../store/index-schema'

const MAX_LINKS = 1_000
const MAX_ROWS = 200

/**
 * Returns what the index knows of a customer, by the external ID of a ledger. Empty lists for an ID that nobody has opened. Waits
 * for reads that are being written, so that a page sees what it has just read.
 */
export async function getCustomer(
  context: OperationContext,
  { externalId }: ConsoleInput<'getCustomer'>,
): Promise<CustomerView> {
  return viewOf(context, async (db, source) => {
    const links = await selectLinks(db, and(eq(indexedLinks.source, source), eq(indexedLinks.externalId, externalId)))
    return { externalIds: [externalId], links, customerIds: customerIdsOf(links) }
  })
}

/** Returns the same for a customer ID of the billing API, with the ledgers that name it. */
export async function getApiCustomer(
  context: OperationContext,
  { customerId }: ConsoleInput<'getApiCustomer'>,
): Promise<CustomerView> {
  return viewOf(context, async (db, source) => {
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
interface Known {
  externalIds: string[]
  links: Link[]
  customerIds: CustomerView['customerIds']
}

async function viewOf(
  context: OperationContext,
  know: (db: Session, source: string) => Promise<Known>,
): Promise<CustomerView> {
  const { environment, signal } = context
  const { source } = environment.index
  await environment.index.written()
  return onConnection({ db: await consoleStore(), signal }, async (db) => {
    const { externalIds, links, customerIds } = await know(db, source)
    const ids = customerIds.map(({ id }) => id)
    const linkedInvoices = linkedIds('invoice', links)
    const invoices = await selectInvoices(db, source, { ids: linkedInvoices, customerIds: ids })
    const named = [...new Set(invoices.flatMap(({ subscriptionId }) => subscriptionId ?? []))]
    const subscriptions = await selectSubscriptions(db, source, { ids: named, customerIds: ids })
    const ledgers = await selectLedgers(db, source, externalIds)
    const changes = await changesOfSubscriptions(
      db,
      changeSourceOf(environment),
      subscriptions.map(({ id }) => id),
    )
    const differences = await differencesOf(db, source, {
      subscriptionIds: subscriptions.map(({ id }) => id),
      invoiceIds: invoices.map(({ id }) => id),
    })
    return {
      ledgers,
      customerIds,
      subscriptions: subscriptions.slice(0, MAX_ROWS),
      invoices: invoices
        .slice(0, MAX_ROWS)
        .map(({ charges, ...invoice }) => ({ ...invoice, isChecked: charges !== null })),
      chargedTwice: chargedTwice(invoices),
      chargedAfterEnd: chargedAfterEnd(invoices, subscriptions),
      unread: [...missing('invoice', linkedInvoices, invoices), ...missing('subscription', named, subscriptions)],
      differences,
      changes: changes.map(changeView),
      asOf: context.now().toISOString(),
      hasMore: [links.length >= MAX_LINKS, invoices.length > MAX_ROWS, subscriptions.length > MAX_ROWS].some(Boolean),
    }
  })
}

const missing = (kind: UnreadObject['kind'], ids: readonly string[], rows: readonly { id: string }[]): UnreadObject[] =>
  ids.filter((id) => rows.every((row) => row.id !== id)).map((id) => ({ kind, id }))

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

const Charges = z.array(
  z.object({
    priceId: z.string().nullable(),
    name: z.string().nullable(),
    start: z.string().nullable(),
    end: z.string().nullable(),
    amount: z.string().nullable(),
  }),
)

async function selectInvoices(db: Session, source: string, { ids, customerIds }: OfCustomer) {
  const table = indexedInvoices
  const { id, number, status, total, issueDate, dueDate, periodStart, periodEnd, customerId, subscriptionId } = table
  const subscription = alias(indexedSubscriptions, 'subscription')
  const rows = await db
    .select({
      id,
      number,
      status,
      total,
      issueDate,
      dueDate,
      periodStart,
      periodEnd,
      customerId,
      subscriptionId,
      currency: subscription.currency,
      charges: table.charges,
      asOf: table.seenAt,
      goneAt: table.goneAt,
    })
    .from(table)
    .leftJoin(subscription, and(eq(subscription.source, source), eq(subscription.id, subscriptionId)))
    .where(and(eq(table.source, source), or(inArray(id, ids), isOneOf(customerId, customerIds))))
    .orderBy(sql`${issueDate} desc nulls last`, id)
    .limit(MAX_ROWS + 1)
  return rows.map((row) => ({
    ...row,
    charges: row.charges === null ? null : (Charges.safeParse(JSON.parse(row.charges)).data ?? null),
  }))
}

function selectSubscriptions(db: Session, source: string, { ids, customerIds }: OfCustomer) {
  const table = indexedSubscriptions
  const { id, planName, status, startDate, endDate, billingCadence, pays, customerId } = table
  return db
    .select({
      id,
      planName,
      status,
      startDate,
      endDate,
      billingCadence,
      pays,
      customerId,
      asOf: table.seenAt,
      goneAt: table.goneAt,
    })
    .from(table)
    .where(and(eq(table.source, source), or(inArray(id, ids), isOneOf(customerId, customerIds))))
    .orderBy(sql`${status} = 'active' desc nulls last`, sql`${startDate} desc nulls last`, id)
    .limit(MAX_ROWS + 1)
}

async function selectLedgers(db: Session, source: string, externalIds: string[]) {
  const { id, count, balances, newestAt, seenAt, goneAt } = indexedLedgers
  const rows = await db
    .select({ id, count, balances, newestAt, asOf: seenAt, goneAt })
    .from(indexedLedgers)
    .where(and(eq(indexedLedgers.source, source), inArray(id, externalIds)))
    .orderBy(id)
  return rows.map(customerOf)
}
