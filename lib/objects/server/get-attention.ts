import { type SQL, sql } from 'drizzle-orm'
import type { Attention } from '../indexed-objects'
import { readWithin } from '@/lib/store/console-store'
import { countSeen } from './list-objects'
import { type ListFilters, type Selection, selectRows } from './select-rows'
import { isOverdue } from './seen-objects'
import { owedBy, selectSums } from './sum-invoices'
import { z } from 'zod'
import { operation } from '@/lib/core/server/operation'

/** The longest that Home waits. */
const TIMEOUT_MS = 2_000
const TOO_SLOW = 'What needs attention could not be read in time. Nothing was changed. Try again in a moment.'
const MAX_CURRENCIES = 20

/**
 * Counts what needs attention among the objects that the console has read, with the filters of the lists that Home links to. An invoice
 * counts once: the first line that fits has it.
 * @throws ProblemError `store_unavailable` after two seconds
 */
export const getAttention = operation('getAttention', {
  input: z.strictObject({}),
  describe: 'How many objects need attention: overdue invoices, failed payments, subscriptions that end soon.',
  tool: { from: 'index' },
  async run(context): Promise<Attention> {
    const { signal } = context
    // Waits before it takes a connection, which the writes need too.
    await context.environment.index.writtenSoon()
    return readWithin({ signal, ms: TIMEOUT_MS, tooSlow: TOO_SLOW }, async (db) => {
      const counted = async (selection: Selection<unknown>) => (await countSeen(db, selection)).count
      const invoicesBut = (counts: SQL | undefined, filters: ListFilters<'invoices'>) => {
        const selection = selectRows(context, 'invoices', filters)
        return counted({ ...selection, where: sql`${selection.where} and (${counts}) is not true` })
      }
      const overdue = isOverdue(context.now())
      const [isUrgent] = selectRows(context, 'invoices', { sort: 'attention' }).firstGroups
      const subscriptions = (filters: ListFilters<'subscriptions'>) =>
        counted(selectRows(context, 'subscriptions', filters))
      return {
        overdue: owedBy(
          await selectSums(db, context, selectRows(context, 'invoices', { due: 'overdue' })),
          () => ({}),
        ).slice(0, MAX_CURRENCIES),
        failedPayments: await invoicesBut(overdue, { due: 'failed' }),
        paymentsToConfirm: await invoicesBut(overdue, { due: 'unconfirmed' }),
        endingSoon: await subscriptions({ end: 'soon' }),
        changedSubscriptions: await subscriptions({ changed: 'unseen' }),
        changedInvoices: await invoicesBut(isUrgent, { changed: 'unseen' }),
      }
    })
  },
})
