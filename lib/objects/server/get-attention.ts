import type { Attention } from '../indexed-objects'
import { readWithin } from '@/lib/store/console-store'
import { countSeen, selectInvoices, type Selection, selectSubscriptions } from './list-objects'
import { owedBy, selectSums } from './sum-invoices'
import { z } from 'zod'
import { operation } from '@/lib/core/server/operation'
import { InvoiceFilters, SubscriptionFilters } from './list-input'

/** The longest that Home waits. */
const TIMEOUT_MS = 2_000
const TOO_SLOW = 'What needs attention could not be read in time. Nothing was changed. Try again in a moment.'
const MAX_CURRENCIES = 20
/** Counts and sums need no order; the input does. */
const ANY_ORDER = { sort: 'seen', order: 'desc' } as const

/**
 * Counts what needs attention among the objects that the team opened, with the filters of the lists that Home links to.
 * @throws ProblemError `store_unavailable` after two seconds
 */
export const getAttention = operation('getAttention', {
  input: z.strictObject({}),
  describe: 'How many objects need attention: overdue invoices, failed payments, subscriptions that end soon.',
  tool: true,
  async run(context): Promise<Attention> {
    const { signal } = context
    // Waits before it takes a connection, which the writes need too.
    await context.environment.index.writtenSoon()
    return readWithin({ signal, ms: TIMEOUT_MS, tooSlow: TOO_SLOW }, async (db) => {
      const counted = async (selection: Selection<unknown>) => (await countSeen(db, selection)).count
      const invoices = (filter: Pick<InvoiceFilters, 'due' | 'changed'>) =>
        counted(selectInvoices(context, { ...ANY_ORDER, ...filter }))
      const subscriptions = (filter: Pick<SubscriptionFilters, 'end' | 'changed'>) =>
        counted(selectSubscriptions(context, { ...ANY_ORDER, ...filter }))
      return {
        overdue: owedBy(
          await selectSums(db, context, selectInvoices(context, { ...ANY_ORDER, due: 'overdue' })),
          () => ({}),
        ).slice(0, MAX_CURRENCIES),
        failedPayments: await invoices({ due: 'failed' }),
        paymentsToConfirm: await invoices({ due: 'unconfirmed' }),
        endingSoon: await subscriptions({ end: 'soon' }),
        changedSubscriptions: await subscriptions({ changed: 'unseen' }),
        changedInvoices: await invoices({ changed: 'unseen' }),
      }
    })
  },
})
