import { and, eq, inArray, sql } from 'drizzle-orm'
import type { RelatedObjects } from '@/contract/console/customer'
import type { ConsoleInput } from '@/contract/console/operations'
import { onConnection } from '@/database/on-connection'
import { linkId } from '../object-index/indexed-rows'
import { INVOICE_COLUMNS, subscriptionOfInvoice } from '../object-index/listed-columns'
import type { OperationContext } from '../operation-context'
import { consoleStore } from '../store/console-store'
import { indexedInvoices, indexedLinks } from '../store/index-schema'

const MAX_INVOICES = 50
const MAX_LEDGERS = 20

/** Returns the invoices that the index knows of a subscription, and the ledgers that name one of them or the customer. */
export async function getRelated(
  { environment, signal }: OperationContext,
  { subscriptionId, customerId }: ConsoleInput<'getRelated'>,
): Promise<RelatedObjects> {
  const { source } = environment.index
  return onConnection({ db: await consoleStore(), signal }, async (db) => {
    const { id, issueDate, periodStart, periodEnd } = indexedInvoices
    const subscription = subscriptionOfInvoice
    const invoices = await db
      .select({ ...INVOICE_COLUMNS, periodStart, periodEnd })
      .from(indexedInvoices)
      .leftJoin(subscription, and(eq(subscription.source, source), eq(subscription.id, indexedInvoices.subscriptionId)))
      .where(and(eq(indexedInvoices.source, source), eq(indexedInvoices.subscriptionId, subscriptionId ?? '')))
      .orderBy(sql`${periodEnd} desc nulls last`, sql`${issueDate} desc nulls last`, id)
      .limit(MAX_INVOICES)
    const links = invoices.map((invoice) => linkId('invoice', invoice.id))
    if (customerId !== undefined) links.push(linkId('customer', customerId))
    const ledgers = await db
      .selectDistinct({ externalId: indexedLinks.externalId })
      .from(indexedLinks)
      .where(and(eq(indexedLinks.source, source), inArray(indexedLinks.id, links)))
      .orderBy(indexedLinks.externalId)
      .limit(MAX_LEDGERS)
    return { invoices, externalIds: ledgers.map(({ externalId }) => externalId) }
  })
}
