import { Money } from '@/components/money/money'
import type { InvoiceTotals, InvoiceView } from '@/lib/invoices/invoice'
import { type ChainBasis, type InvoiceChain, invoiceChain } from '@/lib/invoices/invoice-chain'
import type { InvoiceFinding } from '@/lib/invoices/finding'
import { exactOf } from '@/lib/money/decimal'
import { formatCount } from '@/lib/money/amount'
import {
  CHAIN_NAMES,
  CUSTOMER_COPY,
  customerTotalLabel,
  hiddenTotalLabel,
  isCustomerTotalOther,
  roundingLabel,
  SEEN_LINES,
  totalLabel,
} from '@/lib/invoices/total-labels'
import { isUnreadable, UNKNOWN } from '@/lib/billing-api/unreadable'
import { ExplainedSums } from './invoice-findings'
import { LinesLink, type LinesLinkProps } from './line-items/lines-link'
import type { useLinesSearch } from './line-items/use-lines-search'

interface MainTotalProps {
  totals: InvoiceTotals | null
  chain: InvoiceChain | null
  currency: string | null
  lines: ReturnType<typeof useLinesSearch>
}

/** The sum of the invoice in large type: of all lines, or in the customer's view of theirs. */
export function MainTotal({ totals, chain, currency, lines }: MainTotalProps) {
  if (totals === null) return null
  const isCustomers = lines.search.lines === 'customer'
  const { note, unknown } = isCustomers ? customerTotalLabel(totals) : totalLabel(totals)
  const amount = isCustomers ? totals.customerTotal : totalOf(totals, chain)
  const isPartial = (isCustomers ? totals.unreadableCustomerLines : totals.unreadableLines) > 0 && amount !== null
  return (
    <dl className="max-w-full min-w-0">
      <div className="flex flex-wrap items-baseline gap-x-2">
        <dt className="text-muted text-sm">
          {isCustomers ? SEEN_LINES : CHAIN_NAMES.total} {isPartial && <span className="text-yellow">{note}</span>}
        </dt>
        <dd className="foreign max-w-full min-w-0 text-2xl font-semibold">
          {amount === null ? (unknown?.short ?? UNKNOWN) : <Money amount={amount} currency={currency} />}
        </dd>
      </div>
    </dl>
  )
}

/** Without lines, sums of the API say nothing: the sum of no lines is not their total. */
const totalOf = (totals: InvoiceTotals, chain: InvoiceChain | null) =>
  chain?.total ?? (totals.lines === 0 ? null : totals.total)

interface InvoiceSumsProps extends Omit<MainTotalProps, 'totals'> {
  invoice: Pick<InvoiceView, 'invoiceLineItems' | 'totals'>
  findings: readonly InvoiceFinding[]
}

/** How the sums follow from each other, and what is not known of them; nothing for a plain sum of the lines. */
export function InvoiceSums({ invoice, chain, currency, findings, lines }: InvoiceSumsProps) {
  const { invoiceLineItems, totals } = invoice
  if (totals === null)
    return (
      <p className="text-muted text-sm">
        Total not known:{' '}
        {isUnreadable(invoiceLineItems) ? 'the line items could not be read' : 'the API sent no line items'}.
      </p>
    )
  const { customerTotal, hiddenTotal, hiddenLines, unreadableLines } = totals
  const total = totalOf(totals, chain)
  const isCustomers = lines.search.lines === 'customer'
  // Hidden lines of zero change nothing.
  const isHiddenShown = hiddenLines > 0 && exactOf(hiddenTotal)?.eq(0) !== true
  const [all, hidden, seen] = [totalLabel(totals), hiddenTotalLabel(totals), customerTotalLabel(totals)]
  return (
    <div className="empty:hidden">
      {!isCustomers && chain && <Chain chain={chain} currency={currency} />}
      {!isCustomers && (isCustomerTotalOther(totals) || seen.unknown !== null) && (
        <dl className="flex flex-wrap items-baseline gap-x-6 gap-y-1 text-sm">
          {isHiddenShown && (
            <Sum label="Hidden lines" to="hidden" lines={lines} {...hidden} amount={hiddenTotal} currency={currency} />
          )}
          <Sum
            label={SEEN_LINES}
            to="customer"
            lines={lines}
            {...seen}
            copy={isCustomerTotalOther(totals) ? CUSTOMER_COPY : undefined}
            amount={customerTotal}
            currency={currency}
          />
        </dl>
      )}
      <ExplainedSums findings={findings} currency={currency} />
      {(isCustomers ? [seen] : [all, hidden, seen]).map(
        ({ unknown }) =>
          unknown && (
            <p key={unknown.why} className="text-yellow mt-1 text-xs">
              {unknown.why}
            </p>
          ),
      )}
      {!isCustomers && total !== null && unreadableLines > 0 && (
        <p className="text-yellow mt-1 text-xs">
          {formatCount(unreadableLines, 'line')} without a readable amount {unreadableLines === 1 ? 'is' : 'are'} not
          included.
        </p>
      )}
    </div>
  )
}

