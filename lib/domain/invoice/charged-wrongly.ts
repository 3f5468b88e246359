import type { ChargedAfterEnd, ChargedTwice, InvoiceName } from '@/contract/console/customer'
import { bigOf } from '../money/decimal'
import { isAfterEnd } from './after-end'
import type { Charge } from './invoice-charges'

/** An invoice as far as its charges are compared. */
export interface ChargedInvoice {
  id: string
  number: string | null
  status: string | null
  subscriptionId: string | null
  /** Null when they are not known of all lines: the invoice is not checked. */
  charges: Charge[] | null
  goneAt: string | null
}

type DatedCharge = Charge & { priceId: string; start: string; end: string }

/** The statuses of section 2.5 in which an invoice is neither payable nor paid. */
const NOT_CHARGED: ReadonlySet<string> = new Set(['test', 'draft', 'void', 'deletedFromPaymentGateway'])

/** True for an invoice that can be payable or paid; also for an unknown status. */
const counts = ({ status, goneAt }: ChargedInvoice) => goneAt === null && !(status !== null && NOT_CHARGED.has(status))
const nameOf = ({ id, number }: ChargedInvoice): InvoiceName => ({ id, number })
const signOf = ({ amount }: Charge): number => (amount === null ? 0 : (bigOf(amount)?.cmp(0) ?? 0))
const isDated = (charge: Charge): charge is DatedCharge =>
  charge.priceId !== null && charge.start !== null && charge.end !== null
const overlaps = (one: DatedCharge, other: DatedCharge) =>
  one.priceId === other.priceId && one.start < other.end && other.start < one.end

/**
 * Returns the prices that two invoices of one subscription charge for overlapping periods, one entry for each price and pair of
 * invoices. A credit of the same price and time on either invoice settles it.
 */
export function chargedTwice(invoices: readonly ChargedInvoice[]): ChargedTwice[] {
  const charged = invoices
    .filter(counts)
    .map((invoice) => ({ invoice, charges: (invoice.charges ?? []).filter(isDated) }))
  return charged.flatMap((one, index) =>
    charged
      .slice(index + 1)
      .filter(({ invoice }) => invoice.subscriptionId !== null && invoice.subscriptionId === one.invoice.subscriptionId)
      .flatMap((other) => {
        const credits = [...one.charges, ...other.charges].filter((charge) => signOf(charge) < 0)
        const found = new Map<string, ChargedTwice>()
        for (const first of one.charges)
          for (const second of other.charges) {
            if (signOf(first) <= 0 || signOf(second) <= 0 || !overlaps(first, second)) continue
            if (
              found.has(first.priceId) ||
              credits.some((credit) => overlaps(credit, first) && overlaps(credit, second))
            )
              continue
            found.set(first.priceId, {
              invoices: [nameOf(one.invoice), nameOf(other.invoice)],
              subscriptionId: one.invoice.subscriptionId ?? '',
              name: first.name ?? second.name,
              start: first.start > second.start ? first.start : second.start,
              end: first.end < second.end ? first.end : second.end,
            })
          }
        return [...found.values()]
      }),
  )
}

/** Returns the charges for a time at or after the end of their subscription, the first of each invoice. */
export function chargedAfterEnd(
  invoices: readonly ChargedInvoice[],
  subscriptions: readonly { id: string; endDate: string | null }[],
): ChargedAfterEnd[] {
  const ends = new Map(subscriptions.map(({ id, endDate }) => [id, endDate]))
  return invoices.filter(counts).flatMap((invoice) => {
    const { subscriptionId, charges } = invoice
    const subscriptionEnd = ends.get(subscriptionId ?? '') ?? null
    const late = charges?.find(
      (charge) => signOf(charge) > 0 && isAfterEnd({ startDate: charge.start ?? undefined }, subscriptionEnd),
    )
    return late?.start != null && subscriptionEnd !== null && subscriptionId !== null
      ? [{ invoice: nameOf(invoice), subscriptionId, name: late.name, start: late.start, subscriptionEnd }]
      : []
  })
}
