import type { InvoiceFinding } from '@/contract/console/invoice-findings'

const OF_SINGLE_LINES: ReadonlySet<InvoiceFinding['kind']> = new Set([
  ...(['amount', 'subItems', 'subItem', 'unitPrice', 'rules', 'tiers', 'charged', 'periodReversed'] as const),
  ...(['prorated', 'packages', 'trial'] as const),
])

/** True for a finding about several lines or the invoice; false for one that stands beside its line. */
export const isAboutInvoice = ({ kind }: InvoiceFinding): boolean => !OF_SINGLE_LINES.has(kind)

/** True for a finding, false for a note. */
export const isProblem = ({ severity }: Pick<InvoiceFinding, 'severity'>): boolean => severity === 'finding'

/** True for what only a comparison with other invoices and ledgers finds. */
export const isCompared = ({ kind }: InvoiceFinding): boolean => kind === 'sameCharge' || kind === 'blockOfAnother'
