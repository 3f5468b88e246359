import type { ReactNode } from 'react'
import { Money } from '@/components/money'
import { classNames } from '@/components/ui/class-names'
import { Link } from '@/components/ui/link'
import type { InvoiceView } from '@/contract/console/invoice'
import type { InvoiceFinding } from '@/contract/console/invoice-findings'
import { invoicePath } from '@/lib/browser/paths'
import { type InvoiceFindings, isAboutInvoice, isProblem } from '@/lib/domain/invoice/invoice-findings'
import { formatAmount, formatCount } from '@/lib/format/amount'
import { checksLabel, invoiceFindingLabel } from '@/lib/format/finding-label'
import {
  CUSTOMER_COPY,
  customerTotalLabel,
  hiddenTotalLabel,
  isCustomerTotalOther,
  roundingLabel,
  totalLabel,
} from '@/lib/format/total-labels'
import { isUnreadable } from '@/lib/format/unreadable'
import { LinesLink } from './line-items/lines-link'
import type { LinesSearch } from './line-items/lines-search-params'
import type { useLinesSearch } from './line-items/use-lines-search'
import { VerdictIcon, type VerdictState } from './verdict-icon'

interface InvoiceTotalsProps {
  invoice: Pick<InvoiceView, 'invoiceLineItems' | 'totals'>
  currency: string | null
  /** The source of the currency. */
  currencyNote: string
  checked: InvoiceFindings
  /** Which other invoices it was compared with, in words. */
  comparison: string
  lines: ReturnType<typeof useLinesSearch>
}

/** The sums and their verdict. The API sends no sums: the console computes them and says so. */
export function InvoiceTotals({ invoice, currency, currencyNote, checked, comparison, lines }: InvoiceTotalsProps) {
  const { invoiceLineItems, totals } = invoice
  if (totals === null)
    return (
      <Card>
        <p className="text-muted text-sm">
          Total not known:{' '}
          {isUnreadable(invoiceLineItems) ? 'the line items could not be read' : 'the API sent no line items'}.
        </p>
        <InvoiceVerdict checked={checked} comparison={comparison} currency={currency} lines={lines} />
      </Card>
    )
  const { total, customerTotal, hiddenTotal, hiddenLines, unreadableLines } = totals
  // The customer's view has one sum and no verdict.
  if (lines.search.lines === 'customer')
    return (
      <Card>
        <dl>
          <Sum
            label="Customer total"
            {...customerTotalLabel(totals)}
            amount={customerTotal}
            currency={currency}
            strong
          />
        </dl>
        <SentSums findings={checked.findings} currency={currency} />
        <Origin currencyNote={currencyNote} rounding={roundingLabel(customerTotal, currency)} />
        <Reasons sums={[customerTotalLabel(totals)]} />
      </Card>
    )
  const all = totalLabel(totals)
  const hidden = hiddenTotalLabel(totals)
  const seen = customerTotalLabel(totals)
  return (
    <Card>
      <dl>
        <Sum label="Total" to={null} lines={lines} {...all} amount={total} currency={currency} strong />
      </dl>
      <SentSums findings={checked.findings} currency={currency} />
      <InvoiceVerdict checked={checked} comparison={comparison} currency={currency} lines={lines} />
      <dl className="mt-3 border-t pt-2">
        {hiddenLines > 0 && (
          <Sum
            label="Hidden lines"
            to="hidden"
            lines={lines}
            sign="−"
            {...hidden}
            amount={hiddenTotal}
            currency={currency}
          />
        )}
        <Sum
          label="Customer total"
          to="customer"
          lines={lines}
          sign={hiddenLines > 0 ? '=' : undefined}
          {...seen}
          copy={isCustomerTotalOther(totals) ? CUSTOMER_COPY : undefined}
          amount={customerTotal}
          currency={currency}
        />
      </dl>
      <Origin
        currencyNote={currencyNote}
        rounding={roundingLabel(total, currency) ?? roundingLabel(customerTotal, currency)}
      />
      <Reasons sums={[all, hidden, seen]} />
      {total !== null && unreadableLines > 0 && (
        <p className="text-yellow mt-1 text-xs">
          {formatCount(unreadableLines, 'line')} without a readable amount {unreadableLines === 1 ? 'is' : 'are'} not
          included.
        </p>
      )}
    </Card>
  )
}

/** Says how the API's sums follow from the lines, in each view and on paper: a sum beside them needs its reason. */
const SentSums = ({ findings, currency }: { findings: readonly InvoiceFinding[]; currency: string | null }) =>
  findings.filter(isOfSentSum).map((finding, nth) => (
    <div key={nth} className={classNames('mt-1 text-sm', isProblem(finding) && 'no-print')}>
      <VerdictLine state={isProblem(finding) ? 'look' : 'note'}>
        <FindingText finding={finding} currency={currency} />
      </VerdictLine>
    </div>
  ))

