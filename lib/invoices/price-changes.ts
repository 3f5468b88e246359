import { Big } from 'big.js'
import type { BridgeKind } from './invoice-comparison'
import type { Billing, ProratedDays } from './finding'
import type { Pieces } from '@/contract/pieces'
import { exactOf, sumOf } from '@/lib/money/decimal'
import type { ChargeModel } from './charge-model'
import { type ChargedPeriod, chargedPeriods, type ComparedLine, decimalsOfLines, rulesText } from './compared-lines'
import { boundsOfRules } from './line-arithmetic'

/** A part of the difference of two charges, exact. */
export interface Change {
  kind: BridgeKind
  amount: Big
  /** Of `quantity` and `price`, when both are known. */
  from?: Big
  to?: Big
  /** Of `proration`; null for a whole period. */
  days?: { before: ProratedDays | null; after: ProratedDays | null }
}

/** Returns why the sum of the lines of one price changed. Credits are apart from charges. */
export function* priceChanges(
  [before, after]: readonly [before: ComparedLine[], after: ComparedLine[]],
  { decimalsOfCurrency, billings }: { decimalsOfCurrency: number; billings: readonly (Billing | null)[] },
): Pieces<Change[]> {
  const [oldCharges, charges] = [before.filter(isCharge), after.filter(isCharge)]
  const credits: Change = { kind: 'credit', amount: creditsOf(after).minus(creditsOf(before)) }
  if (oldCharges.length === 0) return [{ kind: 'added', amount: sumOfAmounts(charges) }, credits]
  if (charges.length === 0) return [{ kind: 'gone', amount: ZERO.minus(sumOfAmounts(oldCharges)) }, credits]
  const decimals = decimalsOfLines([...before, ...after], decimalsOfCurrency)
  const old = yield* chargedPeriods(oldCharges, { decimals, billing: billings[0] ?? null })
  const now = yield* chargedPeriods(charges, { decimals, billing: billings[1] ?? null })
  // The last periods of the old invoice are compared with the first ones of the new.
  const [shared, skipped] = [Math.min(old.length, now.length), Math.max(0, old.length - now.length)]
  const further = sumOfAmounts(now.slice(shared)).minus(sumOfAmounts(old.slice(0, skipped)))
  const changes = old.slice(skipped).flatMap((each, index) => {
    const next = now[index]
    return next ? periodChanges(each, next, decimals) : []
  })
  return merged([...changes, { kind: 'period', amount: further }, credits])
}

const ZERO = new Big(0)
/** Returns the sum of the amounts. */
export const sumOfAmounts = (lines: readonly { amount: Big }[]) => sumOf(lines.map(({ amount }) => amount))
const isCharge = ({ amount }: ComparedLine) => amount.gte(0)
const creditsOf = (lines: readonly ComparedLine[]) => sumOfAmounts(lines.filter((line) => !isCharge(line)))

/** Adds up the changes of several periods: one of each kind. */
function merged(changes: readonly Change[]): Change[] {
  const byKind = new Map<BridgeKind, Change>()
  for (const change of changes) {
    const known = byKind.get(change.kind)
    byKind.set(change.kind, known ? both(known, change) : change)
  }
  return [...byKind.values()]
}

function both(one: Change, other: Change): Change {
  const amount = one.amount.plus(other.amount)
  const { from, to } = one
  if (!from || !to || !other.from || !other.to) return { ...one, from: undefined, to: undefined, amount }
  if (one.kind === 'quantity') return { ...one, from: from.plus(other.from), to: to.plus(other.to), amount }
  const isSame = from.eq(other.from) && to.eq(other.to)
  return isSame ? { ...one, amount } : { kind: one.kind, amount }
}

/**
 * Returns why the charge for one period of a price differs from that for another: the quantity at the old terms, the new terms at the new
 * quantity, and the proration. They add up to the difference exactly. What these do not explain is `other`.
 */
function periodChanges(old: ChargedPeriod, now: ChargedPeriod, decimals: number): Change[] {
  const [notCharged, isNotCharged] = [old.amount.minus(old.full), now.amount.minus(now.full)]
  return [
    ...changesOfFull(old, now, decimals),
    {
      kind: 'proration',
      amount: isNotCharged.minus(notCharged),
      days: { before: old.prorated, after: now.prorated },
    },
  ]
}

