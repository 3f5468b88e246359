import type { BillingCadence } from '@/contract/billing/scalars'
import type { PriceView } from '@/contract/console/price'
import type { Unreadable } from '@/contract/console/reading'
import type { BasePlanPriceView, PlanView } from '@/contract/console/subscription'
import { formatCount } from '../../format/amount'
import { isUnreadable, readable, readableList } from '../../format/unreadable'

/** One price of a plan as a row of the tree. */
export interface PlanPrice {
  /** Unique within the plan: ids may be missing, or sent twice. */
  key: string
  /** Null where only the id or the status of a base plan price was sent, and no list of prices told the rest. */
  price: PriceView | null
  /** The list of prices, where it could have told the rest and could not be read. */
  unreadableList?: Unreadable
  /** Set where it is one of the plan's base prices. */
  base: BasePlanPriceView | null
  /** The base price of the subscription's own cadence: in force while it runs. */
  ofCadence: boolean
  /** Another price of the plan has the same name: it takes a cadence to tell them apart. */
  sharesName: boolean
  /**
   * `alternativeBase`: the base price of another billing interval, instead of which another base price is charged. Every
   * other price is charged by an interval of its own. `unknown`: its interval or status does not tell.
   */
  applies: 'yes' | 'unknown' | 'alternativeBase' | 'archived'
  /** What a filter looks in, in lower case. */
  searchText: string
}

const KNOWN_CADENCES: readonly string[] = ['oneTime', 'monthly', 'quarterly', 'annually'] satisfies BillingCadence[]

const isKnownCadence = (cadence: string | null) => cadence !== null && KNOWN_CADENCES.includes(cadence)

/** Whether a base price applies; nothing that the console does not know is taken for a reason. */
function baseApplies(billingCadence: string | null, cadence: string, status: string | null): PlanPrice['applies'] {
  if (cadence === billingCadence) return 'yes'
  if (status === 'archived') return 'archived'
  return isKnownCadence(cadence) && isKnownCadence(billingCadence) ? 'alternativeBase' : 'unknown'
}

/** Whether any other price applies: its interval need not be that of the subscription. */
function priceApplies(billingCadence: string | null, price: PriceView): PlanPrice['applies'] {
  const [cadence, status] = [readable(price.billingCadence), readable(price.status)]
  if (status === 'archived') return 'archived'
  const isActive = status === 'active' || status === null
  const isKnown = cadence !== null && (cadence === billingCadence || isKnownCadence(cadence))
  return isActive && isKnown ? 'yes' : 'unknown'
}

/**
 * The plan's prices: base prices first, by cadence, then the others in the order sent. A base price that is only
 * named by its id is found among the prices; a copy that is equal in both places stands once, copies that differ twice.
 */
export function planPrices(plan: PlanView, billingCadence: string | null): PlanPrice[] {
  const prices = readableList(plan.prices)
  const bases = plan.basePlanPrices.map((base) => ({
    base,
    price: base.price ?? prices.find(({ id }) => typeof id === 'string' && id === base.id) ?? null,
  }))
  const copies = new Set(bases.flatMap(({ price }) => (price ? JSON.stringify(price) : [])))
  const baseIds = new Set(bases.map(({ price }) => price?.id))
  const baseOf = (price: PriceView) =>
    bases.find(({ base }) => typeof price.id === 'string' && base.id === price.id)?.base
  const isCopy = (price: PriceView) => baseIds.has(price.id) && copies.has(JSON.stringify(price))
  // A copy that differs from its base price is folded as that is.
  const appliesOf = (price: PriceView) => {
    const base = baseOf(price)
    return base
      ? baseApplies(billingCadence, base.cadence, readable(price.status))
      : priceApplies(billingCadence, price)
  }
  const all: Omit<PlanPrice, 'sharesName'>[] = [
    ...bases.map(({ base, price }) => ({
      key: `base-${base.cadence}`,
      price,
      ...(price === null && isUnreadable(plan.prices) && { unreadableList: plan.prices }),
      base,
      ofCadence: base.cadence === billingCadence,
      applies: baseApplies(billingCadence, base.cadence, readable(base.status ?? price?.status)),
      searchText: searchText(price, base),
    })),
    ...prices.flatMap((price, index) =>
      isCopy(price)
        ? []
        : [
            {
              key: `price-${index}`,
              price,
              base: null,
              ofCadence: false,
              applies: appliesOf(price),
              searchText: searchText(price, null),
            },
          ],
    ),
  ]
  const names = countOf(all.map(({ price }) => priceName(price)))
  return all.map((item) => {
    const name = priceName(item.price)
    return { ...item, sharesName: name !== null && names.get(name) !== 1 }
  })
}

/** What a price is called: its own name, or that of what it charges for. */
export const priceName = (price: PriceView | null) => readable(price?.name) ?? readable(price?.billable?.name)

function countOf(names: (string | null)[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const name of names) if (name !== null) counts.set(name, (counts.get(name) ?? 0) + 1)
  return counts
}

function searchText(price: PriceView | null, base: BasePlanPriceView | null): string {
  const billable = price?.billable
  return [
    price?.name,
    price?.id,
    price?.status,
    price?.billableId,
    billable?.name,
    billable?.id,
    billable?.slug,
    base?.id,
    base?.status,
    base ? 'base plan price' : null,
  ]
    .map(readable)
    .filter(Boolean)
    .join('\n')
    .toLowerCase()
}

/** The prices in which every word of the filter occurs. */
export function matchingPrices(prices: PlanPrice[], filter: string): PlanPrice[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean)
  return prices.filter(({ searchText: text }) => words.every((word) => text.includes(word)))
}

/** `3 prices`; where the list of prices could not be read, that there may be more. */
export function priceCountLabel(count: number, list: PlanView['prices']): string {
  const counted = formatCount(count, 'price')
  if (isUnreadable(list))
    return count === 0 ? 'Prices could not be read' : `${counted}, and a list that could not be read`
  return count === 0 ? 'No prices sent' : counted
}