const isOfSentSum = ({ kind }: InvoiceFinding) => kind === 'sentSum'

const Card = ({ children }: { children: ReactNode }) => (
  <section aria-label="Totals" className="bg-surface h-full rounded-lg border px-4 py-3">
    {children}
  </section>
)

/** Returns why a sum is unknown. */
const Reasons = ({ sums }: { sums: ReturnType<typeof totalLabel>[] }) =>
  sums.flatMap(({ unknown }) =>
    unknown ? (
      <p key={unknown.why} className="text-yellow mt-1 text-xs">
        {unknown.why}
      </p>
    ) : (
      []
    ),
  )

/** States the source of the currency and the sums, and the rounding of rounded sums. */
const Origin = ({ currencyNote, rounding }: { currencyNote: string; rounding: string | null }) => (
  <p className="text-muted mt-1 text-xs">
    {[currencyNote, 'total calculated here', rounding].filter((part) => part !== null).join(' · ')}
  </p>
)

const SIGNS = { '−': "before:content-['−_']", '=': "before:content-['=_']" }

interface SumProps extends ReturnType<typeof totalLabel> {
  label: string
  /** The filter of the lines in the sum, for a link to them. */
  to?: LinesSearch['lines']
  lines?: ReturnType<typeof useLinesSearch>
  /** How it follows from the sums above it. */
  sign?: keyof typeof SIGNS
  /** A further note on the sum. */
  copy?: string
  /** Null when it is unknown. */
  amount: string | null
  currency: string | null
  strong?: boolean
}

function Sum({ label, to, lines, sign, copy, note, unknown, amount, currency, strong = false }: SumProps) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 text-sm">
      <dt className={classNames(strong && 'font-semibold', sign && SIGNS[sign])}>
        {lines && to !== undefined ? (
          <LinesLink to={to} lines={lines}>
            {label}
          </LinesLink>
        ) : (
          label
        )}{' '}
        <span className="text-muted text-xs font-normal">{note}</span>
        {copy !== undefined && <span className="block text-xs font-normal">{copy}</span>}
      </dt>
      <dd className={classNames('foreign ml-auto min-w-0 text-right', strong && 'text-2xl leading-9 font-semibold')}>
        {amount === null ? unknown?.short : <Money amount={amount} currency={currency} />}
      </dd>
    </div>
  )
}

type InvoiceVerdictProps = Pick<InvoiceTotalsProps, 'checked' | 'comparison' | 'currency' | 'lines'>

/** Shows the findings, then the number of lines that add up. Not printed, because it is not for the payer. */
function InvoiceVerdict({ checked: { findings, checks }, comparison, currency, lines }: InvoiceVerdictProps) {
  const label = checksLabel(checks)
  const wide = findings.filter((finding) => isAboutInvoice(finding) && !isOfSentSum(finding))
  const isClean = !findings.some(isProblem)
  return (
    <div className="no-print mt-1 space-y-0.5 text-sm">
      {label?.look != null && (
        <VerdictLine state="look">
          <LinesLink to="look" lines={lines} className="text-yellow font-semibold">
            {label.look}
          </LinesLink>
        </VerdictLine>
      )}
      {wide.map((finding, nth) => (
        <VerdictLine key={nth} state={isProblem(finding) ? 'look' : 'note'}>
          <FindingLink finding={finding} currency={currency} lines={lines} />
        </VerdictLine>
      ))}
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
  const look = lookOf(finding)
  switch (finding.kind) {
    case 'afterEnd':
    case 'beforeStart':
      return (
        <LinesLink to={finding.kind} lines={lines} className={look}>
          {text}
        </LinesLink>
      )
    case 'sameLine':
    case 'tiersOfLines':
      return (
        <LinesLink to="look" lines={lines} className={look}>
          {text}
        </LinesLink>
      )
    case 'sameCharge':
      return (
        <Link
          href={invoicePath(finding.other.id)}
          prefetch={false}
          className={classNames(look, 'decoration-line-strong underline underline-offset-4 hover:decoration-current')}
        >
          {text}
        </Link>
      )
    default:
      return <FindingText finding={finding} currency={currency} />
  }
}

const FindingText = ({ finding, currency }: Pick<FindingLinkProps, 'finding' | 'currency'>) => (
  <span className={lookOf(finding)}>{invoiceFindingLabel(finding, (amount) => formatAmount(amount, currency))}</span>
)

const lookOf = (finding: InvoiceFinding) => (isProblem(finding) ? 'text-yellow font-semibold' : 'text-muted')
