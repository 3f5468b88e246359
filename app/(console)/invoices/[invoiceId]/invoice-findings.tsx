import { type ReactNode, useState } from 'react'
import { Button } from '@/components/ui/button'
import { lazyWithRetry } from '@/components/ui/lazy-with-retry'
import { Link } from '@/components/ui/link'
import { Section } from '@/components/ui/section'
import type { InvoiceView } from '@/lib/invoices/invoice'
import type { InvoiceFinding } from '@/lib/invoices/finding'
import { invoicePath } from '@/lib/core/paths'
import { isAboutInvoice, isProblem } from '@/lib/invoices/finding-kinds'
import type { InvoiceFindings } from '@/lib/invoices/invoice-findings'
import { findingKey, isReviewed, untilOpen } from '@/lib/invoices/finding-review'
import { formatCount } from '@/lib/money/amount'
import { checksLabel, invoiceFindingLabel, reviewedLabels } from '@/lib/invoices/finding-label'
import { LinesLink, type LinesLinkProps } from './line-items/lines-link'
import type { useLinesSearch } from './line-items/use-lines-search'
import { VerdictIcon, type VerdictState } from './verdict-icon'

const FindingReview = lazyWithRetry(() => import('./finding-review').then((module) => module.FindingReview))

export interface InvoiceVerdictProps {
  checked: InvoiceFindings
  /** Which other invoices it was compared with, in words. */
  comparison: string
  lines: ReturnType<typeof useLinesSearch>
}

/** How many lines need a look and how many add up, in one line. Not printed, because it is not for the payer. */
export function InvoiceVerdict({ checked: { findings, checks }, comparison, lines }: InvoiceVerdictProps) {
  // The customer's view has no verdict.
  if (lines.search.lines === 'customer') return null
  const label = checksLabel(checks)
  const isClean = !findings.some(isProblem)
  return (
    <div className="no-print contents">
      {label?.look != null && (
        <VerdictLine state="look">
          <LinesLink to="look" lines={lines} className="text-yellow font-semibold">
            {label.look}
          </LinesLink>
        </VerdictLine>
      )}
      {label?.agreement != null && (
        <VerdictLine state={label.isWhole && isClean ? 'agrees' : 'unchecked'}>
          <span className={isClean ? 'font-semibold' : undefined}>{label.agreement}</span>
          {label.note !== '' && <span className="text-muted text-xs"> · {label.note}</span>}
        </VerdictLine>
      )}
      {reviewedLabels({ findings }).map((words) => (
        <VerdictLine key={words} state="reviewed">
          {words}
        </VerdictLine>
      ))}
      <p role="status" className="text-muted min-h-4 text-xs">
        {comparison}
      </p>
    </div>
  )
}

interface FindingsProps extends Omit<InvoiceVerdictProps, 'comparison'> {
  invoice: Pick<InvoiceView, 'id' | 'contentDigest'>
  currency: string | null
}

/** The findings of single lines that are listed at first, besides reviewed ones: the rows of the lines show them too. */
const SINGLE_SHOWN = 5

/** What was found, each with its review; nothing without findings. The customer's view has the API's sums only. */
export function Findings({ invoice, checked, currency, lines }: FindingsProps) {
  const [isAllShown, setIsAllShown] = useState(false)
  const isCustomers = lines.search.lines === 'customer'
  const wide = checked.findings.filter(
    (finding) => isAboutInvoice(finding) && (finding.kind === 'sentSum' ? isFinding(finding) : !isCustomers),
  )
  const single = isCustomers ? [] : checked.findings.filter((each) => !isAboutInvoice(each) && isFinding(each))
  const shownSingle = isAllShown ? single : untilOpen(single, SINGLE_SHOWN)
  const shown = [...wide, ...shownSingle]
  if (shown.length === 0) return null
  return (
    <div className="no-print">
      <Section title="Findings">
        <div className="space-y-1 text-sm">
          {shown.map((finding) => (
            <div key={findingKey(finding)}>
              <VerdictLine state={isProblem(finding) ? 'look' : isReviewed(finding) ? 'reviewed' : 'note'}>
                <FindingLink finding={finding} currency={currency} lines={lines} />
              </VerdictLine>
              {isFinding(finding) && (
                <FindingReview invoice={invoice} finding={finding} words={invoiceFindingLabel(finding, currency)} />
              )}
            </div>
          ))}
        </div>
        {shownSingle.length < single.length && (
          <Button small variant="ghost" className="mt-1" onClick={() => setIsAllShown(true)}>
            Show {formatCount(single.length - shownSingle.length, 'more finding')} of single lines
          </Button>
        )}
        {checked.more > 0 && (
          <p className="text-muted mt-1 text-xs">
            {formatCount(checked.more, 'further finding')} of single lines can’t be reviewed one by one.
          </p>
        )}
      </Section>
    </div>
  )
}

/** Says how the API's sums follow from the lines, in each view and on paper. */
export const ExplainedSums = ({
  findings,
  currency,
}: {
  findings: readonly InvoiceFinding[]
  currency: string | null
}) =>
  findings
    .filter((finding) => finding.kind === 'sentSum' && !isFinding(finding))
    .map((finding, nth) => (
      <div key={nth} className="mt-1 text-sm">
        <VerdictLine state="note">
          <FindingText finding={finding} currency={currency} />
        </VerdictLine>
      </div>
    ))

const VerdictLine = ({ state, children }: { state: VerdictState; children: ReactNode }) => (
  <p className="flex items-start gap-x-1.5">
    <VerdictIcon state={state} className="mt-0.5 size-4 shrink-0" />
    <span className="foreign min-w-0">{children}</span>
  </p>
)

interface FindingLinkProps {
  finding: InvoiceFinding
  currency: string | null
  lines: ReturnType<typeof useLinesSearch>
}

/** The filter that shows the lines of a finding. */
const LINES_OF: Partial<Record<InvoiceFinding['kind'], LinesLinkProps['to']>> = {
  afterEnd: 'afterEnd',
  beforeStart: 'beforeStart',
  sameLine: 'look',
  tiersOfLines: 'look',
}

/** A finding in words, as a link to its lines or to the other invoice. */
function FindingLink({ finding, currency, lines }: FindingLinkProps) {
  const text = <FindingText finding={finding} currency={currency} />
  const to = LINES_OF[finding.kind]
  if (to)
    return (
      <LinesLink to={to} lines={lines} className={findingClass(finding)}>
        {text}
      </LinesLink>
    )
  if (finding.kind !== 'sameCharge') return text
  return (
    <Link
      href={invoicePath(finding.other.id)}
      prefetch={false}
      className={`${findingClass(finding)} decoration-line-strong underline underline-offset-4 hover:decoration-current`}
    >
      {text}
    </Link>
  )
}

const FindingText = ({ finding, currency }: Pick<FindingLinkProps, 'finding' | 'currency'>) => (
  <span className={findingClass(finding)}>{invoiceFindingLabel(finding, currency)}</span>
)

/** False for a note. */
const isFinding = ({ severity }: InvoiceFinding) => severity === 'finding'

const findingClass = (finding: InvoiceFinding) => (isProblem(finding) ? 'text-yellow font-semibold' : 'text-muted')
