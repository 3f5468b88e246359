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
import { type Change, priceChanges } from './price-changes'

/** A comparison lists at most so many parts and prices; further parts are one. */
const MAX_PARTS = 100
const ZERO = new Big(0)
/** The most lines of each invoice whose descriptions give a price its name. */
const MAX_NAMING = 100
/** The number of lines that are grouped before other work may run. */
const LINES_A_PIECE = 500

/** An invoice, with what is known beside it. */
export interface InvoiceWithCurrency {
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
export function* bridgeBetween(
  before: InvoiceWithCurrency,
  after: InvoiceWithCurrency,
): Pieces<InvoiceBridge | NoBridge> {
  const sides = [before.invoice, after.invoice]
  if (sides.some(({ isInMinorUnits }) => isInMinorUnits)) return 'minorUnits'
  if (isOtherCurrency(before, after)) return 'currencies'
  if (sides.some(({ totals }) => totals === null)) return 'noLines'
  const [old, now] = [invoiceTotal(before.invoice), invoiceTotal(after.invoice)]
  if (old === null || now === null) return 'unreadable'

  const terms = { decimalsOfCurrency: after.invoice.own.decimals, billings: sides.map(({ own }) => own.billing) }
  const parts = partsBeside(old, now)
  const prices: ComparedPrice[] = []
  for (const group of yield* groupsOf(before, after)) {
    yield
    const about = { name: nameOf(group), isHidden: group.isHidden }
    const difference = group.sums.after.minus(group.sums.before)
    // A reason that repeats an error would explain it away.
    const changes: Change[] = group.isWrong
      ? [{ kind: 'finding', amount: difference }]
      : yield* priceChanges([group.before, group.after], terms)
    parts.push(...changes.map((change) => ({ ...about, ...partOf(change, group) })))
    prices.push({
      ...about,
      before: group.before.length === 0 ? null : group.sums.before.toFixed(),
      after: group.after.length === 0 ? null : group.sums.after.toFixed(),
      difference: difference.toFixed(),
    })
  }
  yield
  const largest = largestParts(parts)
  yield
  const customer = [customerTotal(before.invoice), customerTotal(after.invoice)]
  return {
    before: old.total.toFixed(),
    after: now.total.toFixed(),
    difference: now.total.minus(old.total).toFixed(),
    parts: largest,
    prices: bySize(prices, ({ difference }) => difference).slice(0, MAX_PARTS),
    morePrices: Math.max(0, prices.length - MAX_PARTS),
    customer: customer[0] == null || customer[1] == null ? null : { before: customer[0], after: customer[1] },
  }
}

function isOtherCurrency(before: InvoiceWithCurrency, after: InvoiceWithCurrency): boolean {
  const [one, other] = [before, after].map(({ invoice }) => readable(invoice.subscriptionId))
  // Invoices of one subscription have one currency, also an unknown one, unless their own are sent.
  if (before.currency !== null && after.currency !== null) return before.currency !== after.currency
  return one === null || one !== other
}

/** The total of an invoice, and the amounts beside its lines that lead to it. */
interface Total {
  total: Big
  beside: SignedAmount[]
  /** What neither lines nor these amounts explain. */
  rest: Big
}

/** Returns the total of the invoice's chain, and the amounts beside its lines; null when it is unknown. */
function invoiceTotal(invoice: InvoiceView): Total | null {
  const { totals, payable } = invoice
  const chain = invoiceChain(invoice)
  if (chain === null || totals === null) return null
  if (payable === null || payable === 'unclear') return { total: new Big(chain.total), beside: [], rest: ZERO }
  const hidden: SignedAmount[] =
    totals.hiddenLines === 0 || totals.hiddenTotal === null
      ? []
      : [{ role: 'hidden', amount: new Big(totals.hiddenTotal).times(-1).toFixed() }]
  const beside = [...hidden, ...payable.totalBy]
  return { total: new Big(chain.total), beside, rest: new Big(chain.beside).minus(sumOfRole(beside)) }
}

function customerTotal({ totals, payable }: InvoiceView): string | null {
  if (payable === 'unclear' || totals === null || totals.unreadableCustomerLines > 0) return null
  return payable?.total ?? (totals.lines === 0 ? '0' : totals.customerTotal)
}

const sumOfRole = (amounts: readonly SignedAmount[], of?: AmountRole): Big =>
  sumOf(amounts.filter(({ role }) => of === undefined || role === of).map(({ amount }) => amount))

/** Returns the parts of the amounts that are beside the lines. */
function partsBeside(old: Total, now: Total): BridgePart[] {
  const about = { name: null, isHidden: false }
  const roles = new Set([...now.beside, ...old.beside].map(({ role }) => role))
  const parts = [...roles].map((role): BridgePart => ({
    ...about,
    kind: 'beside',
    role,
    isHidden: role === 'hidden',
    amount: sumOfRole(now.beside, role).minus(sumOfRole(old.beside, role)).toFixed(),
  }))
  return [...parts, { kind: 'total', ...about, amount: now.rest.minus(old.rest).toFixed() }]
}

/** The lines of one price on both invoices; without a price those with one description. */
interface Group {
  before: ComparedLine[]
  after: ComparedLine[]
  /** The sums of these lines. */
  sums: { before: Big; after: Big }
  /** True when the customer does not see them. */
  isHidden: boolean
  /** True when the check of their invoice finds something wrong with one of them. */
  isWrong: boolean
}

function* groupsOf(before: InvoiceWithCurrency, after: InvoiceWithCurrency): Pieces<Iterable<Group>> {
  const groups = new Map<string, Group>()
  for (const [side, checked] of [
    ['before', before],
    ['after', after],
  ] as const) {
    const wrong = wrongLines(checked)
    for (const [index, view] of readableList(checked.invoice.invoiceLineItems).entries()) {
      if (index % LINES_A_PIECE === 0) yield
      const isHidden = isSeenByCustomer(view) === false
      const { priceId, name } = chargeOf(view)
      const key = JSON.stringify(priceId === null ? [isHidden, null, name] : [isHidden, priceId])
      const group = groups.get(key) ?? {
        before: [],
        after: [],
        sums: { before: ZERO, after: ZERO },
        isHidden,
        isWrong: false,
      }
      const amount = exactOf(view.amount) ?? ZERO
      group[side].push({ view, amount })
      group.sums[side] = group.sums[side].plus(amount)
      group.isWrong ||= wrong.has(index + 1)
      groups.set(key, group)
    }
  }
  return groups.values()
}

/** Returns the positions of the lines that the check of their invoice finds wrong, as far as it lists its findings. */
function wrongLines({ invoice: { own }, compared = [], reviews = [] }: InvoiceWithCurrency): ReadonlySet<number> {
  const { findings } = invoiceFindings(own, { isTrial: false, outside: [], compared, reviews })
  // A line that charges nothing may be of a trial.
  return new Set(findings.filter((each) => isProblem(each) && !each.isNothingCharged).flatMap(({ lines }) => lines))
}

/** Returns the description that the lines begin with, up to a comma, else that of the first; the ID of the price without any. */
function nameOf({ before, after }: Group): string | null {
  const lines = [...after.slice(0, MAX_NAMING), ...before.slice(0, MAX_NAMING)]
  const [first] = lines
  const sent = lines.flatMap(({ view }) => readable(view.description) ?? [])
  const [words = [], ...others] = sent.map((description) => description.split(/,\s+/))
  const differsAt = words.findIndex((word, index) => others.some((other) => other[index] !== word))
  const common = (differsAt < 0 ? words : words.slice(0, differsAt)).join(', ')
  return common || sent[0] || (first ? chargeOf(first.view).priceId : null)
}

function partOf(
  { kind, amount, from, to, days }: Change,
  { before, after }: Group,
): Omit<BridgePart, 'name' | 'isHidden'> {
  const { singleUnitLabel, multipleUnitLabel } = (after[0] ?? before[0])?.view.price?.billable ?? {}
  const between = from && to && { before: from.toFixed(), after: to.toFixed() }
  return {
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
const bySize = <Each>(all: readonly Each[], amountOf: (each: Each) => string): Each[] =>
  all
    .map((each) => ({ each, size: sizeOf(amountOf(each)) }))
    .toSorted((one, other) => (one.size < other.size ? 1 : one.size > other.size ? -1 : 0))
    .map(({ each }) => each)

/** Returns a text that sorts like the absolute amount: a hundred thousand are sorted within the time of one piece. */
function sizeOf(amount: string): string {
  const digits = amount.replace('-', '')
  const point = digits.indexOf('.')
  return `${String(point < 0 ? digits.length : point).padStart(4, '0')} ${digits}`
}
