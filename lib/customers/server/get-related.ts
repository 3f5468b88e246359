import { and, eq, inArray } from 'drizzle-orm'
import type { RelatedObjects } from '../customer'
import { ledgersOfCustomer } from '@/lib/objects/server/customer-links'
import { invoicesOfSubscription } from '@/lib/objects/server/seen-objects'
import { linkId } from '@/lib/objects/server/seen-rows'
import { indexedLinks } from '@/lib/store/index-schema'
import { readWithin } from '@/lib/store/console-store'
import { CustomerId, InvoiceId, SubscriptionId } from '@/lib/core/server/input'
import { z } from 'zod'
import { operation } from '@/lib/core/server/operation'

const MAX_LEDGERS = 20
/** A page waits no longer for it. */
const TIMEOUT_MS = 2_000

/**
 * Returns the invoices that the index knows of a subscription, and the ledgers that belong to the customer, or name the invoice or one
 * of these.
 * @throws ProblemError `store_unavailable` after two seconds
 */
export const getRelated = operation('getRelated', {
  input: z.strictObject({
    subscriptionId: SubscriptionId.describe(
      'ID of a subscription: its invoices, and the ledgers that name them',
    ).optional(),
    invoiceId: InvoiceId.describe('ID of an invoice: the ledgers that name it').optional(),
    customerId: CustomerId.describe('ID of a customer in the billing API: the ledgers that belong to them').optional(),
  }),
  describe:
    'Up to 50 invoices of a subscription, and up to 20 ledgers, as far as the console has read them. Only those in `externalIds` belong to the customer; the other `ledgers` only name an invoice.',
  tool: { from: 'index' },
  run({ environment, signal }, { subscriptionId, invoiceId, customerId }): Promise<RelatedObjects> {
    const { source } = environment.index
    return readWithin({ signal, ms: TIMEOUT_MS, tooSlow: TOO_SLOW }, async (db) => {
      const invoices = await invoicesOfSubscription(db, source, subscriptionId ?? '')
      const { externalIds = [] } = customerId === undefined ? {} : await ledgersOfCustomer(db, source, customerId)
      const links = [invoiceId ?? [], invoices.map(({ id }) => id)].flat().map((id) => linkId('invoice', id))
      const naming = await db
        .selectDistinct({ externalId: indexedLinks.externalId })
        .from(indexedLinks)
        .where(and(eq(indexedLinks.source, source), inArray(indexedLinks.id, links)))
        .orderBy(indexedLinks.externalId)
        .limit(MAX_LEDGERS)
      const ledgers = [...new Set([...externalIds, ...naming.map((link) => link.externalId)])].toSorted()
      return {
        invoices,
        externalIds: externalIds.slice(0, MAX_LEDGERS),
        ledgers: ledgers.slice(0, MAX_LEDGERS),
      }
    })
  },
})

const TOO_SLOW = 'What your team has seen could not be read in time. Nothing was changed. Try again in a moment.'
