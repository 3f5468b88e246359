import { Big } from 'big.js'
import type { InvoiceLineItemView, InvoiceView } from '@/contract/console/invoice'
import type { SignedAmount } from '@/contract/console/invoice-findings'
import { amountOwed, daysOverdue, isCredit } from '../../domain/invoice/owed-statuses'
import { decimalsOf, exactOf } from '../../domain/money/decimal'
import { currencyDecimals } from '../../domain/money/currency-decimals'
import { placeholderDay } from '../../domain/time/usable-date'
import { formatCount, formatMoney, IN_MINOR_UNITS } from '../../format/amount'
import { amountRoleLabel } from '../../format/finding-label'
import { statusName } from '../../format/status-names'
import { unitOf } from '../../format/total-labels'
import { readable, UNKNOWN } from '../../format/unreadable'
import type { InvoiceFile } from './invoice-file'
import { dayText, sentValue } from './invoice-texts'
import type { PdfDocument, StampColour } from '../downloads/pdf-document'

/** The parts of the customer's copy that are not in the invoice. */
export interface Letterhead {
  /** Lines from the settings; empty when not set. */
  issuer: readonly string[]
  footer: readonly string[]
  /** The customer's external ID, if known. */
  externalId: string | null
}

interface Stamp {
  word: string
  colour: StampColour
  /** Why the invoice is not payable; null when it was paid. */
  why: string | null
}

const STAMPS = new Map<string, Stamp>([
  ['void', { word: 'VOID', colour: 'red', why: 'Void: nothing to pay.' }],
  ['draft', { word: 'DRAFT', colour: 'grey', why: 'Draft: not issued, nothing to pay.' }],
  ['test', { word: 'TEST', colour: 'grey', why: 'Test: nothing to pay.' }],
  ['paid', { word: 'PAID', colour: 'green', why: null }],
])

/** Statuses of a payable invoice, whose copy needs no note. Any other status is written on it. */
const PAYABLE = new Set([
  'readyToSync',
  'syncing',
  'readyToSend',
  'sending',
  'issued',
  'readyToCollect',
  'pendingPayment',
  'paymentActionRequired',
  'paymentFailed',
  'overdue',
])

const CREDIT: Stamp = { word: 'CREDIT', colour: 'green', why: 'Credit: nothing to pay.' }

/** Returns the stamp of an invoice; undefined when it has none. A total below zero is neither payable nor paid. */
export function stampOf(invoice: Pick<InvoiceFile['invoice'], 'status' | 'totals' | 'payable'>): Stamp | undefined {
  const { status, totals, payable } = invoice
  const sent = readable(status) ?? ''
  const ofLines = totals?.unreadableCustomerLines === 0 ? totals.customerTotal : null
  const isOfCredit = isCredit(payable === null || payable === 'unclear' ? ofLines : payable.total)
  return isOfCredit && (sent === 'paid' || PAYABLE.has(sent)) ? CREDIT : STAMPS.get(sent)
}

/** Writes the issuer, title, customer and due date. Contains nothing internal. */
export function writeCustomerHead(
  pdf: PdfDocument,
  title: string,
  { invoice, currency }: InvoiceFile,
  letterhead: Letterhead,
) {
  const stamp = stampOf(invoice)
  const width = stamp && pdf.stamp(stamp.word, stamp.colour)
  for (const [index, line] of letterhead.issuer.entries())
    pdf.text('P', line, index === 0 ? { size: 11, weight: 'strong', width } : { width })
  if (letterhead.issuer.length > 0) pdf.space(18)
  pdf.text('H1', title, { size: 18, weight: 'strong', width })
  pdf.space(6)
  // An ID of the billing API means nothing to the customer.
  if (letterhead.externalId !== null) pdf.text('P', `Bill to: ${letterhead.externalId}`)
  if (isWritten(invoice.issueDate)) pdf.text('P', `Issue date: ${dayText(invoice.issueDate)}`)
  if (isWritten(invoice.dueDate) && !stamp?.why) pdf.text('P', `Due date: ${dayText(invoice.dueDate)}`)
  if (currency !== null) pdf.text('P', `Currency: ${currency}`)
  const status = isOverdue(invoice) ? 'overdue' : (readable(invoice.status) ?? sentValue(invoice.status))
  if (!stamp && (status === 'overdue' || !PAYABLE.has(status)))
    pdf.text('P', `Status: ${statusName('invoice', status)}`)
  if (stamp?.why) pdf.text('P', stamp.why, { weight: 'strong' })
  pdf.space(12)
}

/** True when the customer is expected to pay and the due day has passed, whatever the API calls it. */
const isOverdue = ({ status, dueDate, totals, payable, asOf }: InvoiceFile['invoice']) =>
  daysOverdue({ status, total: amountOwed({ totals, payable }), dueDate }, asOf) > 0

/** False for a date that was not sent or stands for none. */
const isWritten = (date: InvoiceFile['invoice']['dueDate']) => date !== undefined && placeholderDay(date) === null

/**
 * Writes the total below the lines, in cents, with a note when it may not be the complete sum. Taxes, discounts, credits and payments
 * that the API sends lead from the sum of the lines to the total and the amount due.
 */
export function writeCustomerTotal(
  pdf: PdfDocument,
  { invoice: { totals, status, isInMinorUnits, payable }, currency }: InvoiceFile,
  lines: readonly InvoiceLineItemView[],
) {
  const decimals = currencyDecimals(currency)
  const money = (amount: string | null | undefined) =>
    exactOf(amount) && amount ? formatMoney(amount, currency) : UNKNOWN.toLowerCase()
  const writeSum = (text: string) => pdf.text('P', text, { size: 14, weight: 'strong', align: 'right' })
  const writeSteps = (steps: readonly SignedAmount[]) => {
    for (const { role, amount } of steps) pdf.text('P', `${amountRoleLabel(role)} ${money(amount)}`, { align: 'right' })
  }
  const { totalBy, total, dueBy, due } =
    payable === null || payable === 'unclear'
      ? { totalBy: [], total: totals?.customerTotal, dueBy: [], due: undefined }
      : payable
  if (totalBy.length > 0) pdf.text('P', `Sum of the lines ${money(totals?.customerTotal)}`, { align: 'right' })
  writeSteps(totalBy)
  writeSum(`Total ${money(total)}`)
  writeSteps(dueBy)
  if (dueBy.length > 0) writeSum(`Amount due ${money(due)}`)
  if (isInMinorUnits) pdf.text('P', `${IN_MINOR_UNITS}.`, { weight: 'strong', align: 'right' })
  const why = stampOf({ status, totals, payable })?.why
  if (why) pdf.text('P', why, { weight: 'strong', align: 'right' })
  if (lines.some(({ amount }) => decimalsOf(exactOf(readable(amount)) ?? new Big(0)) > decimals))
    pdf.text('P', roundingNote(currency, payable), { muted: true, align: 'right' })
  const unreadable = totals?.unreadableCustomerLines ?? 0
  if (unreadable > 0)
    pdf.text('P', `Not included: ${formatCount(unreadable, 'line')} without a readable amount.`, { align: 'right' })
  if (totals !== null && totals.uncertainLines > 0)
    pdf.text('P', `Not complete: ${formatCount(lines.length, 'line')}.`, { align: 'right' })
}

/** The API's own total may be rounded in another way. */
const roundingNote = (currency: string | null, payable: InvoiceView['payable']) =>
  `Amounts are rounded half up to ${unitOf(currency)}.${payable === null ? ' The total is the sum of the exact amounts, rounded once.' : ''}`
