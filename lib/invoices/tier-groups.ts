import { Big } from 'big.js'
import type { InvoiceLineItemView } from './invoice'
import type { TierGroup, TiersFinding } from './finding'
import type { Pieces } from '@/contract/pieces'
import { decimalOf, decimalsOf, decimalsOfAmount, exactOf, roundingTo, sumOf } from '@/lib/money/decimal'
import { lineVerdict } from './line-verdict'
import type { NumberedLine } from './invoice-lines'
import { asVolume, possibleWays, ruleCharge, type Tier, type TierCharge } from '@/lib/subscriptions/rule-charge'

type Price = NonNullable<InvoiceLineItemView['price']>

/** A line with readable numbers, for the check together with others. */
interface Part {
  position: number
  quantity: Big
  unitPrice: Big | null
  amount: Big
}

/** A line whose price has tiers. Its numbers may be unreadable. */
interface TierLine extends NumberedLine {
  price: Price
}

/** The number of lines, or of groups, that are worked on before other work may run. */
const LINES_A_PIECE = 100

/**
 * Checks the lines of one price and period together against the tiers of the price (gaps.md, Price types): an API may send a line per
 * tier, or split a quantity in any other way. Leaves out lines with different or missing tiers or an unreadable number, and a single
 * line unless it is charged at the price of one tier.
 * @param decimals of the currency
 */
export function* tierGroups(lines: readonly NumberedLine[], decimals: number): Pieces<TierGroup[]> {
  // Most invoices have no tiers.
  if (!lines.some(({ line }) => line.price?.rules.kind === 'tier')) return []
  const groups = new Map<string, TierLine[] | null>()
  for (const numbered of lines) {
    const { line, position, charge, amount } = numbered
    if (position % LINES_A_PIECE === 0) yield
    const { priceId, start, end } = charge
    // A credit does not follow the price.
    if (priceId === null || start === null || end === null || amount?.lt(0)) continue
    // The ID is last, because only it may have spaces.
    const key = `${start} ${end} ${priceId}`
    const { price } = line
    const group = groups.get(key)
    if (price?.rules.kind !== 'tier' || price.inCustomUnit) groups.set(key, null)
    else if (group === undefined) groups.set(key, [{ ...numbered, price }])
    else group?.push({ ...numbered, price })
  }
  const found: TierGroup[] = []
  for (const [index, group] of [...groups.values()].entries()) {
    if (index % LINES_A_PIECE === 0) yield
    const checked = group && groupOf(group, decimals)
    if (checked) found.push(checked)
  }
  return found
}

function groupOf(lines: readonly TierLine[], decimals: number): TierGroup | null {
  const [first, ...others] = lines
  if (!first) return null
  if (others.length === 0) {
    const { price } = lineVerdict(first.line, { decimals })
    if (price.state !== 'unchecked' || price.why !== 'oneTier') return null
  }
  const terms = JSON.stringify([first.price.rules, first.price.priceType])
  if (others.some(({ price }) => JSON.stringify([price.rules, price.priceType]) !== terms)) return null
  const parts = lines.map(partOf)
  const known = parts.filter((part) => part !== null)
  return known.length === parts.length ? checkTogether(first.price, known, { ...boundsOf(lines), decimals }) : null
}

function partOf({ position, line, amount }: TierLine): Part | null {
  const [quantity, unitPrice] = [exactOf(line.quantity), exactOf(line.unitPrice)]
  return quantity && amount && { position, quantity, unitPrice, amount }
}

interface Bounds {
  minimum: Big[]
  maximum: Big[]
}

interface Terms extends Bounds {
  /** The decimals of the currency. */
  decimals: number
}

/** Returns the minimum and maximum charges that the rules or the lines name. */
function boundsOf(lines: readonly TierLine[]): Bounds {
  const all = lines.flatMap(({ line, price: { rules } }) => [
    { minimum: line.appliedMinimum, maximum: line.appliedMaximum },
    ...(rules.kind === 'tier' ? [rules] : []),
  ])
  const read = (name: keyof Bounds) => all.flatMap((bounds) => exactOf(bounds[name]) ?? [])
  return { minimum: read('minimum'), maximum: read('maximum') }
}

function checkTogether(price: Price, parts: readonly Part[], terms: Terms): TierGroup | null {
  const [quantity, amount] = [sumOf(parts.map((part) => part.quantity)), sumOf(parts.map((part) => part.amount))]
  const charge = ruleCharge(price, quantity)
  if (price.rules.kind !== 'tier' || charge?.kind !== 'tiers') return null
  const ways = possibleWays(
    charge,
    parts.map(({ unitPrice }) => unitPrice),
  )
  // A trial or a full discount: each line is checked alone.
  if (amount.eq(0) && !ways.some(({ cost }) => cost.dividend.eq(0))) return null
  const { tiers, minimum, maximum } = price.rules
  // Another invoice may raise the lines to their minimum.
  if (exactOf(minimum)?.gt(amount)) return null
  const group = {
    lines: parts.map(({ position }) => position),
    quantity: quantity.toFixed(),
    expected: inCents(charge.cost, amount, terms).toFixed(),
  }
  const { isVolume } = charge
  const most = exactOf(maximum)?.round(decimalsOfAmount(amount, terms.decimals), Big.roundUp)
  const fitting = most?.lt(amount) ? undefined : ways.find((way) => isChargedBy(way, parts, { tiers, ...terms }))
  if (fitting) {
    const expected = inCents(fitting.cost, amount, terms).toFixed()
    const { isVolume: isOfVolume, free } = fitting
    return { ...group, expected, isVolume: isOfVolume, ...(free !== undefined && { free }), finding: null }
  }
  if (isBounded(price, parts, terms)) return { ...group, isVolume, expected: amount.toFixed(), finding: null }
  const expected = most?.lt(group.expected) ? most.toFixed() : group.expected
  const finding: TiersFinding = {
    kind: 'tiersOfLines',
    lineCount: parts.length,
    quantity: group.quantity,
    expected,
    difference: amount.minus(expected).toFixed(),
    tier: most?.eq(expected) ? null : wrongTier(charge, parts, tiers),
    ...asVolume(charge, most),
  }
  return { ...group, expected, isVolume, finding }
}

