import type { FindingReview, InvoiceFinding, LineChecks } from './finding'
import { isDateOnly, lastMoment } from '@/lib/time/end'
import { decidesLines, isAboutInvoice, isProblem } from './finding-kinds'

/** The index keeps no more lines of a finding. */
const MAX_LINES = 100

/** Returns a text that is the same for the same finding, in the index and on the invoice's page: JSON with sorted fields. */
export function findingKey(finding: InvoiceFinding): string {
  // The check of a line does not mark one that charges nothing.
  const { isNothingCharged: _, ...same } = withoutReview(finding)
  const kept = {
    ...same,
    lines: finding.lines.slice(0, MAX_LINES),
    // A review from before findings had their calculation is still of the same finding.
    ...(finding.kind === 'amount' && { calculation: undefined, days: undefined }),
    // The index keeps the last moment of a date-only end.
    ...(finding.kind === 'afterEnd' && { subscriptionEnd: lastMomentIfDay(finding.subscriptionEnd) }),
  }
  return JSON.stringify(kept, (__, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : value,
  )
}

const lastMomentIfDay = (end: string) => (isDateOnly(end) ? lastMoment(end) : new Date(end).toISOString())

function withoutReview(finding: InvoiceFinding): InvoiceFinding {
  const { review: _, ...bare } = finding
  return bare
}

/** Returns a function that adds its review to a finding. */
export function withReviewOf(reviews: readonly FindingReview[]): (finding: InvoiceFinding) => InvoiceFinding {
  if (reviews.length === 0) return withoutReview
  const known = new Map(reviews.map(({ finding, review }) => [findingKey(finding), review]))
  return (finding) => {
    const review = finding.severity === 'finding' ? known.get(findingKey(finding)) : undefined
    return review ? { ...finding, review } : withoutReview(finding)
  }
}

/** True for a finding that a person reviewed, and whose invoice has not changed since. */
export const isReviewed = ({ review }: InvoiceFinding): boolean => review?.isCurrent === true

/** Returns the findings up to the one that is the nth to need a look, with the reviewed ones before it; all when there are fewer. */
export function untilOpen(findings: readonly InvoiceFinding[], nth: number): InvoiceFinding[] {
  const last = findings.filter(isProblem)[nth - 1]
  return last ? findings.slice(0, findings.indexOf(last) + 1) : [...findings]
}

/** True for a finding that decides the verdict of its lines. */
export const isOfLines = (finding: InvoiceFinding): boolean =>
  finding.severity === 'finding' &&
  (!isAboutInvoice(finding) || decidesLines(finding) || finding.kind === 'tiersOfLines')

/**
 * Counts the lines that need no look any more, because all their findings were reviewed, apart. Counts none with `more` findings that
 * are not listed: they may be of the same lines.
 */
export function reviewedChecks(checks: LineChecks, findings: readonly InvoiceFinding[], more: number): LineChecks {
  const ofLines = findings.filter(isOfLines)
  const reviewed = ofLines.filter(isReviewed).flatMap(({ lines }) => lines)
  if (reviewed.length === 0 || more > 0) return checks
  const open = new Set(ofLines.filter(isProblem).flatMap(({ lines }) => lines))
  const lines = new Set(reviewed.filter((line) => !open.has(line)))
  // A stored finding may lack some of its lines.
  const count = open.size === 0 ? checks.look : Math.min(lines.size, checks.look)
  return count === 0 ? checks : { ...checks, look: checks.look - count, reviewed: count }
}
