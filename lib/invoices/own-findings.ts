import { Big } from 'big.js'
import type { InvoiceLineItemView, InvoiceView } from './invoice'
import type { Billing, InvoiceFinding, LineChecks, OwnFindings, SubscriptionTerms } from './finding'
import type { Pieces } from '@/contract/pieces'
import { readable } from '@/lib/billing-api/unreadable'
import { usableDate } from '@/lib/time/usable-date'
import { againstTerms } from './against-subscription'
import { decidesLines } from './finding-kinds'
import { groupsByLine } from './invoice-findings'
import { isUsageLine, type NumberedLine, numberedLines } from './invoice-lines'
import type { LineArithmetic } from './line-arithmetic'
import { findingsOfLine, isNothingCharged, type LineVerdict, lineVerdict } from './line-verdict'
import { findingsOfPrices, sameLines, wrongTaxRates } from './lines-of-price'
import { tierGroups } from './tier-groups'

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

/**
 * Returns the result of the checks that need only the invoice itself. Yields after every 100 lines. A line's amount is checked by
 * `line-verdict.ts`, on `line-arithmetic.ts`, `rule-charge.ts` and `prorated.ts`; lines of one price together by `tier-groups.ts`.
 */
export function* ownFindings(sent: readonly InvoiceLineItemView[], head: InvoiceHead): Pieces<OwnFindings> {
  const { decimals, terms } = head
  const { billing = null, isUsageChargedInTrial = false } = terms
  const lines = yield* numberedLines(sent)
  const groups = yield* tierGroups(lines, decimals)
  const groupOf = groupsByLine(groups)
  const same = yield* sameLines(lines, groupOf, decimals, terms.billing)
  const ofPrices = yield* findingsOfPrices(lines, billing)
  const deciding = new Map(
    [...ofPrices, ...same].filter(decidesLines).flatMap((each) => each.lines.map((line) => [line, each] as const)),
  )
  const isChargedUsage = (line: InvoiceLineItemView) => isUsageChargedInTrial && isUsageLine(line)
  const trialLines = linesBeforeCharges(lines, billing, isChargedUsage)
  const freeLines: number[] = []
  const ofLines: InvoiceFinding[] = []
  const checks: LineChecks = { agrees: 0, look: 0, unchecked: 0, withoutPriceCheck: 0, nothingCharged: 0 }
  const roundings: { up: number | null; down: number[] } = { up: null, down: [] }
  let more = 0
  for (const { line, position } of lines) {
    if (position % LINES_A_PIECE === 0) yield
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
function linesBeforeCharges(
  lines: readonly NumberedLine[],
  billing: Billing | null,
  isChargedUsage: (line: InvoiceLineItemView) => boolean,
): ReadonlySet<number> {
  const subscribedMs = Date.parse(billing?.startDate ?? '')
  let firstCharge = Infinity
  const early: { position: number; endMs: number }[] = []
  for (const { line, position, charge } of lines) {
    const [amount, startMs] = [charge.amount ?? '', Date.parse(charge.start ?? '')]
    if (/[1-9]/.test(amount)) {
      if (!amount.startsWith('-')) firstCharge = Math.min(firstCharge, startMs)
    } else if (startMs >= subscribedMs && startMs < subscribedMs + TRIAL_MS && !isChargedUsage(line))
      early.push({ position, endMs: Date.parse(charge.end ?? '') })
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

/** Leaves out discounts and credits that are lines of the invoice. */
function besideLines(lines: readonly NumberedLine[], ofSums: readonly InvoiceFinding[]): InvoiceFinding[] {
  if (!ofSums.some(({ kind }) => kind === 'notSubtracted')) return [...ofSums]
  const credits = new Set(lines.flatMap(({ amount }) => amount?.times(-1).toFixed() ?? []))
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
