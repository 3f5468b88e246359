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

/** The names of the kinds of findings, in files. */
export const FINDING_KIND_NAMES: Record<InvoiceFinding['kind'], string> = {
  amount: 'Quantity × unit price',
  subItems: 'Sum of the sub items',
  subItem: 'Sub item',
  periodReversed: 'Period reversed',
  unitPrice: 'Unit price',
  rules: 'Price rules',
  tiers: 'Price tiers',
  tiersOfLines: 'Price tiers of several lines',
  charged: 'Charged without a price',
  sameLine: 'Same line twice',
  roundedDown: 'Rounded down',
  afterEnd: 'After the subscription’s end',
  beyondEnd: 'Beyond the subscription’s end',
  beforeStart: 'Before the subscription’s start',
  dueBeforeIssue: 'Due before issued',
  netTerms: 'Due day against the net terms',
  otherCustomer: 'Subscription of another customer',
  otherCurrency: 'Currency against the subscription',
  otherPrice: 'Price against the subscription',
  minimum: 'Minimum not charged',
  creditAbove: 'Credit above the charge',
  taxRate: 'Tax rate',
  chargedInTrial: 'Charged in a trial',
  sameNumber: 'Number of another invoice',
  otherNumber: 'Two different numbers',
  freeAfterPaid: 'Free after a paid period',
  notSubtracted: 'Discount or credit not subtracted',
  sameCredit: 'Credit of another invoice',
  sentSum: 'Sum of the API',
  sameCharge: 'Charged on another invoice',
  blockOfAnother: 'Block of another customer',
  prorated: 'Prorated',
  packages: 'Packages',
  trial: 'Trial',
  overage: 'Units beyond the free tier',
}
