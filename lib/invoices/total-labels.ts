import type { ChainBasis, ChainSums, InvoiceChainSum } from './invoice-chain'
import type { InvoiceLineItemView, InvoiceTotals, InvoiceView } from './invoice'
import { ProblemError } from '@/lib/core/problem-error'
import type { SubscriptionView } from '@/lib/subscriptions/subscription'
import { isSeenByCustomer } from './invoice-lines'
import { CENTS, currencyDecimals } from '@/lib/money/currency-decimals'
import { decimalsOf, exactOf, MAX_DIGITS } from '@/lib/money/decimal'
import { formatCount, formatMoney, formatNumber, IN_MINOR_UNITS } from '@/lib/money/amount'
import { moreOrLess } from './finding-sentences'
import { isUnreadable, partialText, UNKNOWN } from '@/lib/billing-api/unreadable'

/** The names of the sums of an invoice and of many (docs/decisions/one-chain.md), in their order. */
export const CHAIN_NAMES = {
  lines: 'Lines',
  beside: 'Beside the lines',
  total: 'Total',
  settled: 'Credits and payments',
  due: 'Due',
} as const satisfies Record<keyof ChainSums, string>

/** Which invoices a chain sums up. */
export const CHARGED_NAMES = { charged: 'Charged', not: 'Void, draft, test or gone' } as const

/** Where total and due come from. */
export const CHAIN_BASIS_NAMES: Record<ChainBasis, string> = {
  sums: 'The API’s sums',
  lines: 'The lines',
  unclear: 'The lines: the API’s other amounts don’t agree or could not be read',
}

/** The name of the sum of the lines that are not hidden from the customer. */
export const SEEN_LINES = 'Lines that the customer sees'

/** Returns what the sums of many invoices lack, and which of them are by their lines alone. */
export const gapsOfSums = ({ currency, count, unknown, unclear }: InvoiceChainSum): string[] =>
  [
    currency === null
      ? `${formatCount(count, 'invoice')} in an unknown currency: not added up`
      : unknown > 0 && `without ${formatCount(unknown, 'unknown total')}`,
    unclear > 0 &&
      `${formatNumber(unclear)} by the lines alone: the API’s other amounts don’t agree or could not be read`,
  ].filter((gap) => gap !== false)

interface SumLabel {
  /** Names the lines of the sum. */
  note: string
  /** The text for an unknown sum, with the reason; null when the sum is known. */
  unknown: { short: string; why: string } | null
}

/** Returns the label of "Total". */
export const totalLabel = ({ total, lines, unreadableLines }: InvoiceTotals): SumLabel =>
  sumLabel(total, { name: 'Total', noLine: 'no line', lines, unreadableLines })

/** Returns the label of `SEEN_LINES`. */
export function customerTotalLabel(totals: InvoiceTotals): SumLabel {
  const { customerTotal, customerLines: lines, uncertainLines, unreadableCustomerLines: unreadableLines } = totals
  if (uncertainLines > 0) {
    const why = `${SEEN_LINES} not added up: whether a customer sees ${formatCount(uncertainLines, 'line')} could not be read.`
    return { note: 'sum of the lines a customer sees', unknown: { short: UNKNOWN, why } }
  }
  const label = sumLabel(customerTotal, { name: SEEN_LINES, noLine: 'no line a customer sees', lines, unreadableLines })
  return { ...label, note: `${label.note} a customer sees` }
}

/** Returns the label of the sum of the lines that the customer does not see. */
export const hiddenTotalLabel = ({ hiddenTotal, hiddenLines: lines, unreadableHiddenLines }: InvoiceTotals): SumLabel =>
  sumLabel(hiddenTotal, {
    name: 'Sum of hidden lines',
    noLine: 'no hidden line',
    lines,
    unreadableLines: unreadableHiddenLines,
  })

/** Where the lines that the customer sees are the sum. */
export const CUSTOMER_COPY = 'the amount on the customer’s copy'

/** Names the rounding of a sum with fractions of the currency's smallest unit; null for any other sum. */
export function roundingLabel(total: string | null, currency: string | null): string | null {
  const exact = exactOf(total)
  return exact === null || decimalsOf(exact) <= currencyDecimals(currency)
    ? null
    : `rounded half up to ${unitOf(currency)}`
}

