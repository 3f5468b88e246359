import type { InvoiceLineItemView } from '@/contract/console/invoice'
import { isAfterEnd } from '../../domain/invoice/after-end'
import { lineVerdict } from '../../domain/invoice/line-verdict'
import { formatAmount } from '../../format/amount'
import { findingLabel, verdictLabel } from '../../format/verdict-label'
import type { InvoiceFile } from './invoice-file'

/** How a line stood the console's checks, in the words of the page. */
export interface LineCheck {
  label: string
  /** What is to be known of it: what is wrong, and a period after the subscription's end. Empty where there is nothing. */
  findings: string[]
}

/** The one place where the files ask what the console thinks of a line. */
export function lineCheck(
  line: InvoiceLineItemView,
  { currency, subscriptionEnd }: Pick<InvoiceFile, 'currency' | 'subscriptionEnd'>,
): LineCheck {
  const verdict = lineVerdict(line)
  const words = verdict.findings.map((finding) => findingLabel(finding, (amount) => formatAmount(amount, currency)))
  const late = isAfterEnd(line, subscriptionEnd) ? ['Covers a period after the subscription’s end'] : []
  return { label: verdictLabel(verdict), findings: [...words, ...late] }
}
