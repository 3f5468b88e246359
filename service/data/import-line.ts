import { Invoice } from '@/contract/billing/invoice'
import { Id, Timestamp } from '@/contract/billing/scalars'
import { ExpandedSubscription } from '@/contract/billing/subscription'
import { Transaction } from '@/contract/billing/transaction'
import { stringifyExactJson } from '@/contract/exact-json'
import { z } from 'zod'

/** The interface has no customer resource: these are the fields that the service needs. */
export const ImportCustomer = z.looseObject({
  id: Id,
  externalId: Id,
  name: z.string().nullish(),
  email: z.string().nullish(),
  merchantId: Id.nullish(),
  updatedAt: Timestamp.nullish(),
})

/** One line of an import file: its kind and a resource as the billing API returns it. */
export const ImportLine = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('customer'), data: ImportCustomer }),
  z.strictObject({
    kind: z.literal('subscription'),
    data: ExpandedSubscription,
    /** When it was cancelled or deleted in the service that exported it, so that older imports don't undo that. */
    changedAt: Timestamp.optional(),
  }),
  z.strictObject({ kind: z.literal('invoice'), data: Invoice }),
  z.strictObject({ kind: z.literal('transaction'), data: Transaction }),
])

export type ImportCustomer = z.infer<typeof ImportCustomer>
export type ImportLine = z.infer<typeof ImportLine>

/** Returns the canonical text of a line. @throws ZodError when `line` is invalid */
export function writeImportLine(line: ImportLine): string {
  return stringifyExactJson(z.encode(ImportLine, line))
}
