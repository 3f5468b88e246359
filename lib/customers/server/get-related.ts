import { and, eq, inArray } from 'drizzle-orm'
import type { RelatedObjects } from '../customer'
import type { ConsoleInput } from '@/lib/core/operations'
import { ledgersOfCustomer } from '@/lib/objects/server/customer-links'
import { invoicesOfSubscription } from '@/lib/objects/server/seen-objects'
import { linkId } from '@/lib/objects/server/seen-rows'
import type { OperationContext } from '@/lib/core/server/operation-context'
import { indexedLinks } from '@/lib/store/index-schema'
import { readWithin } from '@/lib/store/console-store'

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
    const invoices = await invoicesOfSubscription(db, source, subscriptionId ?? '')
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
