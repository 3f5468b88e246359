import { Big } from 'big.js'
import type { InvoiceLineItemView, InvoiceView } from '../invoice'
import type { SignedAmount } from '../finding'
import type { PrintedStamp, PrintedText } from '@/lib/core/printed-document'
import {
  amountOwed,
  completeCustomerTotal,
  daysOverdue,
  isChargedStatus,
  isCredit,
  OWED_STATUSES,
} from '../owed-statuses'
import { decimalsOf, exactOf } from '@/lib/money/decimal'
import { currencyDecimals } from '@/lib/money/currency-decimals'
import { IN_MINOR_UNITS, formatAmount, formatCount, formatMoney } from '@/lib/money/amount'
import { checksLabel, comparedLabel, invoiceWideLabels } from '../finding-label'
import { amountRoleLabel } from '../finding-sentences'
import {
  CHAIN_BASIS_NAMES,
  CHAIN_NAMES,
  CUSTOMER_COPY,
  SEEN_LINES,
  customerTotalLabel,
  hiddenTotalLabel,
  isCustomerTotalOther,
  roundingLabel,
  totalLabel,
  unitOf,
} from '../total-labels'
import { NOT_SENT, UNKNOWN, isAbsent, isUnreadable, readable, unreadableText } from '@/lib/billing-api/unreadable'
import { withoutBidi } from '@/lib/text/bidi'
import { invoiceChain } from '../invoice-chain'
import { statusName } from '@/lib/objects/status-names'
import type { InvoiceFile } from './invoice-file'
import type { Field } from '@/lib/billing-api/view-of'
import { periodLastMoment } from '@/lib/time/end'
import { noUsableDate, placeholderDay, usableDate } from '@/lib/time/usable-date'
import { formatDate } from '@/lib/time/instant'

interface Stamp extends Omit<PrintedStamp, 'isOnEveryPage'> {
  /** Why the invoice is not payable; null when it was paid. */
  why: string | null
}

const STAMPS = new Map<string, Stamp>([
  ['void', { word: 'VOID', tone: 'red', why: 'Void: nothing to pay.' }],
  ['draft', { word: 'DRAFT', tone: 'grey', why: 'Draft: not issued, nothing to pay.' }],
  ['test', { word: 'TEST', tone: 'grey', why: 'Test: nothing to pay.' }],
  ['paid', { word: 'PAID', tone: 'green', why: null }],
])

/** Statuses of a payable invoice, whose copy needs no note. Any other status is written on it. */
const PAYABLE = new Set<string>([...OWED_STATUSES, 'readyToSync', 'syncing', 'readyToSend', 'sending'])

const CREDIT: Stamp = { word: 'CREDIT', tone: 'green', why: 'Credit: nothing to pay.' }

/** Returns the stamp of an invoice; undefined when it has none. A total below zero is neither payable nor paid. */
function stampOf(invoice: Pick<InvoiceFile['invoice'], 'status' | 'totals' | 'payable'>): Stamp | undefined {
  const { status, totals, payable } = invoice
  const sent = readable(status) ?? ''
  const isOfCredit = isCredit(payable === null || payable === 'unclear' ? completeCustomerTotal(totals) : payable.total)
  return isOfCredit && (sent === 'paid' || PAYABLE.has(sent)) ? CREDIT : STAMPS.get(sent)
}

/** Returns the word on the first page; also behind the text of every page when the invoice is not payable. */
export function printedStamp(invoice: InvoiceView): PrintedStamp | null {
  const stamp = stampOf(invoice)
  return stamp === undefined ? null : { word: stamp.word, tone: stamp.tone, isOnEveryPage: stamp.why !== null }
}

