import { Money } from '@/components/money'
import { classNames } from '@/components/ui/class-names'
import { Section } from '@/components/ui/section'
import type { InvoiceTotals as Totals } from '@/contract/console/invoice'
import { MOST_DIGITS } from '@/lib/domain/decimal'
import { formatCount } from '@/lib/format/amount'

interface InvoiceTotalsProps {
  /** Null where no lines were sent: their sum is not known. */
  totals: Totals | null
  currency: string | null
  /** Where the currency comes from. */
  currencyNote: string
}

/** The exact sums: the API sends none, so they are the console's own and say so. */
export function InvoiceTotals({ totals, currency, currencyNote }: InvoiceTotalsProps) {
  if (totals === null)
    return (
      <Section title="Totals">
        <p className="text-muted text-sm">Not known: the API sent no line items that could be read.</p>
      </Section>
    )
  const { total, customerTotal, lines, customerLines, unreadableLines } = totals
  return (
    <Section title="Totals" aside={<span className="text-muted text-xs">computed here</span>}>
      <dl className="max-w-xl space-y-1 text-sm">
        <Sum label="Total" note={`sum of ${formatCount(lines, 'line')}`} amount={total} currency={currency} strong />
        <Sum
          label="Customer total"
          note={`sum of ${formatCount(customerLines, 'line')} a customer sees`}
          amount={customerTotal}
          currency={currency}
        />
      </dl>
      <p className="text-muted mt-2 text-xs">{currencyNote}</p>
      {total === null && (
        <p className="text-yellow mt-1 text-xs">
          Not computed: an amount has more than {formatCount(MOST_DIGITS, 'digit')} before or after the point.
        </p>
      )}
      {unreadableLines > 0 && (
        <p className="text-yellow mt-1 text-xs">
          {formatCount(unreadableLines, 'line')} without a readable amount {unreadableLines === 1 ? 'is' : 'are'} not in
          it.
        </p>
      )}
    </Section>
  )
}

interface SumProps {
  label: string
  note: string
  /** Null where it was not computed. */
  amount: string | null
  currency: string | null
  strong?: boolean
}

function Sum({ label, note, amount, currency, strong = false }: SumProps) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4">
      <dt>
        <span className={strong ? 'font-semibold' : undefined}>{label}</span>{' '}
        <span className="text-muted text-xs">{note}</span>
      </dt>
      <dd className={classNames('foreign ml-auto min-w-0 text-right', strong && 'text-lg font-semibold')}>
        {amount === null ? 'Not computed' : <Money amount={amount} currency={currency} />}
      </dd>
    </div>
  )
}
