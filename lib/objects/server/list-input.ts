import { INVOICE_VERDICTS } from '@/lib/invoices/finding'
import { READ_ID } from '@/lib/reads/reads'
import { CURSOR, DUE_FILTERS, NO_DATE } from '@/lib/objects/indexed-objects'
import { KeptText, Month, PageSize } from '@/lib/core/server/input'
import { z } from 'zod'

const Cursor = z.string().regex(CURSOR, 'must be a cursor of the list')

/** The filters of an indexed list; all must match. */
const ListInput = z.strictObject({
  text: KeptText.min(1).max(200).describe('A part of a name, number or ID, ignoring case').optional(),
  status: KeptText.min(1).max(100).describe('The status as the billing API names it').optional(),
  order: z
    .enum(['asc', 'desc'])
    .describe('desc: the latest first, and attention first. asc: the reverse')
    .default('desc'),
  after: Cursor.describe('The page after this row').optional(),
  before: Cursor.describe('The page before this row').optional(),
  pageSize: PageSize,
})

const Changed = z
  .literal('unseen')
  .describe(
    'Changed after the user, or the owner of the key, last opened its page. Objects that they never opened are left out',
  )
  .optional()

export const ReadId = z.string().regex(READ_ID, 'must be the ID of a run').describe('ID of a run of `readThese`')

const Run = ReadId.describe('Only what this run of `readThese` has read').optional()

export const ListSubscriptionsInput = ListInput.extend({
  plan: KeptText.min(1).max(250).describe('The whole name of the plan, in the same upper and lower case').optional(),
  end: z.literal('soon').describe('Active, and ends within 14 days').optional(),
  unread: Month.describe(
    'A month, UTC: 2026-03. Subscriptions whose billing period that began last by the end of this month is on no invoice that the console has read',
  ).optional(),
  changed: Changed,
  run: Run,
  sort: z
    .enum(['attention', 'seen', 'end'])
    .describe(
      'attention: those that end within 14 days, then the others by the last read. seen: by the last read. end: by the end date, with asc the next to end first',
    )
    .default('attention'),
})

export const ListInvoicesInput = ListInput.extend({
  due: z
    .enum(DUE_FILTERS)
    .describe(
      'Owed invoices only. overdue: by its status, or its due day has passed (UTC). failed: a payment failed. unconfirmed: a payment waits for the customer. By due day: notDue; to30, to60, to90: at most that many days ago, and more than the step before; over90; noDate. credit: below zero, not marked as paid',
    )
    .optional(),
  issued: Month.or(z.literal(NO_DATE))
    .describe('The month of the issue date, UTC: 2026-03. noDate: without a readable issue date')
    .optional(),
  plan: KeptText.min(1).max(250).describe('A part of the name of the subscription’s plan, ignoring case').optional(),
  verdict: z
    .enum(INVOICE_VERDICTS)
    .describe(
      'look: a check found a problem. unchecked: a part could not be checked, the rest agrees. agrees: all checks agree',
    )
    .optional(),
  changed: Changed,
  run: Run,
  sort: z
    .enum(['attention', 'seen', 'due'])
    .describe(
      'attention: overdue ones and those with a failed or unconfirmed payment, then other owed ones, then the others. seen: by the last read. due: by the due date, with asc the earliest first',
    )
    .default('attention'),
})

export const ListCustomersInput = ListInput.omit({ status: true }).extend({
  text: ListInput.shape.text.describe('A part of the external ID, ignoring case'),
  run: Run,
  sort: z
    .enum(['seen', 'newest'])
    .describe('seen: by the last read. newest: by the newest transaction')
    .default('seen'),
})

/** An export has all pages. */
const PAGE_FIELDS = { after: true, before: true, pageSize: true } as const

/** All that match these filters, in their order. */
export const SubscriptionFilters = ListSubscriptionsInput.omit(PAGE_FIELDS)
export const InvoiceFilters = ListInvoicesInput.omit(PAGE_FIELDS)
export const CustomerFilters = ListCustomersInput.omit(PAGE_FIELDS)
export type SubscriptionFilters = z.infer<typeof SubscriptionFilters>
export type InvoiceFilters = z.infer<typeof InvoiceFilters>
export type CustomerFilters = z.infer<typeof CustomerFilters>
