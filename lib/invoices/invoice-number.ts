import type { InvoiceView } from './invoice'
import type { InvoiceName } from './finding'
import { withoutBidi } from '@/lib/text/bidi'
import { shortName } from '@/lib/money/amount'
import { readable } from '@/lib/billing-api/unreadable'

/** Returns the invoice number, preferably the text form; null when neither is readable. An empty one is none. */
export const invoiceNumber = ({ vanityIdString, vanityId }: Pick<InvoiceView, 'vanityIdString' | 'vanityId'>) =>
  [readable(vanityIdString), readable(vanityId)].find((number) => number !== null && number !== '') ?? null

/** Returns the invoice number, else the id, shortened. */
export const invoiceName = (invoice: Pick<InvoiceView, 'id' | 'vanityIdString' | 'vanityId'>) =>
  shortName(invoiceNumber(invoice) ?? invoice.id)

/** Returns "Invoice 1042". */
export const invoiceTitle = (invoice: Parameters<typeof invoiceName>[0]) =>
  `Invoice ${withoutBidi(invoiceName(invoice))}`

type Numbered = Pick<InvoiceName, 'id' | 'number'>

/** Returns the numbers that several of the invoices have. */
export function sharedNumbers(invoices: readonly Numbered[]): ReadonlySet<string> {
  const idOf = new Map<string, string>()
  const shared = new Set<string>()
  for (const { id, number } of invoices) {
    if (number === null) continue
    if ((idOf.get(number) ?? id) !== id) shared.add(number)
    idOf.set(number, id)
  }
  return shared
}

/**
 * Returns a function that names each of the invoices: "Invoice 1042", with its ID when another has the same number, or only the ID when
 * it has no number.
 */
export function invoiceNames(invoices: readonly Numbered[]): (invoice: Numbered) => string {
  const shared = sharedNumbers(invoices)
  return ({ id, number }) =>
    number === null ? id : `Invoice ${shortName(number)}${shared.has(number) ? ` (ID ${id})` : ''}`
}
