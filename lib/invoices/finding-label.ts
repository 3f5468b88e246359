import { periodLastMoment } from '@/lib/time/end'
import { formatCount, formatNumber } from '@/lib/money/amount'
import { withoutBidi } from '@/lib/text/bidi'
import { formatDate, formatNearDate } from '@/lib/time/instant'
import { readable } from '@/lib/billing-api/unreadable'
import type { InvoiceLineItemView } from './invoice'
import type { CheckedInvoice, InvoiceFinding, LineChecks, Review, WhyUnchecked } from './finding'
import { type InvoiceWideFinding, isAboutInvoice, isProblem } from './finding-kinds'
import { findingSentence, positions } from './finding-sentences'
import type { LineVerdict } from './line-verdict'

const STATES: Record<LineVerdict['state'], string> = {
  agrees: 'Adds up',
  look: 'Needs a look',
  reviewed: 'Reviewed',
  unchecked: 'Cannot be checked',
}

/** Returns the result of a line's checks: "Adds up", or "Adds up, its unit price could not be checked: a credit, which follows no price". */
export function verdictLabel({ state, price }: Pick<LineVerdict, 'state' | 'price'>): string {
  if (state !== 'agrees' || price.state !== 'unchecked') return STATES[state]
  return `${STATES[state]}, its unit price could not be checked: ${uncheckedLabel(price.why)}`
}

/** Returns all that needs a look: how many lines, then each finding about several lines or the invoice. */
export function problemsOf({ findings, checks }: CheckedInvoice, currency: string | null): string[] {
  const wide = findings.filter((found) => isProblem(found) && isAboutInvoice(found))
  const words = wide.map((found) => invoiceFindingLabel(found, currency))
  const look = checksLabel(checks)?.look ?? null
  return look === null ? words : [look, ...words]
}

/** Returns who reviewed a finding and why: "by Ann: agreed discount". */
const reviewedBy = ({ by, reason, isCurrent }: Review) =>
  isCurrent
    ? `by ${withoutBidi(by)}: ${withoutBidi(reason)}`
    : `before the invoice changed (${withoutBidi(by)}: ${withoutBidi(reason)})`

/**
 * Returns how many findings were reviewed, by whom and why: "1 finding reviewed by Ann: agreed discount". Show them with each verdict.
 */
export function reviewedLabels({ findings }: Pick<CheckedInvoice, 'findings'>): string[] {
  const reviews = new Map<string, { review: Review; count: number }>()
  for (const { review } of findings) {
    if (!review) continue
    const key = JSON.stringify([review.by, review.reason, review.isCurrent])
    reviews.set(key, { review, count: (reviews.get(key)?.count ?? 0) + 1 })
  }
  return [...reviews.values()].map(
    ({ review, count }) => `${formatCount(count, 'finding')} reviewed ${reviewedBy(review)}`,
  )
}

/** Returns the most serious finding in a few words; undefined without one. */
export function problemMark({ findings, checks }: CheckedInvoice): string | undefined {
  const problems = findings.filter(isProblem)
  const kinds = new Set(problems.map(({ kind }) => kind))
  const twice = problems.filter(({ kind }) => kind === 'sameCharge' || kind === 'sameLine')
  if (twice.length > 0) return twice.every(isOfCredits) ? 'Credited twice?' : 'Charged twice?'
  if (kinds.has('afterEnd')) return 'Charged after cancelling?'
  return kinds.size > 0 || checks.look > 0 ? 'Needs a look' : undefined
}

const isOfCredits = (finding: InvoiceFinding) =>
  (finding.kind === 'sameCharge' || finding.kind === 'sameLine') && finding.isCredit === true

/**
 * Returns which other invoices an invoice was compared with, and with `isClean` that nothing was found; `others` is null when it was
 * not compared.
 */
export function comparedLabel(others: number | null, isClean = false): string {
  if (others === null) return 'Not compared with other invoices'
  return others === 0
    ? 'No other invoice of this subscription is known'
    : `Compared with ${formatCount(others, 'other invoice')} of this subscription, as last read${isClean ? ': nothing is charged twice' : ''}`
}

type Period = Pick<InvoiceLineItemView, 'startDate' | 'endDate'>

/** Returns a finding in the row of a line: "$16.50, but 1 × $12.50 = $12.50 ($4.00 too much)". */
export function lineFindingLabel(finding: InvoiceFinding, line: Period, currency: string | null): string {
  if (!isAboutInvoice(finding)) return withReview(finding, findingSentence(finding, currency))
  const { [finding.kind]: outside }: Partial<Record<InvoiceWideFinding['kind'], string>> = OUTSIDE
  return withReview(finding, outside ? `${coveredLabel(line)}, ${outside}` : invoiceFindingLabel(finding, currency))
}

const OUTSIDE = { afterEnd: 'after the end', beyondEnd: 'beyond the end', beforeStart: 'before the start' }

