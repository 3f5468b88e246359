import { Big } from 'big.js'
import type { InvoiceLineItemView, InvoiceView } from '@/contract/console/invoice'
import type {
  Billing,
  InvoiceFinding,
  LineChecks,
  OwnFindings,
  SubscriptionTerms,
  TierGroup,
} from '@/contract/console/invoice-findings'
import type { Pieces } from '@/contract/pieces'
import { isUnreadable, readable } from '../../format/unreadable'
import { exactOf } from '../money/decimal'
import { usableDate } from '../time/usable-date'
import { againstTerms } from './against-terms'
import { type Charge, chargeOf } from './invoice-lines'
import { groupsByLine } from './invoice-findings'
import type { LineArithmetic } from './line-arithmetic'
import { findingsOfLine, isNothingCharged, type LineVerdict, lineVerdict } from './line-verdict'
import { amountKey, groupsInPieces, overlaps, periodKey, repeatedCredits, unsettledCharges } from './charged-wrongly'
import { findingsOfPrices, wrongTaxRates } from './lines-of-price'
import { mayBeRepeated, tierGroups } from './tier-groups'

/** The fields of an invoice that the checks need, besides its lines. */
interface InvoiceHead extends Pick<
  InvoiceView,
  'issueDate' | 'dueDate' | 'customerId' | 'currency' | 'autoChargeInvoice'
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
  const { billing = null } = terms
  const groups = yield* tierGroups(lines, decimals)
  const groupOf = groupsByLine(groups)
  const same = yield* sameLines(lines, groupOf, decimals)
  const ofPrices = yield* findingsOfPrices(lines, billing)
  const deciding = new Map([...ofPrices, ...same].flatMap((each) => each.lines.map((line) => [line, each] as const)))
  const trialLines = yield* linesBeforeCharges(lines, billing)
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
    count(checks, line, verdict, deciding.get(position))
    if (isRoundedUp(verdict.arithmetic)) roundings.up ??= position
    else if (isRoundedDown(verdict.arithmetic)) roundings.down.push(position)
    const isFree = isNothingCharged(line, verdict.findings)
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
  const wide = [...ofTerms, ...ofTiers, ...same, ...ofPrices, ...wrongDates(head), ...head.ofSums, ...mixed]
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
  }
}

/** The longest time from the start of a subscription in which a trial is expected. */
const TRIAL_MS = 92 * 86_400_000

/**
 * Returns the lines of zero that are as of a trial which has ended: they begin within 92 days of the subscription's start, and end before
 * the invoice charges anything.
 */
function* linesBeforeCharges(
  lines: readonly InvoiceLineItemView[],
  billing: Billing | null,
): Pieces<ReadonlySet<number>> {
  const subscribedMs = Date.parse(billing?.startDate ?? '')
  let firstCharge = Infinity
  const early: { position: number; endMs: number }[] = []
  for (const [index, line] of lines.entries()) {
    if (index % LINES_A_PIECE === 0) yield
    const [amount, startMs] = [readable(line.amount) ?? '', Date.parse(readable(line.startDate) ?? '')]
    if (/[1-9]/.test(amount)) {
      if (!amount.startsWith('-')) firstCharge = Math.min(firstCharge, startMs)
    } else if (startMs >= subscribedMs && startMs < subscribedMs + TRIAL_MS)
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
  line: InvoiceLineItemView,
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
  const isFree = isNothingCharged(line, findings) || (ofSeveral?.isNothingCharged === true && findings.length === 0)
  if (!isOther && isFree) checks.nothingCharged += 1
}

/** A line, and whether it may be a repeated one: not when its tiers show that it is a part of a quantity. */
interface NumberedCharge extends Charge {
  id: string | null
  position: number
  mayRepeat: boolean
}

/**
 * Finds lines that are sent twice with one ID, and those of the same price, period, quantity and amount: charges that no credit settles, and more credits
 * than charges. A line without a price has its description instead.
 */
function* sameLines(
  lines: readonly InvoiceLineItemView[],
  groupOf: ReadonlyMap<number, TierGroup>,
  decimals: number,
): Pieces<InvoiceFinding[]> {
  const shared = yield* linesThatShare(lines)
  const charges: NumberedCharge[] = []
  for (const [index, line] of lines.entries()) {
    if (index % LINES_A_PIECE === 0) yield
    if (!shared.has(line)) continue
    const group = groupOf.get(index + 1)
    const isDated = !isUnreadable(line.startDate) && !isUnreadable(line.endDate)
    const mayRepeat = isDated && (!group || group.finding !== null || mayBeRepeated(line, group, decimals))
    charges.push({ ...chargeOf(line), id: readable(line.id), position: index + 1, mayRepeat })
  }
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

/** Returns the charges of one price with the same period, quantity and amount, of which no credit settles all but one. */
function* repeatedCharges(charges: readonly NumberedCharge[]): Pieces<NumberedCharge[][]> {
  const credits = charges.filter(isCredit)
  const repeated: NumberedCharge[][] = []
  const groups = yield* groupsInPieces(charges.filter(isCharge), (charge) => periodKey(charge) + amountKey(charge))
  for (const equal of severalOf(groups)) {
    yield
    const usable = credits.filter((credit) => equal.some((charge) => overlaps(credit, charge)))
    if (unsettledCharges([...equal, ...usable]).length > 1) repeated.push(equal)
  }
  return repeated
}

const isCredit = ({ amount }: Charge) => exactOf(amount)?.lt(0) === true
const isCharge = ({ amount, mayRepeat }: NumberedCharge) => mayRepeat && exactOf(amount)?.gt(0) === true

/** Returns a key of the price, or of the description without one. */
function subjectKey({ priceId, name }: Charge): string | null {
  if (priceId !== null) return `price ${priceId}`
  return name === null ? null : `name ${name}`
}

const found = (equal: readonly NumberedCharge[]) => ({
  severity: 'finding' as const,
  lines: equal.map(({ position }) => position),
  kind: 'sameLine' as const,
  ...(equal[0]?.priceId === null && { by: 'description' as const }),
  ...(equal.every(isCredit) && { isCredit: true as const }),
})

function wrongDates({ issueDate, dueDate }: InvoiceHead): InvoiceFinding[] {
  const [issued, due] = [usableDate(issueDate), usableDate(dueDate)]
  if (issued === null || due === null) return []
  if (due.slice(0, 10) >= issued.slice(0, 10)) return []
  return [{ severity: 'finding', lines: [], kind: 'dueBeforeIssue', dueDate: due, issueDate: issued }]
}