/** Returns why the charges for whole periods differ. */
function changesOfFull(old: ChargedPeriod, now: ChargedPeriod, decimals: number): Change[] {
  const change = now.full.minus(old.full)
  const unexplained: Change = { kind: 'other', amount: change }
  const [oldModel, nowModel] = modelsOf(old, now)
  // A trial lists lines and charges nothing for them.
  if (oldModel === null && old.full.eq(0)) return [{ kind: 'added', amount: change }]
  if (nowModel === null && now.full.eq(0)) return [{ kind: 'gone', amount: change }]
  if (old.quantity === null || now.quantity === null) return [unexplained]
  const quantities = { from: old.quantity, to: now.quantity }
  const isOtherLength = old.lengthMs !== null && now.lengthMs !== null && old.lengthMs !== now.lengthMs
  const hasSameTerms = oldModel && nowModel ? oldModel.terms === nowModel.terms : old.sentTerms === now.sentTerms

  if (quantities.from.eq(quantities.to)) {
    if (hasSameTerms) return [isOtherLength ? { kind: 'period', amount: change } : unexplained]
    return termsChanges(old, now, decimals)
  }
  if (hasSameTerms && oldModel && nowModel) return quantityChanges(oldModel, quantities, change)
  const atOldTerms = oldModel?.chargeFor(now.quantity)?.bounded
  if (oldModel && atOldTerms) {
    const byQuantity = quantityChanges(oldModel, quantities, atOldTerms.minus(old.full))
    const rest = now.full.minus(atOldTerms)
    if (hasSameTerms) return [...byQuantity, { kind: isOtherLength ? 'period' : 'other', amount: rest }]
    return [...byQuantity, priceChange(old, now, rest)]
  }
  // Without known terms, only a charge in proportion to its quantity is explained by it.
  const isProportional = old.full.times(now.quantity).eq(now.full.times(old.quantity))
  return [hasSameTerms && isProportional ? { kind: 'quantity', amount: change, ...quantities } : unexplained]
}

/** Returns how each of two charges is made: in the same way when one gives both. */
function modelsOf(old: ChargedPeriod, now: ChargedPeriod): [ChargeModel | null, ChargeModel | null] {
  for (const model of old.models) {
    const same = now.models.find(({ terms }) => terms === model.terms)
    if (same) return [model, same]
  }
  return [old.models[0] ?? null, now.models[0] ?? null]
}

/** Returns what another quantity adds at the same terms: `total`, of which tiers and bounds have parts of their own. */
function quantityChanges(model: ChargeModel, { from, to }: { from: Big; to: Big }, total: Big): Change[] {
  const [before, after] = [model.chargeFor(from), model.chargeFor(to)]
  const quantity = { kind: 'quantity', from, to } as const
  if (!before || !after || before.bounded.eq(after.bounded)) return [{ ...quantity, amount: total }]
  const byRules = after.raw.minus(before.raw)
  const bounds = after.bounded.minus(before.bounded).minus(byRules)
  const tiers = model.tierPrice === null ? ZERO : byRules.minus(model.tierPrice.times(to.minus(from)))
  return [
    { ...quantity, amount: total.minus(bounds).minus(tiers) },
    { kind: 'tiers', amount: tiers },
    { kind: 'bounds', amount: bounds },
  ]
}

/** Returns what other terms change, of which longer or shorter periods have a part: an annual price is compared with twelve months. */
function termsChanges(old: ChargedPeriod, now: ChargedPeriod, decimals: number): Change[] {
  // A division keeps 20 decimals: for an equal length, the charge stays as it is.
  const atNewLength =
    old.months && now.months !== null && old.months !== now.months
      ? old.full.times(now.months).div(old.months).round(decimals, Big.roundHalfUp)
      : old.full
  return [{ kind: 'period', amount: atNewLength.minus(old.full) }, priceChange(old, now, now.full.minus(atNewLength))]
}

/** Returns which part of the rules can charge more or less at the same price. */
function kindOfRules(prices: ChargedPeriod[]): BridgeKind {
  const hasBounds = prices.some((each) => {
    const { minimum, maximum } = boundsOfRules(each)
    return minimum !== undefined || maximum !== undefined
  })
  if (hasBounds) return 'bounds'
  return prices.some(({ price }) => price?.rules.kind === 'tier') ? 'tiers' : 'other'
}

/** Returns the units that the price is for, such as 1,000; null for tiers, and when the lines have different prices. */
function packageSize({ price }: ChargedPeriod): Big | null {
  const rules = price?.rules
  return rules?.kind === 'unit' || rules?.kind === 'fixed' ? exactOf(rules.quantity ?? '1') : null
}

function priceChange(old: ChargedPeriod, now: ChargedPeriod, amount: Big): Change {
  const [from, to] = [old.unitPrice, now.unitPrice]
  const hasRules = old.price !== undefined && old.price.rules.kind !== 'missing'
  const isSameRules = hasRules && now.price !== undefined && rulesText(old.price) === rulesText(now.price)
  const isSamePrice = from !== null && to !== null && from.eq(to)
  // The same price for a package of another size is another price.
  const [size, newSize] = [packageSize(old), packageSize(now)]
  const isOtherPackage = size && newSize && !size.eq(newSize)
  if (isSamePrice && isOtherPackage) return { kind: 'price', amount }
  // The price is the same: something else of its rules, or nothing that was sent, explains the change.
  if (isSameRules || isSamePrice) return { kind: kindOfRules([old, now]), amount }
  return { kind: 'price', amount, ...(from && to && { from, to }) }
}