/** Adds who reviewed a finding to its words. */
const withReview = ({ review }: InvoiceFinding, words: string): string =>
  review ? `${words} (reviewed ${reviewedBy(review)})` : words

/** Returns a finding beside the invoice: "Line 3: $16.50, but 1 × $12.50 = $12.50 ($4.00 too much)", "2 lines after the subscription’s end". */
export const invoiceFindingLabel = (finding: InvoiceFinding, currency: string | null): string =>
  `${isAboutInvoice(finding) ? '' : `${positions(finding.lines)}: `}${findingSentence(finding, currency)}`

/** Returns what was found about several lines or the invoice as a whole, with who reviewed it. */
export const invoiceWideLabels = ({ findings }: Pick<CheckedInvoice, 'findings'>, currency: string | null): string[] =>
  findings.filter(isAboutInvoice).map((found) => withReview(found, invoiceFindingLabel(found, currency)))

/** Returns "Covers 30 Nov–29 Dec", the first and the last UTC day, with years when they differ. */
function coveredLabel(line: Period): string {
  const start = readable(line.startDate) ?? ''
  const sentEnd = readable(line.endDate)
  if (sentEnd === null) return `Starts ${formatDate(start, 'UTC')}`
  const end = periodLastMoment(start, sentEnd)
  return `Covers ${formatNearDate(start, end, 'UTC')}–${formatNearDate(end, start, 'UTC')}`
}

interface ChecksLabel {
  /** "3 of 7 lines need a look"; null when none does. It leads. */
  look: string | null
  /** "All 7 lines add up", "6 of 8 lines add up · 2 not checked"; null when every line needs a look. */
  agreement: string | null
  /** True when every line was checked whole: only then a tick is right. */
  isWhole: boolean
  /** "1 unit price not checked: a credit, which follows no price"; empty when all were. */
  note: string
}

/** Returns the result of the checks of all lines in words; null without lines. */
export function checksLabel(checks: LineChecks): ChecksLabel | null {
  const { agrees, look, reviewed = 0, unchecked, withoutPriceCheck, priceGaps = {} } = checks
  const lines = agrees + look + reviewed + unchecked
  if (lines === 0) return null
  return {
    look:
      look === 0
        ? null
        : `${formatNumber(look)} of ${formatCount(lines, 'line')} ${look === 1 ? 'needs' : 'need'} a look`,
    agreement: agreementLabel(checks, lines),
    isWhole: agrees === lines && withoutPriceCheck === 0,
    note: withoutPriceCheck > 0 ? priceGapsLabel(withoutPriceCheck, priceGaps) : '',
  }
}

function agreementLabel({ agrees, unchecked, reviewed = 0 }: LineChecks, lines: number) {
  if (agrees === lines) return lines === 1 ? 'The line adds up' : `All ${formatCount(lines, 'line')} add up`
  if (unchecked === lines) return lines === 1 ? 'The line cannot be checked' : 'No line can be checked'
  const notChecked = unchecked > 0 && `${formatNumber(unchecked)} not checked`
  const addUp =
    agrees > 0 && `${formatNumber(agrees)} of ${formatCount(lines, 'line')} ${agrees === 1 ? 'adds' : 'add'} up`
  const wereReviewed = reviewed > 0 && `${formatNumber(reviewed)} reviewed`
  return [addUp, wereReviewed, notChecked].filter(Boolean).join(' · ') || null
}

const WHY_UNCHECKED: Record<WhyUnchecked, string> = {
  notSent: 'the price rules were not sent',
  unknownRules: 'the price rules are of a kind this console does not know',
  customUnit: 'the price is in a custom pricing unit',
  credit: 'a credit, which follows no price',
  bounds: 'the line may be part of a minimum or maximum charge',
  perUnits: 'the API does not say whether the price is for one unit or for the quantity in its rules',
  incomplete: 'a number for the check was not sent or could not be read',
  oneTier: 'it matches one tier only',
}

const WHYS = Object.keys(WHY_UNCHECKED).filter((key): key is WhyUnchecked => key in WHY_UNCHECKED)

/** Returns why the unit prices of this many lines could not be checked. */
export const uncheckedLabel = (why: WhyUnchecked, lines = 1): string =>
  why === 'credit' && lines > 1 ? 'credits, which follow no price' : WHY_UNCHECKED[why]

/** Returns "1 unit price not checked: a credit, which follows no price". @param gaps lines by reason */
function priceGapsLabel(lines: number, gaps: NonNullable<LineChecks['priceGaps']>): string {
  const words = `${formatCount(lines, 'unit price')} not checked`
  const reasons = WHYS.flatMap((why) => (gaps[why] ? uncheckedLabel(why, gaps[why]) : []))
  return reasons.length === 0 ? words : `${words}: ${reasons.join('; ')}`
}
