import type { InvoiceLineItemView } from './invoice'
import type { CheckedInvoice, FindingReview, InvoiceFinding, OwnFindings } from './finding'
import { isOfLines, isReviewed, reviewedChecks, withReviewOf } from './finding-review'
import { decidesLines, isAboutInvoice } from './finding-kinds'
import { groupBy } from '@/lib/core/group-by'
import { isUsageLine } from './invoice-lines'
import { findingsOfLine, lineVerdict, type LineVerdict } from './line-verdict'

/** What the checks of an invoice know besides the invoice. */
interface InvoiceSurroundings {
  /** True in a trial, in which lines that charge nothing are correct. */
  isTrial: boolean
  /** Charges outside the subscription (`outsideSubscription`). */
  outside: readonly InvoiceFinding[]
  /** Findings of the comparison with other invoices and ledgers. */
  compared: readonly InvoiceFinding[]
  /** The findings that people reviewed. */
  reviews?: readonly FindingReview[]
}

/** A checked line: its verdict, and every finding and note about it. */
export interface CheckedLine extends LineVerdict {
  about: InvoiceFinding[]
}

/** All findings of an invoice: the one source for pages, files and lists. */
export interface InvoiceFindings extends CheckedInvoice {
  /** Checks one line. `position` counts from 1. */
  checkLine: (line: InvoiceLineItemView, position: number) => CheckedLine
}

/** Returns all findings of an invoice: of the invoice itself, against its subscription, and against other invoices. */
export function invoiceFindings(
  { findings: own, more, tierGroups, checks, decimals, billing, trialLines = [], isUsageChargedInTrial }: OwnFindings,
  { isTrial, outside, compared, reviews = [] }: InvoiceSurroundings,
): InvoiceFindings {
  const groups = groupsByLine(tierGroups)
  const ended = new Set(trialLines)
  // Its other lines are found by their own check.
  const ofOthers = compared.flatMap((finding) =>
    finding.kind === 'freeAfterPaid' ? withLines(finding, (line) => ended.has(line)) : finding,
  )
  const paidBefore = new Set(ofOthers.flatMap(({ kind, lines }) => (kind === 'freeAfterPaid' ? lines : [])))
  const ofLines = own.flatMap((finding) =>
    finding.kind === 'trial' ? withLines(finding, (line) => !paidBefore.has(line)) : finding,
  )
  const found = isTrial ? ofLines.map(asInTrial) : ofLines
  const free = isTrial ? found.filter(({ isNothingCharged }) => isNothingCharged) : []
  const reviewed = withReviewOf(reviews)
  const severalLines = [
    ...found.filter((finding) => isAboutInvoice(finding) && finding.kind !== 'roundedDown' && !free.includes(finding)),
    ...outside,
    ...ofOthers,
  ].map(reviewed)
  const onLines = severalLines.flatMap((finding) => finding.lines.map((position) => ({ position, finding })))
  const about = groupBy(onLines, ({ position }) => position)
  const all = [...ofOthers, ...outside, ...found.filter((finding) => !free.includes(finding)), ...trialNotes(free)].map(
    reviewed,
  )
  const findings = [...all.filter((finding) => !isNote(finding)), ...all.filter(isNote)]
  return {
    findings,
    more,
    checks: reviewedChecks(
      isTrial
        ? { ...checks, look: checks.look - checks.nothingCharged, agrees: checks.agrees + checks.nothingCharged }
        : checks,
      findings,
      more,
    ),
    checkLine(line, position) {
      const isFree = isTrial && !(isUsageChargedInTrial && isUsageLine(line))
      const trial = isFree || (ended.has(position) && ('ended' as const))
      const checked = lineVerdict(line, { group: groups.get(position), isTrial: trial, decimals, billing })
      const verdict = paidBefore.has(position) ? { ...checked, note: null } : checked
      const ofSeveral = (about.get(position) ?? []).map(({ finding }) => finding)
      const isLook = ofSeveral.some(decidesLines)
      const known = [...findingsOfLine(verdict, position).map(reviewed), ...ofSeveral]
      const deciding = known.filter(isOfLines)
      const state = isLook ? 'look' : verdict.state
      const isAllReviewed = deciding.length > 0 && deciding.every(isReviewed)
      return { ...verdict, state: state === 'look' && isAllReviewed ? 'reviewed' : state, about: known }
    },
  }
}

/** Returns the finding with these of its lines; nothing without any. */
function withLines(finding: InvoiceFinding, isKept: (line: number) => boolean): InvoiceFinding[] {
  const lines = finding.lines.filter(isKept)
  return lines.length === 0 ? [] : [{ ...finding, lines }]
}

/** A trial that seems to have ended goes on. */
function asInTrial(finding: InvoiceFinding): InvoiceFinding {
  if (finding.kind !== 'trial') return finding
  const { hasEnded: _, ...note } = finding
  return note
}

const isNote = ({ severity }: InvoiceFinding) => severity === 'note'

const trialNotes = (free: readonly InvoiceFinding[]): InvoiceFinding[] =>
  free.length === 0
    ? []
    : [{ severity: 'note', kind: 'trial', lines: [...new Set(free.flatMap(({ lines }) => lines))] }]

/** Returns the tier group of each line by its position. */
export const groupsByLine = (groups: OwnFindings['tierGroups']) =>
  new Map(groups.flatMap((group) => group.lines.map((position) => [position, group] as const)))
