import { withoutBidi } from '../../format/bidi'
import { formatAmount, formatCount, formatMoney } from '../../format/amount'
import { isAboutInvoice } from '../../domain/invoice/finding-kinds'
import { checksLabel, comparedLabel, invoiceFindingLabel, withReview } from '../../format/finding-label'
import {
  CUSTOMER_COPY,
  customerTotalLabel,
  hiddenTotalLabel,
  isCustomerTotalOther,
  roundingLabel,
  totalLabel,
} from '../../format/total-labels'
import { statusName } from '../../format/status-names'
import type { InvoiceFile } from './invoice-file'
import { dayText, sentValue } from './invoice-texts'
import type { PdfDocument } from '../downloads/pdf-document'

/** Writes all facts of an invoice with its IDs, and its sums with all digits. */
export function writeInternalHead(pdf: PdfDocument, title: string, file: InvoiceFile, asOf: string): void {
  pdf.text('H1', title, { size: 18, weight: 'strong' })
  pdf.text('P', `Internal copy, not for the customer · ${asOf} · all dates are UTC`, { muted: true })
  pdf.space(8)
  for (const fact of factsOf(file)) pdf.text('P', fact)
  pdf.space(10)
  writeSums(pdf, file)
  pdf.space(12)
}

function factsOf({ invoice, currencyNote, planName }: InvoiceFile): string[] {
  const plan = planName === null ? '' : ` (${withoutBidi(planName)})`
  return [
    `Status: ${statusName('invoice', sentValue(invoice.status))}`,
    `Issue date: ${dayText(invoice.issueDate)}`,
    `Due date: ${dayText(invoice.dueDate)}`,
    `Customer: ${sentValue(invoice.customerId)}`,
    `Subscription: ${sentValue(invoice.subscriptionId)}${plan}`,
    `Invoice ID: ${invoice.id}`,
    currencyNote,
  ]
}

function writeSums(pdf: PdfDocument, file: InvoiceFile): void {
  writeFindings(pdf, file)
  const {
    invoice: { totals },
    currency,
  } = file

  if (totals === null) return pdf.text('P', 'Total not known: there are no line items.')
  const money = (amount: string) => formatAmount(amount, currency)
  const [all, hidden, seen] = [totalLabel(totals), hiddenTotalLabel(totals), customerTotalLabel(totals)]
  const { total, hiddenTotal, customerTotal } = totals
  const hasHidden = totals.hiddenLines > 0
  pdf.text('P', `Total ${total === null ? all.unknown?.short : money(total)}`, { size: 14, weight: 'strong' })
  pdf.text('P', all.note, { muted: true })
  if (hasHidden) pdf.text('P', `− Hidden lines ${hiddenTotal === null ? hidden.unknown?.short : money(hiddenTotal)}`)
  const customer = `Customer total ${customerTotal === null ? seen.unknown?.short : money(customerTotal)}`
  pdf.text('P', `${hasHidden ? '= ' : ''}${customer}`)
  const rounding = roundingLabel(customerTotal, currency)
  const copy = [
    seen.note,
    isCustomerTotalOther(totals) && CUSTOMER_COPY,
    rounding !== null && `${formatMoney(customerTotal ?? '', currency)} on the customer’s copy, ${rounding}`,
  ]
  pdf.text('P', copy.filter(Boolean).join(' · '), { muted: true })
  for (const { unknown } of [all, ...(hasHidden ? [hidden] : []), seen]) if (unknown) pdf.text('P', unknown.why)
  if (totals.unreadableLines > 0)
    pdf.text('P', `Not included: ${formatCount(totals.unreadableLines, 'line')} without a readable amount.`)
}

/** Writes what was found, then how many lines add up. Findings of single lines stand beside them. */
function writeFindings(pdf: PdfDocument, { checked: { findings, checks }, comparedWith, currency }: InvoiceFile): void {
  const label = checksLabel(checks)
  const words = findings.filter(isAboutInvoice).map((found) =>
    withReview(
      found,
      invoiceFindingLabel(found, (amount) => formatAmount(amount, currency)),
    ),
  )
  for (const text of [label?.look, ...words]) if (text) pdf.text('P', text, { weight: 'strong' })
  const agreement = [label?.agreement, label?.note].filter(Boolean).join(' · ')
  if (agreement) pdf.text('P', agreement)
  pdf.text('P', comparedLabel(comparedWith), { muted: true })
}
