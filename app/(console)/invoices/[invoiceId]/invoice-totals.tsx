import { Money } from '@/components/money'
import type { InvoiceTotals, InvoiceView } from '@/contract/console/invoice'
import type { InvoiceFinding } from '@/contract/console/invoice-findings'
import { exactOf } from '@/lib/domain/money/decimal'
import { formatCount } from '@/lib/format/amount'
import {
  CUSTOMER_COPY,
  customerTotalLabel,
  hiddenTotalLabel,
  isCustomerTotalOther,
  roundingLabel,
  totalLabel,
} from '@/lib/format/total-labels'
import { isUnreadable } from '@/lib/format/unreadable'
import { ExplainedSums } from './invoice-findings'
import { LinesLink } from './line-items/lines-link'
import type { LinesSearch } from './line-items/lines-search-params'
import type { useLinesSearch } from './line-items/use-lines-search'

interface MainTotalProps {
  totals: InvoiceTotals | null
  currency: string | null
  lines: ReturnType<typeof useLinesSearch>
}

/** The sum of the invoice in large type: of all lines, or in the customer's view of theirs. */
export function MainTotal({ totals, currency, lines }: MainTotalProps) {
  if (totals === null) return null
  const isCustomers = lines.search.lines === 'customer'
  const { note, unknown } = isCustomers ? customerTotalLabel(totals) : totalLabel(totals)
  const amount = isCustomers ? totals.customerTotal : totals.total
  const isPartial = (isCustomers ? totals.unreadableCustomerLines : totals.unreadableLines) > 0 && amount !== null
  return (
    <dl className="max-w-full min-w-0">
      <div className="flex flex-wrap items-baseline gap-x-2">
        <dt className="text-muted text-sm">
          <LinesLink to={isCustomers ? 'customer' : null} lines={lines}>
            {isCustomers ? 'Customer total' : 'Total'}
          </LinesLink>{' '}
          {isPartial && <span className="text-yellow">{note}</span>}
        </dt>
        <dd className="foreign max-w-full min-w-0 text-2xl font-semibold">
          {amount === null ? unknown?.short : <Money amount={amount} currency={currency} />}
        </dd>
      </div>
    </dl>
  )
}

interface InvoiceSumsProps {
  invoice: Pick<InvoiceView, 'invoiceLineItems' | 'totals'>
  currency: string | null
  /** The source of the currency. */
  currencyNote: string
  findings: readonly InvoiceFinding[]
  lines: ReturnType<typeof useLinesSearch>
}

/** How the customer's total follows from the total. The API sends no sums: the console computes them and says so. */
export function InvoiceSums({ invoice, currency, currencyNote, findings, lines }: InvoiceSumsProps) {
  const { invoiceLineItems, totals } = invoice
  if (totals === null)
    return (
      <p className="text-muted text-sm">
        Total not known:{' '}
        {isUnreadable(invoiceLineItems) ? 'the line items could not be read' : 'the API sent no line items'}.
      </p>
    )
  const { total, customerTotal, hiddenTotal, hiddenLines, unreadableLines } = totals
  const isCustomers = lines.search.lines === 'customer'
  // Hidden lines of zero change nothing.
  const isHiddenShown = hiddenLines > 0 && exactOf(hiddenTotal)?.eq(0) !== true
  const [all, hidden, seen] = [totalLabel(totals), hiddenTotalLabel(totals), customerTotalLabel(totals)]
  return (
    <div>
      {!isCustomers && (
        <dl className="flex flex-wrap items-baseline gap-x-6 gap-y-1 text-sm">
          {isHiddenShown && (
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
            sign={isHiddenShown ? '=' : undefined}
            {...seen}
            copy={isCustomerTotalOther(totals) ? CUSTOMER_COPY : undefined}
            amount={customerTotal}
            currency={currency}
          />
        </dl>
      )}
      <ExplainedSums findings={findings} currency={currency} />
      <Origin
        currencyNote={currencyNote}
        rounding={(isCustomers ? null : roundingLabel(total, currency)) ?? roundingLabel(customerTotal, currency)}
      />
      <Reasons sums={isCustomers ? [seen] : [all, hidden, seen]} />
      {!isCustomers && total !== null && unreadableLines > 0 && (
        <p className="text-yellow mt-1 text-xs">
          {formatCount(unreadableLines, 'line')} without a readable amount {unreadableLines === 1 ? 'is' : 'are'} not
          included.
        </p>
      )}
    </div>
  )
}

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
    {currencyNote.endsWith('…') ? currencyNote : `${currencyNote}.`} Total calculated here
    {rounding !== null && `, ${rounding}`}.
  </p>
)

const SIGNS = { '−': "before:content-['−_']", '=': "before:content-['=_']" }

interface SumProps extends ReturnType<typeof totalLabel> {
  label: string
  /** The filter of the lines in the sum, for a link to them. */
  to: LinesSearch['lines']
  lines: ReturnType<typeof useLinesSearch>
  /** How it follows from the sums before it. */
  sign?: keyof typeof SIGNS | undefined
  /** A further note on the sum. */
  copy?: string | undefined
  /** Null when it is unknown. */
  amount: string | null
  currency: string | null
}

const Sum = ({ label, to, lines, sign, copy, note, unknown, amount, currency }: SumProps) => (
  <div className="flex max-w-full min-w-0 flex-wrap items-baseline gap-x-2">
    <dt className={sign && SIGNS[sign]}>
      <LinesLink to={to} lines={lines}>
        {label}
      </LinesLink>{' '}
      <span className="text-muted text-xs">{copy === undefined ? note : `${note}, ${copy}`}</span>
    </dt>
    <dd className="foreign max-w-full min-w-0 font-medium">
      {amount === null ? unknown?.short : <Money amount={amount} currency={currency} />}
    </dd>
  </div>
)
