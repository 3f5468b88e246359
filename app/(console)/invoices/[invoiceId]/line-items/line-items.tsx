'use client'

import { lazyWithRetry } from '@/components/ui/lazy-with-retry'
import { Section } from '@/components/ui/section'
import { classNames } from '@/components/ui/class-names'
import type { InvoiceView } from '@/contract/console/invoice'
import { isSeenByCustomer } from '@/lib/domain/invoice/seen-by-customer'
import { formatCount, formatNumber } from '@/lib/format/amount'
import { readable, readableList } from '@/lib/format/unreadable'
import { LineItemsTable } from './line-items-table'
import { LINES_ID, scrollToLines } from './lines-link'
import { LinesPages } from './lines-pages'
import { LinesToolbar } from './lines-toolbar'
import { PrintedLineItems } from './printed-line-items'
import type { FirstLines } from './shown-lines'
import type { useLinesSearch } from './use-lines-search'
import { usePrinting } from './use-printing'

/** Shown when a search or filter matches no line; loads on demand. */
const NoLines = lazyWithRetry(() => import('./no-lines').then((module) => module.NoLines))

interface LineItemsProps {
  invoice: InvoiceView
  /** The lines that the URL selects; undefined while they load. */
  shown: FirstLines | undefined
  loading: boolean
  currency: string | null
  /** When the subscription ends; null when it does not end or the end is unknown. */
  endDate: string | null
  lines: ReturnType<typeof useLinesSearch>
}

/** The lines of the invoice: a hundred per page, with search and filter; all of them in print. */
export function LineItems({ invoice, shown, loading, currency, endDate, lines }: LineItemsProps) {
  const printing = usePrinting()
  const { invoiceLineItems, totals } = invoice
  const { search } = lines
  const all = readableList(invoiceLineItems)
  const totalLines = totals?.lines ?? 0
  const isCustomers = search.lines === 'customer'
  return (
    <Section
      title="Line items"
      flush
      aside={totals && <LinesToolbar totals={totals} afterEnd={shown?.afterEnd ?? 0} lines={lines} />}
    >
      {all.length < totalLines && (
        <p role="status" className="text-muted border-b px-4 py-2 text-sm">
          {loadingLabel(totalLines, shown?.shown.length ?? 0, loading)}
        </p>
      )}
      {totalLines > 0 && (
        <div id={LINES_ID} className={classNames('scroll-mt-14', printing && 'no-print')}>
          <LineItemsTable
            lines={shown?.shown ?? []}
            currency={currency}
            subscriptionId={readable(invoice.subscriptionId)}
            endDate={endDate}
            isCustomers={isCustomers}
          />
        </div>
      )}
      {printing && all.length > 0 && (
        <PrintedLineItems
          lines={isCustomers ? all.filter((line) => isSeenByCustomer(line) === true) : all}
          currency={currency}
        />
      )}
      {shown?.matches === 0 && <NoLines invoice={invoice} search={search} endDate={endDate} />}
      {shown && (
        <LinesPages
          shown={shown}
          totalLines={totalLines}
          lines={lines}
          onTurn={(page) => {
            lines.showPage(page)
            scrollToLines()
          }}
        />
      )}
    </Section>
  )
}

function loadingLabel(totalLines: number, shown: number, loading: boolean): string {
  if (loading) return `Loading ${shown > 0 ? 'the other ' : ''}${formatCount(totalLines - shown, 'line')}…`
  return `Only ${formatNumber(shown)} of ${formatCount(totalLines, 'line')} could be loaded.`
}
