import { Big } from 'big.js'
import type { InvoiceLineItemView } from '@/contract/console/invoice'
import { exactOf } from '../../domain/money/decimal'
import { decimalsOf } from '../../domain/money/rounding'
import { formatAmount, formatCount } from '../../format/amount'
import { readable } from '../../format/unreadable'
import type { InvoiceFile } from './invoice-file'
import { dayText } from './invoice-texts'
import type { PdfDocument, StampColour } from '../downloads/pdf-document'

/** What the customer's copy has besides the invoice. */
export interface Letterhead {
  /** Lines of the settings; empty where none were set. */
  issuer: readonly string[]
  footer: readonly string[]
  /** The customer's external ID where it is known. */
  externalId: string | null
}

interface Stamp {
  word: string
  colour: StampColour
  /** Why it is not to be paid; null where it was. */
  why: string | null
}

const STAMPS = new Map<string, Stamp>([
  ['void', { word: 'VOID', colour: 'red', why: 'Void: nothing to pay.' }],
  ['draft', { word: 'DRAFT', colour: 'grey', why: 'Draft: not issued, nothing to pay.' }],
  ['test', { word: 'TEST', colour: 'grey', why: 'Test: nothing to pay.' }],
  ['paid', { word: 'PAID', colour: 'green', why: null }],
])

/** Statuses of an invoice that a customer is asked to pay: its copy needs no word on them. Any other is said. */
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

/** The stamp of a status; undefined where it has none. */
export const stampOf = (status: InvoiceFile['invoice']['status']): Stamp | undefined =>
  STAMPS.get(readable(status) ?? '')

/** Who issued it, what it is, whom it is for and when it is due; nothing that only the console's people know. */
export function writeCustomerHead(pdf: PdfDocument, title: string, { invoice }: InvoiceFile, letterhead: Letterhead) {
  const stamp = stampOf(invoice.status)
  const width = stamp && pdf.stamp(stamp.word, stamp.colour)
  for (const [index, line] of letterhead.issuer.entries())
    pdf.text('P', line, index === 0 ? { size: 11, weight: 'strong', width } : { width })
  if (letterhead.issuer.length > 0) pdf.space(18)
  pdf.text('H1', title, { size: 18, weight: 'strong', width })
  pdf.space(6)
  const customer = letterhead.externalId ?? readable(invoice.customerId)
  if (customer !== null) pdf.text('P', `Bill to: ${customer}`)
  if (invoice.issueDate !== null) pdf.text('P', `Issue date: ${dayText(invoice.issueDate)}`)
  if (invoice.dueDate !== null && !stamp?.why) pdf.text('P', `Due date: ${dayText(invoice.dueDate)}`)
  const status = readable(invoice.status) ?? 'not known'
  if (!stamp && !PAYABLE.has(status)) pdf.text('P', `Status: ${status}`)
  if (stamp?.why) pdf.text('P', stamp.why, { weight: 'strong' })
  pdf.space(12)
}

/** The total below the lines, in cents, and whatever keeps it from being the sum of all that a customer should see. */
export function writeCustomerTotal(
  pdf: PdfDocument,
  { invoice: { totals, status }, currency }: InvoiceFile,
  lines: readonly InvoiceLineItemView[],
) {
  const sum = exactOf(totals?.customerTotal ?? null)
  const cents = sum && formatAmount(sum.round(2, Big.roundHalfUp).toFixed(), currency)
  pdf.text('P', `Total ${cents ?? 'not known'}`, { size: 14, weight: 'strong', align: 'right' })
  const why = stampOf(status)?.why
  if (why) pdf.text('P', why, { weight: 'strong', align: 'right' })
  if (lines.some(({ amount }) => isRounded(readable(amount)))) pdf.text('P', ROUNDING, { muted: true, align: 'right' })
  const unreadable = totals?.unreadableCustomerLines ?? 0
  if (unreadable > 0)
    pdf.text('P', `Not included: ${formatCount(unreadable, 'line')} without a readable amount.`, { align: 'right' })
  if (totals !== null && totals.uncertainLines > 0)
    pdf.text('P', `Not complete: ${formatCount(lines.length, 'line')}.`, { align: 'right' })
}

const ROUNDING = 'Amounts are rounded half up to cents. The total is the sum of the exact amounts, rounded once.'

function isRounded(amount: string | null): boolean {
  const exact = exactOf(amount)
  return exact !== null && decimalsOf(exact) > 2
}