/** Returns the customer, the dates and the status. Contains nothing internal. @param externalId of the customer, if known */
export function customerFacts({ invoice, currency }: InvoiceFile, externalId: string | null): PrintedText[] {
  const stamp = stampOf(invoice)
  const status = isOverdue(invoice) ? 'overdue' : (readable(invoice.status) ?? sentValue(invoice.status))
  const facts = [
    // An ID of the billing API means nothing to the customer.
    externalId !== null && `Bill to: ${externalId}`,
    isWritten(invoice.issueDate) && `Issue date: ${dayText(invoice.issueDate)}`,
    isWritten(invoice.dueDate) && !stamp?.why && `Due date: ${dayText(invoice.dueDate)}`,
    currency !== null && `Currency: ${currency}`,
    !stamp && (status === 'overdue' || !PAYABLE.has(status)) && `Status: ${statusName('invoice', status)}`,
  ]
  const texts = facts.filter((fact) => fact !== false).map((text): PrintedText => ({ text }))
  return stamp?.why ? [...texts, { text: stamp.why, look: 'strong' }] : texts
}

/** True when the customer is expected to pay and the due day has passed, whatever the API calls it. */
const isOverdue = ({ status, dueDate, totals, payable, asOf }: InvoiceFile['invoice']) =>
  daysOverdue({ status, total: amountOwed({ totals, payable }), dueDate }, asOf) > 0

/** False for a date that was not sent or stands for none. */
const isWritten = (date: InvoiceFile['invoice']['dueDate']) => date !== undefined && placeholderDay(date) === null

/**
 * Returns the total below the lines, in cents, with a note when it may not be the complete sum. Taxes, discounts, credits and payments
 * that the API sends lead from the sum of the lines to the total and the amount due.
 */
export function customerSums(
  { invoice: { totals, status, isInMinorUnits, payable }, currency }: InvoiceFile,
  lines: readonly InvoiceLineItemView[],
): PrintedText[] {
  const decimals = currencyDecimals(currency)
  const money = (amount: string | null | undefined) =>
    exactOf(amount) && amount ? formatMoney(amount, currency) : UNKNOWN.toLowerCase()
  const steps = (by: readonly SignedAmount[]): PrintedText[] =>
    by.map(({ role, amount }) => ({ text: `${amountRoleLabel(role)} ${money(amount)}` }))
  const { totalBy, total, dueBy, due } =
    payable === null || payable === 'unclear'
      ? { totalBy: [], total: totals?.customerTotal, dueBy: [], due: undefined }
      : payable
  const sums: PrintedText[] = [
    ...(totalBy.length > 0 ? [{ text: `${CHAIN_NAMES.lines} ${money(totals?.customerTotal)}` }] : []),
    ...steps(totalBy),
    { text: `${CHAIN_NAMES.total} ${money(total)}`, look: 'sum' },
  ]
  if (dueBy.length > 0 && isChargedStatus(readable(status)))
    sums.push(...steps(dueBy), { text: `${CHAIN_NAMES.due} ${money(due)}`, look: 'sum' })
  if (isInMinorUnits) sums.push({ text: `${IN_MINOR_UNITS}.`, look: 'strong' })
  const why = stampOf({ status, totals, payable })?.why
  if (why) sums.push({ text: why, look: 'strong' })
  if (lines.some(({ amount }) => decimalsOf(exactOf(readable(amount)) ?? new Big(0)) > decimals))
    sums.push({ text: roundingNote(currency, payable), look: 'muted' })
  const unreadable = totals?.unreadableCustomerLines ?? 0
  if (unreadable > 0) sums.push({ text: `Not included: ${formatCount(unreadable, 'line')} without a readable amount.` })
  if (totals !== null && totals.uncertainLines > 0)
    sums.push({ text: `Not complete: ${formatCount(lines.length, 'line')}.` })
  return sums
}

/** The API's own total may be rounded in another way. */
const roundingNote = (currency: string | null, payable: InvoiceView['payable']) =>
  `Amounts are rounded half up to ${unitOf(currency)}.${payable === null ? ' The total is the sum of the exact amounts, rounded once.' : ''}`

/** Returns all facts of an invoice with its IDs, what the checks found, and its sums with all digits. */
export const internalFacts = (file: InvoiceFile, asOf: string): PrintedText[] => [
  { text: `Internal copy, not for the customer · ${asOf} · all dates are UTC`, look: 'muted' },
  ...factsOf(file).map((text) => ({ text })),
  ...findingsOf(file),
  ...sumsOf(file),
]

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