/**
 * True when an agreeing group may have the line twice: its tiers give the other lines without it, too, and no tier ends at the units of
 * all lines, as after a split.
 */
export function mayBeRepeated(
  { price, ...line }: InvoiceLineItemView,
  { quantity, isVolume }: TierGroup,
  decimals: number,
): boolean {
  const [all, own, amount] = [exactOf(quantity), exactOf(line.quantity), exactOf(line.amount)]
  if (price?.rules.kind !== 'tier' || !all || !own || !amount) return false
  if (price.rules.tiers.some(({ end }) => exactOf(end)?.eq(all))) return false
  const [whole, rest] = [all, all.minus(own)].map((units) => {
    const charge = ruleCharge(price, units)
    const ways = charge?.kind === 'tiers' ? [charge, ...charge.others] : []
    const way = ways.find((each) => each.isVolume === isVolume)
    return way ? decimalOf(way.cost) : null
  })
  return !!whole && !!rest && whole.minus(rest).minus(amount).abs().lt(`1e-${decimals}`)
}

/** Returns a charge rounded to the decimals of the amount, but at least those of the currency. */
const inCents = (cost: TierCharge['cost'], amount: Big, { decimals }: Terms) =>
  decimalOf(cost).round(decimalsOfAmount(amount, decimals), Big.roundHalfUp)

/** True when the lines have the units of each tier at its price, or when their amounts differ from the charge only by rounding. */
function isChargedBy(
  way: TierCharge,
  parts: readonly Part[],
  { tiers, decimals }: Terms & { tiers: readonly Tier[] },
): boolean {
  const counted = sumOf(way.steps.map(({ quantity }) => quantity))
  const isEachTier = way.steps.every(({ price }) => unitsAt(price, way.steps).eq(unitsAt(price, parts)))
  if (isEachTier && counted.eq(sumOf(parts.map((part) => part.quantity)))) return true
  const amount = sumOf(parts.map((part) => part.amount))
  if (roundingTo(way.cost, amount, decimals) !== null) return true
  const canRound = tiers.some(({ price }) => decimalsOf(exactOf(price) ?? new Big(0)) > decimals)
  const isWhole = parts.every(({ quantity }) => decimalsOf(quantity) === 0)
  if (parts.length === 1 || (!canRound && isWhole)) return false
  return amount
    .minus(decimalOf(way.cost))
    .abs()
    .lte(new Big(parts.length).times(`5e-${decimals + 1}`))
}

interface AtPrice {
  quantity: Big | string
  unitPrice?: Big | null
  price?: string
}

/** Returns the total units at a price, of steps or of lines. */
const unitsAt = (price: string, parts: readonly AtPrice[]): Big =>
  parts.reduce((sum, part) => {
    const each = part.price === undefined ? part.unitPrice : exactOf(part.price)
    return each && exactOf(price)?.eq(each) ? sum.plus(part.quantity) : sum
  }, new Big(0))

/** True when the amounts add up to a minimum or maximum charge. A line may raise them to the minimum without units of its own. */
function isBounded(price: Price, parts: readonly Part[], { minimum, maximum }: Bounds): boolean {
  const [quantity, amount] = [sumOf(parts.map((part) => part.quantity)), sumOf(parts.map((part) => part.amount))]
  const costOf = (units: Big) => {
    const charge = ruleCharge(price, units)
    return charge?.kind === 'tiers' ? decimalOf(charge.cost) : null
  }
  if (maximum.some((bound) => bound.eq(amount))) return costOf(quantity)?.gte(amount) === true
  if (!minimum.some((bound) => bound.eq(amount))) return false
  return [new Big(0), ...parts.map((extra) => extra.quantity)].some((extra) =>
    costOf(quantity.minus(extra))?.lte(amount),
  )
}

/** Returns the first tier whose units differ from those of the lines at its price; null when a line has the price of no tier. */
function wrongTier(
  { steps, isVolume }: TierCharge,
  parts: readonly Part[],
  tiers: readonly Tier[],
): TiersFinding['tier'] {
  const isOfTiers = parts.every(({ unitPrice }) =>
    tiers.some(({ price }) => unitPrice && exactOf(price)?.eq(unitPrice)),
  )
  if (isVolume || !isOfTiers) return null
  const wrong = steps.findIndex(({ price }) => !unitsAt(price, steps).eq(unitsAt(price, parts)))
  const priced = steps[wrong]?.price
  const index = tiers.findIndex(({ price }) => price === priced)
  const tier = tiers[index]
  return tier ? { above: index === 0 ? '0' : (tiers[index - 1]?.end ?? ''), end: tier.end ?? null } : null
}