/** Returns the unit that money is rounded to: "cents", "whole units" or "3 decimals". */
export function unitOf(currency: string | null): string {
  const decimals = currencyDecimals(currency)
  if (decimals === CENTS) return 'cents'
  return decimals === 0 ? 'whole units' : formatCount(decimals, 'decimal')
}

/**
 * Returns the total for lists, which have no room for a note: decimal text, "Partial: 6 of 7 lines" in place of a sum that lacks lines,
 * and null when it is unknown.
 */
export function listedTotal(totals: InvoiceTotals | null): string | null {
  if (totals === null || totals.unreadableLines === 0) return totals?.total ?? null
  return totals.total === null ? null : sumOf(totals.lines, totals.unreadableLines)
}

/** True when the customer total differs from the total. */
export function isCustomerTotalOther({
  total,
  customerTotal,
}: Pick<InvoiceTotals, 'total' | 'customerTotal'>): boolean {
  const [all, seen] = [exactOf(total), exactOf(customerTotal)]
  return seen !== null && all?.eq(seen) !== true
}

/** Returns "$184.20 more than invoice 1013", or "Same total as invoice 1013". */
export const differenceLabel = (difference: string, currency: string | null, than: string): string =>
  /[1-9]/.test(difference)
    ? `${moreOrLess(difference, (amount) => formatMoney(amount, currency))} than ${than}`
    : `Same total as ${than}`

function sumOf(lines: number, unreadableLines: number): string {
  const summed = lines - unreadableLines
  if (summed > 0 && unreadableLines > 0) return partialText(`${formatNumber(summed)} of ${formatCount(lines, 'line')}`)
  return `sum of ${formatCount(lines, 'line')}`
}

interface Summed {
  name: string
  noLine: string
  lines: number
  unreadableLines: number
}

function sumLabel(total: string | null, { name, noLine, lines, unreadableLines }: Summed): SumLabel {
  const why =
    lines === unreadableLines
      ? { short: UNKNOWN, why: `${name} not known: ${noLine} has a readable amount.` }
      : {
          short: 'Not computed',
          why: `${name} not computed: an amount has more than ${formatCount(MAX_DIGITS, 'digit')} before or after the point.`,
        }
  return { note: sumOf(lines, unreadableLines), unknown: total === null ? why : null }
}

/** Returns why a line is not in the customer total, or makes it unknown; null when it is included. */
export function visibilityLabel(line: InvoiceLineItemView): string | null {
  const seen = isSeenByCustomer(line)
  if (seen === null) return 'Not known whether the customer sees it'
  return seen ? null : 'Hidden from the customer'
}

/** Returns the ISO 4217 currency of an invoice: its own, else that of its subscription. Null when it is not known, or could not be read. */
export const invoiceCurrency = (
  { currency, isInMinorUnits }: Pick<InvoiceView, 'currency' | 'isInMinorUnits'>,
  ofSubscription: string | null | undefined,
): string | null => (isInMinorUnits || isUnreadable(currency) ? null : (currency ?? ofSubscription ?? null))

/**
 * Returns the source of an invoice's currency, or why it is unknown. Most invoices have no currency of their own, so the subscription's
 * is used (gaps.md), which is undefined until it is read.
 */
export function currencyNote(
  { subscriptionId, isInMinorUnits, currency }: Pick<InvoiceView, 'subscriptionId' | 'isInMinorUnits' | 'currency'>,
  subscription: Pick<SubscriptionView, 'currency'> | undefined,
  error: Error | null,
): string {
  if (isInMinorUnits) return IN_MINOR_UNITS
  if (typeof currency === 'string') return `${currency} (sent with the invoice)`
  if (isUnreadable(currency)) return 'Currency not known: the currency of the invoice could not be read'
  if (subscriptionId === undefined) return 'Currency not known: the invoice names no subscription'
  if (isUnreadable(subscriptionId)) return 'Currency not known: the invoice names a subscription that could not be read'
  if (subscription) return statedCurrency(subscription)
  if (!error) return 'Reading the currency from its subscription…'
  const why = error instanceof ProblemError ? `: ${error.problem.title}` : ''
  return `Currency not known: its subscription could not be read${why}`
}

function statedCurrency({ currency }: Pick<SubscriptionView, 'currency'>): string {
  if (currency === undefined) return 'Currency not known: its subscription states none'
  if (isUnreadable(currency)) return 'Currency not known: the currency of its subscription could not be read'
  return `${currency} (from the subscription)`
}
