import type { InvoiceLineItemView, InvoiceView, PdfGaps } from '@/contract/console/invoice'
import type { Field } from '@/contract/console/view-of'
import { invoiceName } from '../../domain/invoice/invoice-number'
import { periodLastMoment } from '../../domain/time/end'
import { noUsableDate, placeholderDay, usableDate } from '../../domain/time/usable-date'
import { formatDate } from '../../format/instant'
import { isAbsent, isUnreadable, NOT_SENT, readableList, unreadableText } from '../../format/unreadable'
import { missingGlyphs } from '../downloads/missing-glyphs'
import { settings } from '../settings'

/** Returns a field of an invoice as sent, for a file, or a note that it is missing or unreadable. */
export const sentValue = (value: Field<string> | null): string =>
  isUnreadable(value) ? unreadableText(value) : (value ?? NOT_SENT)

/** Returns the UTC day of an instant, or a note that there is none that is usable. */
export function dayText(iso: Field<string> | null): string {
  const placeholder = placeholderDay(iso)
  if (placeholder !== null) return noUsableDate('date', placeholder)
  return isAbsent(iso) ? sentValue(iso) : formatDate(iso, 'UTC')
}

/** Returns the first and the last UTC day of a line: "18 Jul 2026 – 17 Oct 2026". */
export function periodText({ startDate, endDate }: Pick<InvoiceLineItemView, 'startDate' | 'endDate'>): string {
  const end = usableDate(endDate)
  return `${dayText(startDate)} – ${dayText(end === null ? endDate : periodLastMoment(usableDate(startDate), end))}`
}

/** Yields the texts of an invoice that its PDFs draw as sent. */
export function* textsOfInvoice(invoice: InvoiceView): Generator<string> {
  yield invoiceName(invoice)
  yield* [invoice.id, invoice.status, invoice.customerId, invoice.subscriptionId].map(sentValue)
  for (const { description, quantity, unitPrice, amount, startDate, endDate, price } of readableList(
    invoice.invoiceLineItems,
  )) {
    yield sentValue(description)
    for (const label of [price?.billable?.singleUnitLabel, price?.billable?.multipleUnitLabel])
      if (label !== undefined) yield sentValue(label)
    for (const value of [quantity, unitPrice, amount, startDate, endDate])
      if (isUnreadable(value)) yield sentValue(value)
  }
}

/** Returns what the PDFs of an invoice lack. */
export async function pdfGaps(invoice: InvoiceView): Promise<PdfGaps> {
  const { CONSOLE_INVOICE_ISSUER: issuer = [], CONSOLE_INVOICE_FOOTER: footer = [] } = settings()
  const characters = await missingGlyphs([...issuer, ...footer, ...textsOfInvoice(invoice)])
  return { hasIssuer: issuer.length > 0, characters }
}
