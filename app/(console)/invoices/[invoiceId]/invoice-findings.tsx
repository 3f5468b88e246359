import type { ReactNode } from 'react'
import { classNames } from '@/components/ui/class-names'
import { Link } from '@/components/ui/link'
import { Section } from '@/components/ui/section'
import type { InvoiceFinding } from '@/contract/console/invoice-findings'
import { invoicePath } from '@/lib/browser/paths'
import { isAboutInvoice, isProblem } from '@/lib/domain/invoice/finding-kinds'
import type { InvoiceFindings } from '@/lib/domain/invoice/invoice-findings'
import { formatAmount } from '@/lib/format/amount'
import { checksLabel, invoiceFindingLabel } from '@/lib/format/finding-label'
import { LinesLink } from './line-items/lines-link'
import type { useLinesSearch } from './line-items/use-lines-search'
import { VerdictIcon, type VerdictState } from './verdict-icon'

interface InvoiceVerdictProps {
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
    <div className="no-print flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
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
      <p role="status" className="text-muted min-h-4 text-xs">
        {comparison}
      </p>
    </div>
  )
}

interface FindingsProps {
  checked: InvoiceFindings
  currency: string | null
  lines: ReturnType<typeof useLinesSearch>
}

/** What was found about several lines or the whole invoice; nothing without findings. The customer's view has the API's sums only. */
export function Findings({ checked, currency, lines }: FindingsProps) {
  const isCustomers = lines.search.lines === 'customer'
  const wide = checked.findings.filter(
    (finding) => isAboutInvoice(finding) && (finding.kind === 'sentSum' ? isProblem(finding) : !isCustomers),
  )
  if (wide.length === 0) return null
  return (
    <div className="no-print">
      <Section title="Findings">
        <div className="space-y-1 text-sm">
          {wide.map((finding, nth) => (
            <VerdictLine key={nth} state={isProblem(finding) ? 'look' : 'note'}>
              <FindingLink finding={finding} currency={currency} lines={lines} />
            </VerdictLine>
          ))}
        </div>
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
    .filter((finding) => finding.kind === 'sentSum' && !isProblem(finding))
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

/** A finding in words, as a link to its lines or to the other invoice. */
function FindingLink({ finding, currency, lines }: FindingLinkProps) {
  const text = invoiceFindingLabel(finding, (amount) => formatAmount(amount, currency))
  const className = findingClass(finding)
  switch (finding.kind) {
    case 'afterEnd':
    case 'beforeStart':
      return (
        <LinesLink to={finding.kind} lines={lines} className={className}>
          {text}
        </LinesLink>
      )
    case 'sameLine':
    case 'tiersOfLines':
      return (
        <LinesLink to="look" lines={lines} className={className}>
          {text}
        </LinesLink>
      )
    case 'sameCharge':
      return (
        <Link
          href={invoicePath(finding.other.id)}
          prefetch={false}
          className={classNames(
            className,
            'decoration-line-strong underline underline-offset-4 hover:decoration-current',
          )}
        >
          {text}
        </Link>
      )
    default:
      return <FindingText finding={finding} currency={currency} />
  }
}

const FindingText = ({ finding, currency }: Pick<FindingLinkProps, 'finding' | 'currency'>) => (
  <span className={findingClass(finding)}>
    {invoiceFindingLabel(finding, (amount) => formatAmount(amount, currency))}
  </span>
)

const findingClass = (finding: InvoiceFinding) => (isProblem(finding) ? 'text-yellow font-semibold' : 'text-muted')
