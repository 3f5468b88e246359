import { Big } from 'big.js'
import type { InvoiceLineItemView, InvoiceView } from './invoice'
import type { Billing, InvoiceFinding, LineChecks, OwnFindings, SubscriptionTerms, TierGroup } from './finding'
import type { Pieces } from '@/contract/pieces'
import { isUnreadable, readable } from '@/lib/billing-api/unreadable'
import { exactOf } from '@/lib/money/decimal'
import { usableDate } from '@/lib/time/usable-date'
import { againstTerms } from './against-terms'
import { type Charge, chargeOf, isUsageLine } from './invoice-lines'
import { groupsByLine } from './invoice-findings'
import type { LineArithmetic } from './line-arithmetic'
import { findingsOfLine, isNothingCharged, type LineVerdict, lineVerdict } from './line-verdict'
import {
  amountKey,
  byStart,
  chargesOnce,
  groupsInPieces,
  overlaps,
  periodKey,
  repeatedCredits,
  unsettledCharges,
  withoutPeriod,
} from './charged-wrongly'
import { decidesLines } from './finding-kinds'
import { findingsOfPrices, wrongTaxRates } from './lines-of-price'
import { mayBeRepeated, tierGroups } from './tier-groups'

/** The fields of an invoice that the checks need, besides its lines. */
interface InvoiceHead extends Pick<
  InvoiceView,
  'issueDate' | 'dueDate' | 'customerId' | 'currency' | 'autoChargeInvoice' | 'vanityId' | 'vanityIdString'
> {
  /** The findings about the sums that the API sends. */
  ofSums: readonly InvoiceFinding[]
  /** The decimals of the currency: 2 when it is unknown. */
  decimals: number
  /** The terms of its subscription, as far as they are known. */
  terms: Partial<SubscriptionTerms>
}

/** The number of lines that are checked before other work may run. */
const LINES_A_PIECE = 100
/** The most findings of single lines that are kept. All are counted, and each line is checked again where it is shown. */
const MAX_LINE_FINDINGS = 50

/** Returns the result of the checks that need only the invoice itself. Yields after every 100 lines. */
export function* ownFindings(lines: readonly InvoiceLineItemView[], head: InvoiceHead): Pieces<OwnFindings> {
  const { decimals, terms } = head
  const { billing = null, isUsageChargedInTrial = false } = terms
  const groups = yield* tierGroups(lines, decimals)
  const groupOf = groupsByLine(groups)
  const same = yield* sameLines(lines, groupOf, head)
  const ofPrices = yield* findingsOfPrices(lines, billing)
  const deciding = new Map(
    [...ofPrices, ...same].filter(decidesLines).flatMap((each) => each.lines.map((line) => [line, each] as const)),
  )
  const isChargedUsage = (line: InvoiceLineItemView) => isUsageChargedInTrial && isUsageLine(line)
  const trialLines = yield* linesBeforeCharges(lines, billing, isChargedUsage)
  const freeLines: number[] = []
  const ofLines: InvoiceFinding[] = []
  const checks: LineChecks = { agrees: 0, look: 0, unchecked: 0, withoutPriceCheck: 0, nothingCharged: 0 }
  const roundings: { up: number | null; down: number[] } = { up: null, down: [] }
  let more = 0
  for (const [index, line] of lines.entries()) {
    if (index % LINES_A_PIECE === 0) yield
    const position = index + 1
    const isTrial = trialLines.has(position) && ('ended' as const)
    const verdict = lineVerdict(line, { group: groupOf.get(position), isTrial, decimals, billing })
    const isFree = isNothingCharged(line, verdict.findings) && !isChargedUsage(line)
    count(checks, isFree, verdict, deciding.get(position))
    if (isRoundedUp(verdict.arithmetic)) roundings.up ??= position
    else if (isRoundedDown(verdict.arithmetic)) roundings.down.push(position)
    if (verdict.note?.kind === 'trial') freeLines.push(position)
    const ofLine = findingsOfLine(verdict, position).flatMap((finding) =>
      finding.kind === 'trial' ? [] : isFree ? { ...finding, isNothingCharged: true } : finding,
    )
    if (ofLines.length + ofLine.length <= MAX_LINE_FINDINGS) ofLines.push(...ofLine)
    else more += ofLine.length
  }
  const { up, down } = roundings
  const mixed: InvoiceFinding[] =
    up === null || down.length === 0 ? [] : [{ severity: 'note', lines: down, kind: 'roundedDown', roundedUp: up }]
  const ofTiers = groups.flatMap(({ lines: positions, finding }): InvoiceFinding[] =>
    finding ? [{ severity: 'finding', lines: positions, ...finding }] : [],
  )
  const ofTerms = yield* againstTerms(lines, head, terms)
  const wide = [
    ...ofTerms,
    ...ofTiers,
    ...same,
    ...ofPrices,
    ...wrongDates(head),
    ...twoNumbers(head),
    ...besideLines(lines, head.ofSums),
    ...mixed,
  ]
  const ofTrial: InvoiceFinding[] =
    freeLines.length === 0 ? [] : [{ severity: 'note', lines: freeLines, kind: 'trial', hasEnded: true }]
  return {
    findings: [...wide, ...wrongTaxRates(lines, decimals), ...ofTrial, ...ofLines],
    more,
    tierGroups: groups,
    checks,
    decimals,
    billing,
    ...(freeLines.length > 0 && { trialLines: freeLines }),
    ...(isUsageChargedInTrial && { isUsageChargedInTrial }),
  }
}

