import type { InvoiceLineItemView } from '@/contract/console/invoice'
import { isAfterEnd } from '../../domain/after-end'
import { lineVerdict } from '../../domain/line-verdict'
import { formatAmount } from '../../format/amount'
import { findingLabel, verdictLabel } from '../../format/verdict-label'
import type { InvoiceFile } from './invoice-file'

/** How a line stood the console's checks, in the words of the page. */
export interface LineCheck {
  label: string
  /** What is wrong with it; empty where nothing is. */
  findings: string[]
}

export function lineCheck(
  line: InvoiceLineItemView,
  { currency, subscriptionEnd }: Pick<InvoiceFile, 'currency' | 'subscriptionEnd'>,
): LineCheck {
  const verdict = lineVerdict(line)
  const words = verdict.findings.map((finding) => findingLabel(finding, (amount) => formatAmount(amount, currency)))
  const late = isAfterEnd(line, subscriptionEnd) ? ['Its period begins after the subscription’s end'] : []
  return { label: verdictLabel(verdict), findings: [...words, ...late] }
}
