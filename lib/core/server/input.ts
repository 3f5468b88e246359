import { CSV_FORMS } from '@/lib/core/download'
import { z } from 'zod'
import { MAX_REASON_CHARS, MAX_TICKET_CHARS } from '@/lib/core/reason'
import { MAX_PAGE, MAX_PAGE_SIZE } from '@/contract/billing/limits'
import { MONTH } from '@/lib/objects/indexed-objects'
import { idProblem } from '@/contract/requestable-id'

/** Any id that a URL can carry; ids are opaque (gaps.md, Ids). */
export const PathId = z.string().superRefine((id, context) => {
  const reason = idProblem(id)
  if (reason !== null) context.addIssue(reason)
})

export const SubscriptionId = PathId.describe('ID of the subscription in the billing API')

export const InvoiceId = PathId.describe('ID of the invoice in the billing API; not its number')

export const CustomerId = PathId.describe('ID of the customer in the billing API')

export const ExternalId = PathId.describe(
  'External ID of the customer, which names their ledger. Not the customer ID of the billing API',
)

const isStorable = (text: string) => !/[\0\p{Cs}]/u.test(text)
const NOT_STORABLE = 'must not contain NUL or half of a surrogate pair'

/** Text that every database stores unchanged: PostgreSQL rejects NUL, and UTF-8 cannot encode half of a surrogate pair. */
export const KeptText = z.string().trim().refine(isStorable, NOT_STORABLE)

/** The same with the spaces around it, for a key that begins or ends with a name of the billing API. */
export const ExactText = z.string().refine(isStorable, NOT_STORABLE)

/** Text with a character that people see. */
export const VisibleText = (message: string, maxChars: number) =>
  KeptText.max(maxChars).refine((text) => /[^\s\p{Cf}\p{DI}]/u.test(text), message)

/** A name of one line. */
export const LineText = (maxChars: number) =>
  VisibleText('Enter a name', maxChars).refine(
    (name) => !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(name),
    'must be one line of visible characters',
  )

export const Month = z.string().regex(MONTH, 'must be a month')

export const PageSize = z.coerce.number().int().min(1).max(MAX_PAGE_SIZE).describe('The rows of a page').default(20)

/** Of every CSV; strict without it. */
export const CSV_FIELDS = { form: z.enum(CSV_FORMS).optional() }

export const Reason = VisibleText('Enter a reason', MAX_REASON_CHARS).describe(
  'The reason, in words. The audit keeps it',
)

export const Ticket = KeptText.min(1).max(MAX_TICKET_CHARS).describe('The ID of the ticket').optional()

export const SubscriptionInput = z.strictObject({ id: SubscriptionId })

export const InvoiceInput = z.strictObject({ invoiceId: InvoiceId })

/** PostgreSQL has no year 0. */
export const Instant = z.iso.datetime().refine((instant) => !instant.startsWith('0000'), 'must not be in year 0')

export const Page = z.coerce.number().int().min(1).max(MAX_PAGE).describe('The page, from 1').default(1)

export const CustomerInput = z.strictObject({ externalId: ExternalId })

/** A UTC day, as the console's own pages write it. */
export const Day = z.iso.date().refine((day) => !day.startsWith('0000'), 'must not be in year 0')
