import type { InvoiceLineItemView } from '@/contract/console/invoice'
import { isAfterEnd } from '../../domain/invoice/after-end'
import { lineVerdict } from '../../domain/invoice/line-verdict'
import { formatAmount } from '../../format/amount'
import { findingLabel, verdictLabel } from '../../format/verdict-label'
import type { InvoiceFile } from './invoice-file'

/** The result of the console's checks of a line, in the words of the page. */
export interface LineCheck {
  label: string
  /** Errors found, and a period after the end of the subscription. Empty when there are none. */
  findings: string[]
}

/** Checks a line for the files. */
export function lineCheck(
  line: InvoiceLineItemView,
  { currency, subscriptionEnd }: Pick<InvoiceFile, 'currency' | 'subscriptionEnd'>,
): LineCheck {
  const verdict = lineVerdict(line)
  const words = verdict.findings.map((finding) => findingLabel(finding, (amount) => formatAmount(amount, currency)))
  const late = isAfterEnd(line, subscriptionEnd) ? ['Covers a period after the subscription’s end'] : []
  return { label: verdictLabel(verdict), findings: [...words, ...late] }
}
