import { Big } from 'big.js'
import type { InvoiceView } from './invoice'
import type { BridgePart, ComparedPrice, InvoiceBridge, NoBridge } from './invoice-comparison'
import type { AmountRole, FindingReview, InvoiceFinding, SignedAmount } from './finding'
import type { Pieces } from '@/contract/pieces'
import { readable, readableList } from '@/lib/billing-api/unreadable'
import { exactOf, sumOf } from '@/lib/money/decimal'
import type { ComparedLine } from './compared-lines'
import { isProblem } from './finding-kinds'
import { invoiceChain } from './invoice-chain'
import { invoiceFindings } from './invoice-findings'
import { chargeOf, isSeenByCustomer } from './invoice-lines'
import { completeCustomerTotal } from './owed-statuses'
import { sumOfAmounts, type Change, priceChanges } from './price-changes'

/** The most parts and prices of a bridge; further parts are one. */
const MAX_PARTS = 100
/** The most lines of each invoice whose descriptions give a price its name. */
const MAX_NAMING_LINES = 100
/** The number of lines that are grouped before other work may run. */
const LINES_A_PIECE = 500
const ZERO = new Big(0)

/** An invoice, with what is known beside it. */
interface InvoiceToCompare {
  invoice: InvoiceView
  /** The ISO 4217 currency of its subscription; null when it is unknown. */
  currency: string | null
  /** Findings of the comparison with other invoices and ledgers. */
  compared?: readonly InvoiceFinding[]
  reviews?: readonly FindingReview[]
}

/**
 * Returns the parts that lead from the total of one invoice to that of another: they add up to the difference exactly. A total is what the
 * API sends as such, else the sum of the lines. Each price is compared with itself: first the quantity at the old price, then the new
 * price at the new quantity, then proration and the number of periods. Returns why there are no such parts when a number is unreadable or
 * the currencies differ.
 */
export function* bridgeBetween(before: InvoiceToCompare, after: InvoiceToCompare): Pieces<InvoiceBridge | NoBridge> {
  const reason = whyNotComparable(before, after)
  if (reason !== null) return reason
  const [totalBefore, totalAfter] = [invoiceTotal(before.invoice), invoiceTotal(after.invoice)]
  if (totalBefore === null || totalAfter === null) return 'unreadable'

  const terms = {
    decimalsOfCurrency: after.invoice.own.decimals,
    billings: [before, after].map(({ invoice }) => invoice.own.billing),
  }
  const parts = partsBesideLines(totalBefore, totalAfter)
  const prices: ComparedPrice[] = []
  for (const lines of yield* linesByPrice(before, after)) {
    yield
    const price = comparedPrice(lines)
    // A reason that repeats an error would explain it away.
    const changes: Change[] = lines.hasError
      ? [{ kind: 'finding', amount: new Big(price.difference) }]
      : yield* priceChanges([lines.before, lines.after], terms)
    parts.push(...changes.map((change) => bridgePart(change, lines, price)))
    prices.push(price)
  }
  yield
  const listed = largestParts(parts)
  yield
  return {
    before: totalBefore.total.toFixed(),
    after: totalAfter.total.toFixed(),
    difference: totalAfter.total.minus(totalBefore.total).toFixed(),
    parts: listed,
    prices: bySize(prices, ({ difference }) => difference).slice(0, MAX_PARTS),
    morePrices: Math.max(0, prices.length - MAX_PARTS),
    customer: customerTotals(before.invoice, after.invoice),
  }
}

function whyNotComparable(before: InvoiceToCompare, after: InvoiceToCompare): NoBridge | null {
  if (before.invoice.isInMinorUnits || after.invoice.isInMinorUnits) return 'minorUnits'
  if (!hasSameCurrency(before, after)) return 'currencies'
  return before.invoice.totals === null || after.invoice.totals === null ? 'noLines' : null
}

