import { Big } from 'big.js'
import type { InvoiceMonths, LeftOut, MonthAmount, PricedAmount } from '@/contract/console/check-months'
import type { InvoiceLineItemView, InvoiceView } from '@/contract/console/invoice'
import type { Pieces } from '@/contract/pieces'
import { readable, readableList } from '../../format/unreadable'
import { currencyDecimals } from '../money/currency-decimals'
import { decimalsOfAmount, exactOf } from '../money/decimal'
import { usableDate } from '../time/usable-date'
import { isPayableOrPaid, periodEndMs } from './charged-wrongly'
import { invoiceTotal } from './compare-invoices'
import { chargeOf, isSeenByCustomer } from './invoice-lines'

const DAY_MS = 86_400_000
/** A period of local days is an hour longer when summer time ends in it. */
const HOUR_MS = 3_600_000
/** A longer period is not spread. */
const MAX_DAYS = 3_660
/** The prices of an invoice that are kept apart. */
const MAX_PRICES = 50
const LINES_A_PIECE = 200

/**
 * Returns the amounts of an invoice by price and month, which add up to its total, or why it is in no sum. Each line is spread over the
 * days of its period; without a usable one of at most ten years it belongs to the month of issue, as what the total has beside the lines.
 */
export function* invoiceMonths(
  invoice: InvoiceView,
  { plan, currency }: { plan: string | null; currency: string | null },
): Pieces<InvoiceMonths | LeftOut> {
  if (!isPayableOrPaid({ status: readable(invoice.status), goneAt: null })) return 'notCharged'
  if (invoice.isInMinorUnits) return 'minorUnits'
  // Without lines, only the sums that the API sends could tell the total, and nothing confirms them.
  if (invoice.totals === null || (invoice.totals.lines === 0 && invoice.payable === 'unclear')) return 'noLines'
  const sum = invoiceTotal(invoice)
  if (sum === null) return 'unreadable'
  if (currency === null) return 'noCurrency'
  // Then the total is without the lines that the customer does not see.
  const isWithoutHidden = sum.beside.some(({ role }) => role === 'hidden')
  const issued = usableDate(invoice.issueDate)?.slice(0, 7) ?? null
  const decimals = currencyDecimals(currency)
  const sums = new AmountSums()
  let beside = sum.total
  for (const [index, line] of readableList(invoice.invoiceLineItems).entries()) {
    if (index % LINES_A_PIECE === 0) yield
    const amount = exactOf(line.amount)
    if (amount === null || (isWithoutHidden && isSeenByCustomer(line) === false)) continue
    beside = beside.minus(amount)
    const about = sums.priceOf(line)
    for (const part of amountsByMonth(amount, line, decimals) ?? [{ month: issued, amount }]) sums.add(about, part)
  }
  sums.add({ kind: 'beside', priceId: null, name: null }, { month: issued, amount: beside })
  return { plan, currency, issued, total: sum.total.toFixed(), rows: sums.rows() }
}

interface MonthPart {
  month: string | null
  amount: Big
}

/**
 * Spreads an amount over the days of a period, in the smallest unit of its currency, or of the amount itself when that is smaller. What
 * is left after rounding down goes to the months with the largest remainders, of equal ones to the earlier. Returns null without a period.
 */
export function amountsByMonth(
  amount: Big,
  { startDate, endDate }: Pick<InvoiceLineItemView, 'startDate' | 'endDate'>,
  ofCurrency: number,
): MonthPart[] | null {
  const [start, end] = [usableDate(startDate), usableDate(endDate)]
  if (start === null || end === null) return null
  const [startMs, endMs] = [Date.parse(start), periodEndMs(end)]
  if (!(endMs > startMs || start === end)) return null
  const days = Math.max(1, Math.ceil((endMs - startMs - HOUR_MS) / DAY_MS))
  if (days > MAX_DAYS) return null
  const daysOf = new Map<string, number>()
  for (let day = 0; day < days; day += 1) {
    const month = new Date(startMs + day * DAY_MS).toISOString().slice(0, 7)
    daysOf.set(month, (daysOf.get(month) ?? 0) + 1)
  }
  const decimals = decimalsOfAmount(amount, ofCurrency)
  const units = BigInt(amount.abs().times(`1e${decimals}`).toFixed(0))
  const shares = [...daysOf].map(([month, count]) => {
    const share = units * BigInt(count)
    return { month, units: share / BigInt(days), rest: share % BigInt(days) }
  })
  let left = Number(shares.reduce((rest, share) => rest - share.units, units))
  for (const share of shares.toSorted((one, other) => (one.rest < other.rest ? 1 : one.rest > other.rest ? -1 : 0))) {
    if (left === 0) break
    share.units += 1n
    left -= 1
  }
  const unit = new Big(`${amount.lt(0) ? '-' : ''}1e-${decimals}`)
  return shares.map((share) => ({ month: share.month, amount: unit.times(String(share.units)) }))
}

/** Adds amounts up by price and month. */
class AmountSums {
  readonly #prices = new Map<string, PricedAmount>()
  readonly #sums = new Map<string, PricedAmount & MonthPart>()

  /** Returns what a line is for. */
  priceOf(line: InvoiceLineItemView): PricedAmount {
    const { priceId, name: description } = chargeOf(line)
    const name = description?.split(/,\s+/)[0] ?? null
    const key = JSON.stringify(priceId === null ? [name] : [null, priceId])
    const known = this.#prices.get(key)
    if (known) return known
    if (this.#prices.size >= MAX_PRICES) return { kind: 'others', priceId: null, name: null }
    const price: PricedAmount = { kind: 'price', priceId, name }
    this.#prices.set(key, price)
    return price
  }

  add(about: PricedAmount, { month, amount }: MonthPart): void {
    const key = JSON.stringify([about.kind, about.priceId, about.name, month])
    const known = this.#sums.get(key)
    this.#sums.set(key, { ...about, month, amount: known ? known.amount.plus(amount) : amount })
  }

  rows(): MonthAmount[] {
    return [...this.#sums.values()].flatMap(({ amount, ...row }) =>
      amount.eq(0) ? [] : { ...row, amount: amount.toFixed() },
    )
  }
}
