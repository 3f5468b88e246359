import type { InvoiceLineItemView } from '@/contract/console/invoice'
import type { InvoiceFinding, LineChecks, OwnFindings } from '@/contract/console/invoice-findings'
import { findingsOfLine, lineVerdict, type LineVerdict } from './line-verdict'

/** What the checks of an invoice know besides the invoice. */
interface InvoiceSurroundings {
  /** True in a trial, in which lines that charge nothing are correct. */
  isTrial: boolean
  /** Charges outside the subscription (`outsideSubscription`). */
  outside: readonly InvoiceFinding[]
  /** Findings of the comparison with other invoices and ledgers. */
  compared: readonly InvoiceFinding[]
}

/** A checked line: its verdict, and every finding and note about it. */
export interface CheckedLine extends LineVerdict {
  about: InvoiceFinding[]
}

/** All findings of an invoice: the one source for pages, files and lists. */
export interface InvoiceFindings {
  /** Findings first, then notes. */
  findings: InvoiceFinding[]
  /** The number of further findings of single lines. */
  more: number
  checks: LineChecks
  /** Checks one line. `position` counts from 1. */
  checkLine: (line: InvoiceLineItemView, position: number) => CheckedLine
}

/** Returns all findings of an invoice: of the invoice itself, against its subscription, and against other invoices. */
export function invoiceFindings(
  { findings: found, more, tierGroups, checks, decimals, billing }: OwnFindings,
  { isTrial, outside, compared }: InvoiceSurroundings,
): InvoiceFindings {
  const groups = groupsByLine(tierGroups)
  const severalLines = [
    ...found.filter(({ kind }) => kind === 'sameLine' || kind === 'tiersOfLines'),
    ...outside,
    ...compared,
  ]
  const about = new Map<number, InvoiceFinding[]>()
  for (const finding of severalLines)
    for (const position of finding.lines) {
      const known = about.get(position)
      if (known) known.push(finding)
      else about.set(position, [finding])
    }
  const free = isTrial ? found.filter(({ isNothingCharged }) => isNothingCharged) : []
  const all = [...compared, ...outside, ...found.filter((finding) => !free.includes(finding)), ...trialNotes(free)]
  return {
    findings: [...all.filter(isProblem), ...all.filter((finding) => !isProblem(finding))],
    more,
    checks: isTrial
      ? { ...checks, look: checks.look - checks.nothingCharged, agrees: checks.agrees + checks.nothingCharged }
      : checks,
    checkLine(line, position) {
      const verdict = lineVerdict(line, { group: groups.get(position), isTrial, decimals, billing })
      const ofSeveral = about.get(position) ?? []
      const isLook = ofSeveral.some(({ kind }) => kind === 'sameLine')
      return {
        ...verdict,
        state: isLook ? 'look' : verdict.state,
        about: [...findingsOfLine(verdict, position), ...ofSeveral],
      }
    },
  }
}

const trialNotes = (free: readonly InvoiceFinding[]): InvoiceFinding[] =>
  free.length === 0
    ? []
    : [{ severity: 'note', kind: 'trial', lines: [...new Set(free.flatMap(({ lines }) => lines))] }]

/** Returns the tier group of each line by its position. */
export const groupsByLine = (groups: OwnFindings['tierGroups']) =>
  new Map(groups.flatMap((group) => group.lines.map((position) => [position, group] as const)))

const KINDS_OF_SINGLE_LINES = [
  ...(['amount', 'subItems', 'subItem', 'unitPrice', 'rules', 'tiers', 'charged', 'periodReversed'] as const),
  ...(['prorated', 'packages', 'trial'] as const),
] satisfies InvoiceFinding['kind'][]

type KindOfSingleLine = (typeof KINDS_OF_SINGLE_LINES)[number]

/** A finding about several lines or the invoice as a whole. */
export type InvoiceWideFinding = Exclude<InvoiceFinding, { kind: KindOfSingleLine }>

/** True for a finding about several lines or the invoice; false for one that is shown beside its line. */
export const isAboutInvoice = (finding: InvoiceFinding): finding is InvoiceWideFinding =>
  KINDS_OF_SINGLE_LINES.every((kind) => kind !== finding.kind)

/** True for a finding, false for a note. */
export const isProblem = ({ severity }: Pick<InvoiceFinding, 'severity'>): boolean => severity === 'finding'

/** True for a finding that needs a comparison with other invoices and ledgers. */
export const isFromComparison = ({ kind }: InvoiceFinding): boolean =>
  kind === 'sameCharge' || kind === 'blockOfAnother'