function sumsOf({ invoice, currency }: InvoiceFile): PrintedText[] {
  const [totals, chain] = [invoice.totals, invoiceChain(invoice)]
  if (totals === null) return [{ text: 'Total not known: there are no line items.' }]
  const money = (amount: string) => formatAmount(amount, currency)
  const [all, hidden, seen] = [totalLabel(totals), hiddenTotalLabel(totals), customerTotalLabel(totals)]
  const { hiddenTotal, customerTotal, unreadableLines } = totals
  const total = chain?.total ?? (totals.lines === 0 ? null : totals.total)
  const hasHidden = totals.hiddenLines > 0
  const customer = `${SEEN_LINES} ${customerTotal === null ? seen.unknown?.short : money(customerTotal)}`
  const rounding = roundingLabel(customerTotal, currency)
  const copy = [
    seen.note,
    isCustomerTotalOther(totals) && CUSTOMER_COPY,
    rounding !== null && `${formatMoney(customerTotal ?? '', currency)} on the customer’s copy, ${rounding}`,
  ]
  const hiddenLines = `Hidden lines ${hiddenTotal === null ? hidden.unknown?.short : money(hiddenTotal)}`
  const unknown = [all, ...(hasHidden ? [hidden] : []), seen].flatMap((label) => label.unknown?.why ?? [])
  if (unreadableLines > 0)
    unknown.push(`Not included: ${formatCount(unreadableLines, 'line')} without a readable amount.`)
  return [
    ...(chain && /[1-9]/.test(chain.beside)
      ? [
          { text: `${CHAIN_NAMES.lines} ${money(chain.lines)}` },
          { text: `+ ${CHAIN_NAMES.beside} ${money(chain.beside)}` },
        ]
      : []),
    { text: `${CHAIN_NAMES.total} ${total === null ? (all.unknown?.short ?? UNKNOWN) : money(total)}`, look: 'sum' },
    { text: chain?.basis === 'sums' ? CHAIN_BASIS_NAMES.sums : all.note, look: 'muted' },
    ...(chain !== null && chain.settled !== null && chain.due !== null && /[1-9]/.test(chain.settled)
      ? [
          { text: `− ${CHAIN_NAMES.settled} ${money(chain.settled)}` },
          { text: `= ${CHAIN_NAMES.due} ${money(chain.due)}` },
        ]
      : []),
    ...(hasHidden ? [{ text: hiddenLines }] : []),
    ...(isCustomerTotalOther(totals) || seen.unknown !== null || rounding !== null
      ? [{ text: customer }, { text: copy.filter(Boolean).join(' · '), look: 'muted' as const }]
      : []),
    ...unknown.map((text) => ({ text })),
  ]
}

/** Returns what was found, then how many lines add up. Findings of single lines stand beside them. */
function findingsOf({ checked, comparedWith, currency }: InvoiceFile): PrintedText[] {
  const label = checksLabel(checked.checks)
  const found = [label?.look ?? '', ...invoiceWideLabels(checked, currency)].filter((text) => text !== '')
  const agreement = [label?.agreement, label?.note].filter(Boolean).join(' · ')
  return [
    ...found.map((text): PrintedText => ({ text, look: 'strong' })),
    ...(agreement === '' ? [] : [{ text: agreement }]),
    { text: comparedLabel(comparedWith), look: 'muted' },
  ]
}

/** Returns a field of an invoice as sent, for a file, or a note that it is missing or unreadable. */
export const sentValue = (value: Field<string> | null): string =>
  isUnreadable(value) ? unreadableText(value) : (value ?? NOT_SENT)

/** Returns the UTC day of an instant, or a note that there is none that is usable. */
function dayText(iso: Field<string> | null): string {
  const placeholder = placeholderDay(iso)
  if (placeholder !== null) return noUsableDate('date', placeholder)
  return isAbsent(iso) ? sentValue(iso) : formatDate(iso, 'UTC')
}

/** Returns the first and the last UTC day of a line: "18 Jul 2026 – 17 Oct 2026". */
export function periodText({ startDate, endDate }: Pick<InvoiceLineItemView, 'startDate' | 'endDate'>): string {
  const end = usableDate(endDate)
  return `${dayText(startDate)} – ${dayText(end === null ? endDate : periodLastMoment(usableDate(startDate), end))}`
}