interface SumsOriginProps extends Pick<InvoiceSumsProps, 'currency' | 'lines'> {
  invoice: InvoiceView
  /** The source of the currency. */
  currencyNote: string
}

/** The caption of the lines: the source of the currency and the sums, and the rounding of rounded sums. */
export function SumsOrigin({ invoice, currency, currencyNote, lines }: SumsOriginProps) {
  const { totals } = invoice
  if (totals === null) return null
  const chain = invoiceChain(invoice)
  const ofCustomer = roundingLabel(totals.customerTotal, currency)
  const isCustomers = lines.search.lines === 'customer'
  const rounding = (isCustomers ? null : roundingLabel(totalOf(totals, chain), currency)) ?? ofCustomer
  return (
    <p className="text-muted border-t px-4 py-2 text-xs">
      {currencyNote.endsWith('…') ? currencyNote : `${currencyNote}.`} {ORIGINS[chain?.basis ?? 'lines']}
      {rounding !== null && `, ${rounding}`}. Days are UTC.
    </p>
  )
}

const ORIGINS: Record<ChainBasis, string> = {
  sums: 'Total by the API’s own sums',
  lines: 'Total calculated here',
  unclear:
    'Total calculated here from the lines alone: the API’s other amounts don’t agree with them or could not be read',
}

const SIGNS = {
  lines: undefined,
  beside: "before:content-['+_']",
  total: "before:content-['=_']",
  settled: "before:content-['−_']",
  due: "before:content-['=_']",
}

/** "Lines + Beside the lines = Total − Credits and payments = Due", as far as these differ. */
function Chain({ chain, currency }: { chain: InvoiceChain; currency: string | null }) {
  const [hasBeside, isSettled] = [/[1-9]/.test(chain.beside), /[1-9]/.test(chain.settled ?? '')]
  const shown = [
    ...(hasBeside ? (['lines', 'beside', 'total'] as const) : []),
    ...(isSettled ? (['settled', 'due'] as const) : []),
  ]
  if (shown.length === 0) return null
  return (
    <dl className="mb-1 flex flex-wrap items-baseline gap-x-6 gap-y-1 text-sm">
      {shown.map((name) => (
        <div key={name} className="flex max-w-full min-w-0 flex-wrap items-baseline gap-x-2">
          <dt className={SIGNS[name]}>{CHAIN_NAMES[name]}</dt>
          <dd className="foreign max-w-full min-w-0 font-medium">
            <Money amount={chain[name]} currency={currency} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

interface SumProps extends ReturnType<typeof totalLabel> {
  label: string
  /** The filter of the lines in the sum, for a link to them. */
  to: LinesLinkProps['to']
  lines: ReturnType<typeof useLinesSearch>
  /** A further note on the sum. */
  copy?: string | undefined
  /** Null when it is unknown. */
  amount: string | null
  currency: string | null
}

const Sum = ({ label, to, lines, copy, note, unknown, amount, currency }: SumProps) => (
  <div className="flex max-w-full min-w-0 flex-wrap items-baseline gap-x-2">
    <dt>
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