function hasSameCurrency(before: InvoiceToCompare, after: InvoiceToCompare): boolean {
  if (before.currency !== null && after.currency !== null) return before.currency === after.currency
  // Invoices of one subscription have one currency, also an unknown one, unless their own are sent.
  const subscriptionId = readable(before.invoice.subscriptionId)
  return subscriptionId !== null && subscriptionId === readable(after.invoice.subscriptionId)
}

/* Totals, and what is beside the lines. */

/** The total of an invoice, and the amounts beside its lines that lead to it. */
interface InvoiceTotal {
  total: Big
  beside: SignedAmount[]
  /** What neither lines nor these amounts explain. */
  unexplained: Big
}

/** Returns the total of the invoice's chain, and the amounts beside its lines; null when it is unknown. */
function invoiceTotal(invoice: InvoiceView): InvoiceTotal | null {
  const { totals, payable } = invoice
  const chain = invoiceChain(invoice)
  if (chain === null || totals === null) return null
  const total = new Big(chain.total)
  if (payable === null || payable === 'unclear') return { total, beside: [], unexplained: ZERO }
  const beside = [...payable.totalBy]
  // The API's total is without the hidden lines.
  if (totals.hiddenLines > 0 && totals.hiddenTotal !== null)
    beside.unshift({ role: 'hidden', amount: ZERO.minus(totals.hiddenTotal).toFixed() })
  return { total, beside, unexplained: new Big(chain.beside).minus(sumOf(beside.map(({ amount }) => amount))) }
}

/** Returns how the amounts beside the lines changed, a part for each role, and what the totals leave unexplained. */
function partsBesideLines(before: InvoiceTotal, after: InvoiceTotal): BridgePart[] {
  const roles = new Set([...after.beside, ...before.beside].map(({ role }) => role))
  const parts = [...roles].map((role): BridgePart => {
    const amount = sumOfRole(after, role).minus(sumOfRole(before, role)).toFixed()
    return { kind: 'beside', role, name: null, isHidden: role === 'hidden', amount }
  })
  const unexplained = after.unexplained.minus(before.unexplained).toFixed()
  return [...parts, { kind: 'total', name: null, isHidden: false, amount: unexplained }]
}

const sumOfRole = ({ beside }: InvoiceTotal, of: AmountRole): Big =>
  sumOf(beside.filter(({ role }) => role === of).map(({ amount }) => amount))

/** Returns what the customer sees as the two totals; null when one is not known. */
function customerTotals(before: InvoiceView, after: InvoiceView): InvoiceBridge['customer'] {
  const [one, other] = [customerTotal(before), customerTotal(after)]
  return one === null || other === null ? null : { before: one, after: other }
}

function customerTotal({ totals, payable }: InvoiceView): string | null {
  if (payable === 'unclear') return null
  return payable?.total ?? (totals?.lines === 0 ? '0' : completeCustomerTotal(totals))
}

/* The lines of each price. */

/** The lines of one price on both invoices; without a price those with one description. */
interface PriceLines {
  before: ComparedLine[]
  after: ComparedLine[]
  /** True when the customer does not see them. */
  isHidden: boolean
  /** True when the check of their invoice finds an error in one of them. */
  hasError: boolean
}

function* linesByPrice(before: InvoiceToCompare, after: InvoiceToCompare): Pieces<Iterable<PriceLines>> {
  const invoices = { before, after }
  const byPrice = new Map<string, PriceLines>()
  for (const side of ['before', 'after'] as const) {
    const errors = positionsOfErrors(invoices[side])
    for (const [index, view] of readableList(invoices[side].invoice.invoiceLineItems).entries()) {
      if (index % LINES_A_PIECE === 0) yield
      const isHidden = isSeenByCustomer(view) === false
      const { priceId, name } = chargeOf(view)
      const key = JSON.stringify(priceId === null ? [isHidden, null, name] : [isHidden, priceId])
      const lines = byPrice.get(key) ?? { before: [], after: [], isHidden, hasError: false }
      lines[side].push({ view, amount: exactOf(view.amount) ?? ZERO })
      lines.hasError ||= errors.has(index + 1)
      byPrice.set(key, lines)
    }
  }
  return byPrice.values()
}