/** The longest time from the start of a subscription in which a trial is expected. */
const TRIAL_MS = 92 * 86_400_000

/**
 * Returns the lines of zero that are as of a trial which has ended: they begin within 92 days of the subscription's start, and end before
 * the invoice charges anything.
 * @param isChargedUsage true for a line that a trial charges
 */
function* linesBeforeCharges(
  lines: readonly InvoiceLineItemView[],
  billing: Billing | null,
  isChargedUsage: (line: InvoiceLineItemView) => boolean,
): Pieces<ReadonlySet<number>> {
  const subscribedMs = Date.parse(billing?.startDate ?? '')
  let firstCharge = Infinity
  const early: { position: number; endMs: number }[] = []
  for (const [index, line] of lines.entries()) {
    if (index % LINES_A_PIECE === 0) yield
    const [amount, startMs] = [readable(line.amount) ?? '', Date.parse(readable(line.startDate) ?? '')]
    if (/[1-9]/.test(amount)) {
      if (!amount.startsWith('-')) firstCharge = Math.min(firstCharge, startMs)
    } else if (startMs >= subscribedMs && startMs < subscribedMs + TRIAL_MS && !isChargedUsage(line))
      early.push({ position: index + 1, endMs: Date.parse(readable(line.endDate) ?? '') })
  }
  return new Set(early.flatMap(({ position, endMs }) => (endMs <= firstCharge ? position : [])))
}

/** True when the amount is quantity × unit price, rounded away from zero. */
const isRoundedUp = ({ difference, product, reason }: LineArithmetic) =>
  reason?.kind === 'rounded' && new Big(difference ?? 0).times(product ?? 0).gt(0)

/** True when only rounding down gives the amount. */
const isRoundedDown = ({ reason }: LineArithmetic) =>
  reason !== null && 'rounding' in reason && reason.rounding === 'down'

function count(
  checks: LineChecks,
  isFree: boolean,
  { state, findings, price }: LineVerdict,
  ofSeveral: InvoiceFinding | undefined,
) {
  const shown = ofSeveral ? 'look' : state
  checks[shown] += 1
  if (shown === 'agrees' && price.state === 'unchecked') {
    checks.withoutPriceCheck += 1
    checks.priceGaps = { ...checks.priceGaps, [price.why]: (checks.priceGaps?.[price.why] ?? 0) + 1 }
  }
  const isOther = ofSeveral !== undefined && ofSeveral.isNothingCharged !== true
  const isFreeOfSeveral = ofSeveral?.isNothingCharged === true && findings.length === 0
  if (!isOther && (isFree || isFreeOfSeveral)) checks.nothingCharged += 1
}

/** A line, and whether it may be a repeated one: not when its tiers show that it is a part of a quantity. */
interface NumberedCharge extends Charge {
  id: string | null
  /** As sent; `name` is shortened. */
  description: string | null
  position: number
  mayRepeat: boolean
}

/**
 * Finds lines that are sent twice with one ID, and those of the same price, quantity and amount whose periods overlap: charges that no
 * credit settles, and more credits than charges. A line without a price has its description instead. A subscription that is charged
 * once has one period.
 */
function* sameLines(
  lines: readonly InvoiceLineItemView[],
  groupOf: ReadonlyMap<number, TierGroup>,
  { decimals, terms }: InvoiceHead,
): Pieces<InvoiceFinding[]> {
  const shared = yield* linesThatShare(lines)
  const isOnce = chargesOnce(terms.billing)
  const charges: NumberedCharge[] = []
  for (const [index, line] of lines.entries()) {
    if (index % LINES_A_PIECE === 0) yield
    if (!shared.has(line)) continue
    const group = groupOf.get(index + 1)
    const isDated = !isUnreadable(line.startDate) && !isUnreadable(line.endDate)
    const mayRepeat = isDated && (!group || group.finding !== null || mayBeRepeated(line, group, decimals))
    const charge = isOnce ? withoutPeriod(chargeOf(line)) : chargeOf(line)
    const [id, description] = [readable(line.id), readable(line.description)]
    charges.push({ ...charge, id, description, position: index + 1, mayRepeat })
  }
  const found = (equal: readonly NumberedCharge[]) => foundSame(equal, isOnce)
  // Lines of one ID that differ are an API's reuse of it: only a line that is sent twice is a question.
  const sameIds: InvoiceFinding[] = []
  for (const ofId of severalOf(yield* groupsInPieces(charges, ({ id }) => id)))
    for (const equal of severalOf(yield* groupsInPieces(ofId, contentKey))) sameIds.push({ ...found(equal), by: 'id' })
  const ids = new Set(sameIds.map((finding) => JSON.stringify(finding.lines)))
  const same: InvoiceFinding[] = []
  for (const ofSubject of severalOf(yield* groupsInPieces(charges, subjectKey)))
    same.push(...[...(yield* repeatedCharges(ofSubject)), ...(yield* repeatedCredits(ofSubject))].map(found))
  return [...sameIds, ...same.filter((finding) => !ids.has(JSON.stringify(finding.lines)))]
}

