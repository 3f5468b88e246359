import type { Attention } from '../indexed-objects'
import { readWithin } from '@/lib/store/console-store'
import { countSeen, type ListFilters, selectRows } from './list-objects'
import { owedBy, selectSums } from './sum-invoices'
import { z } from 'zod'
import { operation } from '@/lib/core/server/operation'

/** The longest that Home waits. */
const TIMEOUT_MS = 2_000
const TOO_SLOW = 'What needs attention could not be read in time. Nothing was changed. Try again in a moment.'
const MAX_CURRENCIES = 20

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
      const counted = async <Name extends 'invoices' | 'subscriptions'>(list: Name, filters: ListFilters<Name>) =>
        (await countSeen(db, selectRows(context, list, filters))).count
      return {
        overdue: owedBy(
          await selectSums(db, context, selectRows(context, 'invoices', { due: 'overdue' })),
          () => ({}),
        ).slice(0, MAX_CURRENCIES),
        failedPayments: await counted('invoices', { due: 'failed' }),
        paymentsToConfirm: await counted('invoices', { due: 'unconfirmed' }),
        endingSoon: await counted('subscriptions', { end: 'soon' }),
        changedSubscriptions: await counted('subscriptions', { changed: 'unseen' }),
        changedInvoices: await counted('invoices', { changed: 'unseen' }),
      }
    })
  },
})
