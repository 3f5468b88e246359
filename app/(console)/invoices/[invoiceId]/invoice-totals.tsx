import { Money } from '@/components/money'
import { classNames } from '@/components/ui/class-names'
import { Section } from '@/components/ui/section'
import type { InvoiceTotals as InvoiceTotalsOfLines, InvoiceView } from '@/contract/console/invoice'
import { formatCount } from '@/lib/format/amount'
import { isUnreadable } from '@/lib/format/unreadable'
import { checksLabel } from './checks-label'
import { customerTotalLabel, totalLabel } from './total-labels'
import { VerdictIcon } from './verdict-icon'

interface InvoiceTotalsProps {
  invoice: Pick<InvoiceView, 'invoiceLineItems' | 'totals'>
  currency: string | null
  /** Where the currency comes from. */
  currencyNote: string
  /** Shows the lines that need a look. */
  onLook: () => void
}

/** The exact sums: the API sends none, so they are the console's own and say so. */
export function InvoiceTotals({
  invoice: { invoiceLineItems, totals },
  currency,
  currencyNote,
  onLook,
}: InvoiceTotalsProps) {
  if (totals === null)
    return (
      <Section title="Totals">
        <p className="text-muted text-sm">
          Not known:{' '}
          {isUnreadable(invoiceLineItems) ? 'the line items could not be read' : 'the API sent no line items'}.
        </p>
      </Section>
    )
  const { total, customerTotal, unreadableLines } = totals
  const all = totalLabel(totals)
  const seen = customerTotalLabel(totals)
  const reasons = [all, seen].flatMap(({ unknown }) => unknown?.why ?? [])
  return (
    <Section title="Totals" aside={<span className="text-muted text-xs">computed here</span>}>
      <dl className="max-w-xl space-y-1 text-sm">
        <Sum label="Total" {...all} amount={total} currency={currency} strong />
        <Sum label="Customer total" {...seen} amount={customerTotal} currency={currency} />
      </dl>
      <Checks totals={totals} onLook={onLook} />
      <p className="text-muted mt-2 text-xs">{currencyNote}</p>
      {reasons.map((why) => (
        <p key={why} className="text-yellow mt-1 text-xs">
          {why}
        </p>
      ))}
      {total !== null && unreadableLines > 0 && (
        <p className="text-yellow mt-1 text-xs">
          {formatCount(unreadableLines, 'line')} without a readable amount {unreadableLines === 1 ? 'is' : 'are'} not in
          it.
        </p>
      )}
    </Section>
  )
}

/** Whether the lines are right, as far as the console can tell: for whoever checks them, not for who pays. */
function Checks({ totals, onLook }: { totals: InvoiceTotalsOfLines; onLook: () => void }) {
  const checks = checksLabel(totals)
  if (checks === null) return null
  const { text, state, note } = checks
  return (
    <p className="no-print mt-3 flex flex-wrap items-center gap-x-1.5 text-sm">
      <VerdictIcon state={state} className="size-4 shrink-0" />
      {state === 'look' ? (
        <a href="#line-items" onClick={onLook} className="text-yellow font-medium underline underline-offset-2">
          {text}
        </a>
      ) : (
        <span className="font-medium">{text}</span>
      )}
      {note !== '' && <span className="text-muted text-xs">{note}</span>}
    </p>
  )
}

interface SumProps extends ReturnType<typeof totalLabel> {
  label: string
  /** Null where it is not known. */
  amount: string | null
  currency: string | null
  strong?: boolean
}

function Sum({ label, note, unknown, amount, currency, strong = false }: SumProps) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4">
      <dt>
        <span className={strong ? 'font-semibold' : undefined}>{label}</span>{' '}
        <span className="text-muted text-xs">{note}</span>
      </dt>
      <dd className={classNames('foreign ml-auto min-w-0 text-right', strong && 'text-2xl font-semibold')}>
        {amount === null ? unknown?.short : <Money amount={amount} currency={currency} />}
      </dd>
    </div>
  )
}
