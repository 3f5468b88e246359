import type { ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import { lazyWithRetry } from '@/components/ui/lazy-with-retry'
import { Pagination } from '@/components/ui/pagination'
import { Section } from '@/components/ui/section'
import type { InvoiceTotals, InvoiceView } from '@/lib/invoices/invoice'
import { usePrinting } from '@/components/ui/use-printing'
import type { InvoiceFindings } from '@/lib/invoices/invoice-findings'
import { isSeenByCustomer } from '@/lib/invoices/invoice-lines'
import { formatCount, formatNumber } from '@/lib/money/amount'
import { readable, readableList } from '@/lib/billing-api/unreadable'
import { LineItemsTable } from './line-items-table'
import { LINES_ID, scrollToLines } from './lines-link'
import { type LinesSearch, PAGE_SIZES } from './lines-search-params'
import { PrintedLineItems } from './printed-line-items'
import type { ShownLines } from './matching-lines'
import type { useLinesSearch } from './use-lines-search'

/** Shown when a search or filter matches no line; loads on demand. */
const NoLines = lazyWithRetry(() => import('./no-lines').then((module) => module.NoLines))

interface LineItemsProps {
  invoice: InvoiceView
  /** The lines that the URL selects; undefined while they load. */
  shown: ShownLines | undefined
  loading: boolean
  currency: string | null
  checked: InvoiceFindings
  lines: ReturnType<typeof useLinesSearch>
  /** Shown below the lines. */
  caption: ReactNode
}

/** The lines of the invoice: a hundred per page, with search and filter; all of them in print. */
export function LineItems({ invoice, shown, loading, currency, checked, lines, caption }: LineItemsProps) {
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
      aside={totals && <LinesToolbar totals={totals} checked={checked} lines={lines} />}
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
            checked={checked}
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
      {shown?.matches === 0 && <NoLines invoice={invoice} search={search} />}
      {caption}
      {shown && <LinesPages shown={shown} totalLines={totalLines} lines={lines} />}
    </Section>
  )
}

function loadingLabel(totalLines: number, shown: number, loading: boolean): string {
  if (loading) return `Loading ${shown > 0 ? 'the other ' : ''}${formatCount(totalLines - shown, 'line')}…`
  return `Only ${formatNumber(shown)} of ${formatCount(totalLines, 'line')} could be loaded.`
}

interface LinesPagesProps {
  shown: ShownLines
  totalLines: number
  lines: ReturnType<typeof useLinesSearch>
}

/** Shows which lines are displayed, with links to the other pages; renders nothing when a short invoice shows all. */
function LinesPages({ shown, totalLines, lines: { search, setPageSize, showPage } }: LinesPagesProps) {
  const { page, lastPage, matches } = shown
  const isFiltered = search.lines !== null || search.find !== ''
  if (totalLines <= PAGE_SIZES[0] && !isFiltered) return null
  const first = (page - 1) * search.pageSize + 1
  return (
    <div className="no-print bg-surface bottom-0 z-10 rounded-b-lg border-t px-4 py-2 [@media(min-height:30rem)]:sticky">
      <Pagination
        page={page}
        lastPage={lastPage}
        hasNext={page < lastPage}
        onPage={(turnedTo) => {
          showPage(turnedTo)
          scrollToLines()
        }}
        pageSize={search.pageSize}
        pageSizes={PAGE_SIZES}
        onPageSize={setPageSize}
      >
        {shown.shown.length > 0 && `${formatNumber(first)}–${formatNumber(first + shown.shown.length - 1)} of `}
        {isFiltered
          ? `${formatCount(matches, 'matching line')}, ${formatNumber(totalLines)} in all`
          : formatCount(totalLines, 'line')}
      </Pagination>
    </div>
  )
}

const PRESSED = 'aria-pressed:border-accent aria-pressed:text-accent'
/** Shorter invoices get no search: users find a line by eye. */
const FIND_FROM_LINES = 10

interface LinesToolbarProps {
  totals: InvoiceTotals
  checked: InvoiceFindings
  lines: ReturnType<typeof useLinesSearch>
}

/** Filters and sorts the lines. Hides a filter that matches no line, unless it is active. */
function LinesToolbar({ totals, checked, lines: { search, showLines, setOrder, find } }: LinesToolbarProps) {
  const { lines, hiddenLines } = totals
  const { checks, findings } = checked
  const linesOf = (kind: 'afterEnd' | 'beforeStart') => findings.find((found) => found.kind === kind)?.lines.length ?? 0
  const isCustomers = search.lines === 'customer'
  const filters: { to: NonNullable<LinesSearch['lines']>; label: string; count: number }[] = [
    { to: 'look', label: 'Needs a look', count: isCustomers ? 0 : checks.look },
    { to: 'hidden', label: 'Hidden lines only', count: isCustomers ? 0 : hiddenLines },
    { to: 'afterEnd', label: 'After the end', count: isCustomers ? 0 : linesOf('afterEnd') },
    { to: 'beforeStart', label: 'Before the start', count: isCustomers ? 0 : linesOf('beforeStart') },
    { to: 'customer', label: 'As the customer sees it', count: lines },
  ]
  return (
    <div className="no-print flex flex-wrap items-center gap-2">
      {filters
        .filter(({ to, count }) => count > 0 || search.lines === to)
        .map(({ to, label }) => (
          <Button
            key={to}
            small
            aria-pressed={search.lines === to}
            className={PRESSED}
            onClick={() => showLines(search.lines === to ? null : to)}
          >
            {label}
          </Button>
        ))}
      {((checks.look > 1 && !isCustomers) || search.order !== null) && (
        <Button
          small
          aria-pressed={search.order === 'difference'}
          className={PRESSED}
          onClick={() => setOrder(search.order === null ? 'difference' : null)}
        >
          Sort by difference
        </Button>
      )}
      {(lines > FIND_FROM_LINES || search.find !== '') && (
        <input
          type="search"
          aria-label="Filter lines"
          placeholder="Text, amount or “hidden”"
          title="By description, ID or amount; “hidden” finds lines hidden from the customer"
          value={search.find}
          onChange={(event) => find(event.target.value)}
          className="border-line-strong bg-surface min-h-8 w-56 max-w-full rounded-md border px-2 text-sm"
        />
      )}
    </div>
  )
}
