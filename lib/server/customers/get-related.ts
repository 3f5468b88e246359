import { and, eq, inArray, sql } from 'drizzle-orm'
import type { RelatedObjects } from '@/contract/console/customer'
import type { ConsoleInput } from '@/contract/console/operations'
import { ledgersOfCustomer } from '../object-index/customer-links'
import { listedInvoice, selectSeen } from '../object-index/seen-objects'
import { linkId } from '../object-index/seen-rows'
import type { OperationContext } from '../operation-context'
import { indexedLinks, seenObjects } from '../store/index-schema'
import { readWithin } from '../store/console-store'

const MAX_INVOICES = 50
const MAX_LEDGERS = 20
/** A page waits no longer for it. */
const TIMEOUT_MS = 2_000

/**
 * Returns the invoices that the index knows of a subscription, and the ledgers that belong to the customer, or name the invoice or one
 * of these.
 * @throws ProblemError `store_unavailable` after two seconds
 */
export function getRelated(
  { environment, signal }: OperationContext,
  { subscriptionId, invoiceId, customerId }: ConsoleInput<'getRelated'>,
): Promise<RelatedObjects> {
  const { source } = environment.index
  return readWithin({ signal, ms: TIMEOUT_MS, tooSlow: TOO_SLOW }, async (db) => {
    const { id, row } = seenObjects
    const seen = await selectSeen(db, source, eq(seenObjects.subscriptionId, subscriptionId ?? ''))
      .orderBy(sql`coalesce(${row} ->> 'periodEnd', ${row} ->> 'issueDate') collate "C" desc nulls last`, id)
      .limit(MAX_INVOICES)
    const invoices = seen.map((object) => ({
      ...listedInvoice(object),
      periodStart: object.row.periodStart ?? null,
      periodEnd: object.row.periodEnd ?? null,
    }))
    const { externalIds = [] } = customerId === undefined ? {} : await ledgersOfCustomer(db, source, customerId)
    const ofInvoices = [invoiceId ?? [], invoices.map((invoice) => invoice.id)].flat()
    const naming = await db
      .selectDistinct({ externalId: indexedLinks.externalId })
      .from(indexedLinks)
      .where(
        and(
          eq(indexedLinks.source, source),
          inArray(
            indexedLinks.id,
            ofInvoices.map((each) => linkId('invoice', each)),
          ),
        ),
      )
      .orderBy(indexedLinks.externalId)
      .limit(MAX_LEDGERS)
    const ledgers = [...new Set([...externalIds, ...naming.map((link) => link.externalId)])].toSorted()
    return {
      invoices,
      externalIds: externalIds.slice(0, MAX_LEDGERS),
      ledgers: ledgers.slice(0, MAX_LEDGERS),
    }
  })
}

const TOO_SLOW = 'What your team has seen could not be read in time. Nothing was changed. Try again in a moment.'
