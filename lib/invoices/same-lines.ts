import type { Billing, InvoiceFinding, TierGroup } from './finding'
import type { Pieces } from '@/contract/pieces'
import { isUnreadable, readable } from '@/lib/billing-api/unreadable'
import {
  amountKey,
  byStart,
  type Charge,
  chargesOnce,
  groupsInPieces,
  type NumberedLine,
  overlaps,
  periodKey,
  repeatedCredits,
  unsettledCharges,
  withoutPeriod,
} from './invoice-lines'
import { mayBeRepeated } from './tier-groups'

/** A charge with its line, to which `name` and the period need not be equal: the name is shortened. */
interface NumberedCharge extends Charge {
  numbered: NumberedLine
}

/**
 * Finds lines that are sent twice with one ID, and those of the same price, quantity and amount whose periods overlap: charges that no
 * credit settles, and more credits than charges. A line without a price has its description instead. A subscription that is charged
 * once has one period.
 */
export function* sameLines(
  lines: readonly NumberedLine[],
  groupOf: ReadonlyMap<number, TierGroup>,
  decimals: number,
  billing: Billing | null | undefined,
): Pieces<InvoiceFinding[]> {
  const isOnce = chargesOnce(billing)
  const charges = lines.map((numbered): NumberedCharge => ({
    ...(isOnce ? withoutPeriod(numbered.charge) : numbered.charge),
    numbered,
  }))
  const found = (equal: readonly NumberedCharge[]) => foundSame(equal, isOnce)
  // Lines of one ID that differ are an API's reuse of it: only a line that is sent twice is a question.
  const sameIds: InvoiceFinding[] = []
  for (const ofId of severalOf(yield* groupsInPieces(charges, ({ numbered }) => readable(numbered.line.id))))
    for (const equal of severalOf(yield* groupsInPieces(ofId, contentKey))) sameIds.push({ ...found(equal), by: 'id' })
  const ids = new Set(sameIds.map((finding) => JSON.stringify(finding.lines)))
  const mayRepeat = ({ numbered: { line, position, amount } }: NumberedCharge) => {
    if (amount?.gt(0) !== true || isUnreadable(line.startDate) || isUnreadable(line.endDate)) return false
    const group = groupOf.get(position)
    return !group || group.finding !== null || mayBeRepeated(line, group, decimals)
  }
  const same: InvoiceFinding[] = []
  for (const ofSubject of severalOf(yield* groupsInPieces(charges, subjectKey))) {
    const repeated = yield* repeatedCharges(ofSubject.filter(mayRepeat), ofSubject.filter(isCredit))
    same.push(...[...repeated, ...(yield* repeatedCredits(ofSubject))].map(found))
  }
  return [...sameIds, ...same.filter((finding) => !ids.has(JSON.stringify(finding.lines)))]
}

/** Returns the groups of more than one charge. */
const severalOf = (groups: readonly NumberedCharge[][]) => groups.filter(({ length }) => length > 1)

/** Returns a key of everything by which two lines of one ID are the same line. */
const contentKey = (charge: NumberedCharge) =>
  JSON.stringify([charge.priceId, charge.name, periodKey(charge), amountKey(charge)])

/** Returns a key of the price, or of the description without one. */
function subjectKey({ priceId, name }: Charge): string | null {
  if (priceId !== null) return `price ${priceId}`
  return name === null ? null : `name ${name}`
}

const isCredit = ({ numbered }: NumberedCharge) => numbered.amount?.lt(0) === true

/** Returns the charges of one price with the same quantity and amount for a shared time, of which no credit settles all but one. */
function* repeatedCharges(
  charges: readonly NumberedCharge[],
  credits: readonly NumberedCharge[],
): Pieces<NumberedCharge[][]> {
  const repeated: NumberedCharge[][] = []
  for (const ofAmount of severalOf(yield* groupsInPieces(charges, amountKey)))
    for (const equal of severalOf(inSharedTime(ofAmount))) {
      yield
      const usable = credits.filter((credit) => equal.some((charge) => overlaps(credit, charge)))
      if (unsettledCharges([...equal, ...usable]).length > 1) repeated.push(equal)
    }
  return repeated
}

/** Returns the charges in groups, each of which overlaps the one of its group that ends last. */
function inSharedTime(charges: readonly NumberedCharge[]): NumberedCharge[][] {
  const groups: NumberedCharge[][] = []
  let last: NumberedCharge | undefined
  for (const charge of charges.toSorted(byStart)) {
    const isShared = last !== undefined && (overlaps(last, charge) || periodKey(last) === periodKey(charge))
    if (isShared) groups.at(-1)?.push(charge)
    else groups.push([charge])
    if (!isShared || (charge.end ?? '') > (last?.end ?? '')) last = charge
  }
  return groups.map((group) => group.toSorted((one, other) => one.numbered.position - other.numbered.position))
}

/** Lines of which each has another description are a note: two seats may have one price. */
function foundSame(equal: readonly NumberedCharge[], isOnce: boolean) {
  const descriptions = new Set(equal.map(({ numbered }) => readable(numbered.line.description)))
  const isOfOthers = descriptions.size === equal.length && !descriptions.has(null)
  const isOnePeriod = new Set(equal.map(periodKey)).size === 1
  return {
    severity: isOfOthers ? ('note' as const) : ('finding' as const),
    lines: equal.map(({ numbered }) => numbered.position),
    kind: 'sameLine' as const,
    ...(equal[0]?.priceId === null && { by: 'description' as const }),
    ...(equal.every(isCredit) && { isCredit: true as const }),
    ...(isOnce ? { period: 'once' as const } : !isOnePeriod && { period: 'overlaps' as const }),
  }
}