/** Returns the positions of the lines in which the check of their invoice finds an error, as far as it lists its findings. */
function positionsOfErrors({ invoice: { own }, compared = [], reviews = [] }: InvoiceToCompare): ReadonlySet<number> {
  const { findings } = invoiceFindings(own, { isTrial: false, outside: [], compared, reviews })
  // A line that charges nothing may be of a trial.
  return new Set(findings.filter((each) => isProblem(each) && !each.isNothingCharged).flatMap(({ lines }) => lines))
}

function comparedPrice(lines: PriceLines): ComparedPrice {
  const [before, after] = [sumOfAmounts(lines.before), sumOfAmounts(lines.after)]
  return {
    name: nameOf(lines),
    before: lines.before.length === 0 ? null : before.toFixed(),
    after: lines.after.length === 0 ? null : after.toFixed(),
    difference: after.minus(before).toFixed(),
    isHidden: lines.isHidden,
  }
}

/** Returns the description that the lines begin with, up to a comma, else that of the first; the ID of the price without any. */
function nameOf({ before, after }: PriceLines): string | null {
  const lines = [...after.slice(0, MAX_NAMING_LINES), ...before.slice(0, MAX_NAMING_LINES)]
  const [first] = lines
  const sent = lines.flatMap(({ view }) => readable(view.description) ?? [])
  const [words = [], ...others] = sent.map((description) => description.split(/,\s+/))
  const differsAt = words.findIndex((word, index) => others.some((other) => other[index] !== word))
  const common = (differsAt < 0 ? words : words.slice(0, differsAt)).join(', ')
  return common || sent[0] || (first ? chargeOf(first.view).priceId : null)
}

/* The parts of the difference. */

function bridgePart(change: Change, { before, after }: PriceLines, { name, isHidden }: ComparedPrice): BridgePart {
  const { kind, amount, from, to, days } = change
  const { singleUnitLabel, multipleUnitLabel } = (after[0] ?? before[0])?.view.price?.billable ?? {}
  const between = from && to && { before: from.toFixed(), after: to.toFixed() }
  return {
    name,
    isHidden,
    kind,
    amount: amount.toFixed(),
    ...(between && kind === 'quantity' && { quantity: { ...between, labels: { singleUnitLabel, multipleUnitLabel } } }),
    ...(between && kind === 'price' && { unitPrice: between }),
    ...(days && { prorated: days }),
  }
}

/** Returns the parts that are not zero, the largest first; those beyond the most are one. */
function largestParts(parts: readonly BridgePart[]): BridgePart[] {
  const sorted = bySize(parts, ({ amount }) => amount).filter(({ amount }) => /[1-9]/.test(amount))
  if (sorted.length <= MAX_PARTS) return sorted
  const smaller = sorted.slice(MAX_PARTS - 1)
  const amount = sumOf(smaller.map((part) => part.amount)).toFixed()
  const isHidden = smaller.every((part) => part.isHidden)
  return [...sorted.slice(0, MAX_PARTS - 1), { kind: 'smaller', count: smaller.length, name: null, isHidden, amount }]
}

/** Sorts by absolute amounts, the largest first. */
const bySize = <Each>(all: readonly Each[], textOf: (each: Each) => string): Each[] =>
  all
    .map((each) => ({ each, size: sortableSize(textOf(each)) }))
    .toSorted((one, other) => (one.size < other.size ? 1 : one.size > other.size ? -1 : 0))
    .map(({ each }) => each)

/** Returns a text that sorts like the absolute amount: a hundred thousand are sorted within the time of one piece. */
function sortableSize(amount: string): string {
  const digits = amount.replace('-', '')
  const point = digits.indexOf('.')
  return `${String(point < 0 ? digits.length : point).padStart(4, '0')} ${digits}`
}
