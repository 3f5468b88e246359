// Apart from the checks: lists name findings, and do not load the arithmetic that makes them.
import type { InvoiceFinding } from './finding'

const KINDS_OF_SINGLE_LINES = [
  ...(['amount', 'subItems', 'subItem', 'unitPrice', 'rules', 'tiers', 'charged', 'periodReversed'] as const),
  ...(['prorated', 'packages', 'trial', 'overage'] as const),
] satisfies InvoiceFinding['kind'][]

type KindOfSingleLine = (typeof KINDS_OF_SINGLE_LINES)[number]

/** A finding about several lines or the invoice as a whole. */
export type InvoiceWideFinding = Exclude<InvoiceFinding, { kind: KindOfSingleLine }>

/** True for a finding about several lines or the invoice; false for one that is shown beside its line. */
export const isAboutInvoice = (finding: InvoiceFinding): finding is InvoiceWideFinding =>
  KINDS_OF_SINGLE_LINES.every((kind) => kind !== finding.kind)

/** True for a finding; false for a note, and for a finding that was reviewed and whose invoice has not changed since. */
export const isProblem = ({ severity, review }: Pick<InvoiceFinding, 'severity' | 'review'>): boolean =>
  severity === 'finding' && review?.isCurrent !== true

/** True for a finding that needs a comparison with other invoices and ledgers. */
export const isFromComparison = ({ kind }: InvoiceFinding): boolean =>
  kind === 'sameCharge' ||
  kind === 'freeAfterPaid' ||
  kind === 'blockOfAnother' ||
  kind === 'sameNumber' ||
  kind === 'sameCredit'

/** True for a finding about several lines that decides the verdict of each. Tier groups decide with the line's own check. */
export const decidesLines = ({ kind, severity }: Pick<InvoiceFinding, 'kind' | 'severity'>): boolean =>
  severity === 'finding' && (kind === 'sameLine' || kind === 'minimum' || kind === 'creditAbove')