/** Returns the lines that share their ID, price or description with another line; only these can be repeated. */
function* linesThatShare(lines: readonly InvoiceLineItemView[]): Pieces<ReadonlySet<InvoiceLineItemView>> {
  const shared = new Set<InvoiceLineItemView>()
  for (const keyOf of [idOf, subjectOf]) {
    const first = new Map<string, InvoiceLineItemView>()
    for (const [index, line] of lines.entries()) {
      if (index % LINES_A_PIECE === 0) yield
      const key = keyOf(line)
      const other = key === null ? undefined : first.get(key)
      if (other) shared.add(other).add(line)
      else if (key !== null) first.set(key, line)
    }
  }
  return shared
}

const idOf = ({ id }: InvoiceLineItemView) => readable(id)
function subjectOf(line: InvoiceLineItemView): string | null {
  const { priceId, name } = chargeOf(line)
  return priceId ?? name
}

/** Returns the groups of more than one charge. */
const severalOf = (groups: readonly NumberedCharge[][]) => groups.filter(({ length }) => length > 1)

/** Returns a key of everything by which two lines of one ID are the same line. */
const contentKey = (charge: NumberedCharge) =>
  JSON.stringify([charge.priceId, charge.name, periodKey(charge), amountKey(charge)])

/** Returns the charges of one price with the same quantity and amount for a shared time, of which no credit settles all but one. */
function* repeatedCharges(charges: readonly NumberedCharge[]): Pieces<NumberedCharge[][]> {
  const credits = charges.filter(isCredit)
  const repeated: NumberedCharge[][] = []
  for (const ofAmount of severalOf(yield* groupsInPieces(charges.filter(isCharge), amountKey)))
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
  return groups.map((group) => group.toSorted((one, other) => one.position - other.position))
}

const isCredit = ({ amount }: Charge) => exactOf(amount)?.lt(0) === true
const isCharge = ({ amount, mayRepeat }: NumberedCharge) => mayRepeat && exactOf(amount)?.gt(0) === true

/** Returns a key of the price, or of the description without one. */
function subjectKey({ priceId, name }: Charge): string | null {
  if (priceId !== null) return `price ${priceId}`
  return name === null ? null : `name ${name}`
}

/** Lines of which each has another description are a note: two seats may have one price. */
function foundSame(equal: readonly NumberedCharge[], isOnce: boolean) {
  const descriptions = new Set(equal.map(({ description }) => description))
  const isOfOthers = descriptions.size === equal.length && !descriptions.has(null)
  const isOnePeriod = new Set(equal.map(periodKey)).size === 1
  return {
    severity: isOfOthers ? ('note' as const) : ('finding' as const),
    lines: equal.map(({ position }) => position),
    kind: 'sameLine' as const,
    ...(equal[0]?.priceId === null && { by: 'description' as const }),
    ...(equal.every(isCredit) && { isCredit: true as const }),
    ...(isOnce ? { period: 'once' as const } : !isOnePeriod && { period: 'overlaps' as const }),
  }
}

/** Leaves out discounts and credits that are lines of the invoice. */
function besideLines(lines: readonly InvoiceLineItemView[], ofSums: readonly InvoiceFinding[]): InvoiceFinding[] {
  if (!ofSums.some(({ kind }) => kind === 'notSubtracted')) return [...ofSums]
  const credits = new Set(lines.flatMap(({ amount }) => exactOf(amount)?.times(-1).toFixed() ?? []))
  return ofSums.filter((finding) => finding.kind !== 'notSubtracted' || !credits.has(finding.amount))
}

/** Section 2.5: `vanityIdString` is the same number. It may have a prefix and zeros in front, as in "INV-001042". */
function twoNumbers({ vanityId: sentId, vanityIdString: sentText }: InvoiceHead): InvoiceFinding[] {
  const [vanityId, vanityIdString] = [readable(sentId), readable(sentText)]
  if (!vanityId || !vanityIdString || vanityIdString.includes(vanityId)) return []
  return [{ severity: 'finding', lines: [], kind: 'otherNumber', vanityId, vanityIdString }]
}

function wrongDates({ issueDate, dueDate }: InvoiceHead): InvoiceFinding[] {
  const [issued, due] = [usableDate(issueDate), usableDate(dueDate)]
  if (issued === null || due === null) return []
  if (due.slice(0, 10) >= issued.slice(0, 10)) return []
  return [{ severity: 'finding', lines: [], kind: 'dueBeforeIssue', dueDate: due, issueDate: issued }]
}
