import type { InvoiceLineItemView } from '@/contract/console/invoice'
import type { Field } from '@/contract/console/view-of'
import { invoiceNumber } from '../../domain/invoice/invoice-number'
import { formatAmount, formatMoney, formatNumber, formatQuantity, unitLabel } from '../../format/amount'
import { lineFindingLabel, verdictLabel, withReview } from '../../format/finding-label'
import { statusName } from '../../format/status-names'
import { isCustomerTotalOther, listedTotal, visibilityLabel } from '../../format/total-labels'
import { readable, readableList } from '../../format/unreadable'
import type { InvoiceFile } from '../invoices/invoice-file'
import { periodText } from '../invoices/invoice-texts'
import { type Evidence, type PackSection, shown } from './pack-files'

/** Returns the UTC day of an instant. */
export const dayOf = (value: Field<string> | null) => shown(value).slice(0, 10)

/** Returns a function that writes an amount with all its digits, as the findings of the page do. */
export const exactMoneyOf =
  ({ currency }: InvoiceFile) =>
  (amount: string) =>
    formatAmount(amount, currency)

/** Returns the total as lists show it, rounded to the currency's smallest unit. */
export function totalOf({ invoice: { totals }, currency }: InvoiceFile): string {
  const exact = listedTotal(totals ?? null)
  return exact === null ? '—' : formatMoney(exact, currency)
}

/** Returns what the head of the page names. @param externalIds of the customer; null when they could not be read */
export function invoiceFacts(file: InvoiceFile, externalIds: readonly string[] | null): NonNullable<Evidence['facts']> {
  const { invoice, currency, currencyNote, planName } = file
  const { totals } = invoice
  const status = readable(invoice.status)
  const customerTotal = totals && isCustomerTotalOther(totals) ? totals.customerTotal : null
  return [
    ['Invoice number', invoiceNumber(invoice) ?? '—'],
    ['Invoice ID', invoice.id],
    ['Customer ID', shown(invoice.customerId)],
    ['Customer’s own ID', externalIds === null || externalIds.length === 0 ? 'Not known' : externalIds.join(', ')],
    ['Subscription ID', shown(invoice.subscriptionId)],
    ...(planName === null ? [] : [['Plan', planName] as const]),
    ['Status', status === null ? shown(invoice.status) : statusName('invoice', status)],
    ['Issued, UTC', dayOf(invoice.issueDate)],
    ['Due, UTC', dayOf(invoice.dueDate)],
    ['Currency', currencyNote],
    ['Total, added up by the console', totalOf(file)],
    ...(customerTotal === null
      ? []
      : [['Of the lines that the customer sees', formatMoney(customerTotal, currency)] as const]),
  ]
}

const MAX_LINES = 500

/** Returns the lines of an invoice as its page shows them, each with its checks. */
export function linesOf(file: InvoiceFile): PackSection {
  const { invoice, checked, currency } = file
  const lines = readableList(invoice.invoiceLineItems)
  const money = exactMoneyOf(file)
  const rows = lines.slice(0, MAX_LINES).map((line, index) => {
    const check = checked.checkLine(line, index + 1)
    const said = check.about.map((finding) => withReview(finding, lineFindingLabel(finding, line, money)))
    const { amount, unitPrice } = line
    return [
      String(index + 1),
      [shown(line.description), visibilityLabel(line)].filter((text) => text !== null).join('\n'),
      periodText(line),
      quantityOf(line),
      written(unitPrice, money),
      written(amount, (text) => formatMoney(text, currency)),
      [verdictLabel(check), ...said].join('. '),
    ]
  })
  return {
    title: 'Lines and their checks',
    texts: [
      'Amounts are rounded as on the page of the invoice. calculations/invoice.csv has every field of every line with all digits.',
      ...(lines.length > MAX_LINES ? [`The first ${MAX_LINES} of ${formatNumber(lines.length)} lines.`] : []),
    ],
    table: {
      columns: [
        { title: 'Line', isFigure: true },
        { title: 'Description' },
        { title: 'Period, UTC days' },
        { title: 'Quantity', isFigure: true },
        { title: 'Unit price', isFigure: true },
        { title: 'Amount', isFigure: true },
        { title: 'Check' },
      ],
      rows,
    },
  }
}

/** Returns a number as it is formatted, or as the tables show a value that is missing or unreadable. */
function written(value: Field<string>, format: (text: string) => string): string {
  const text = readable(value)
  return text === null ? shown(value) : format(text)
}

const quantityOf = ({ quantity, price }: InvoiceLineItemView) =>
  written(quantity, (text) => [formatQuantity(text), unitLabel(text, price?.billable)].filter(Boolean).join(' '))
