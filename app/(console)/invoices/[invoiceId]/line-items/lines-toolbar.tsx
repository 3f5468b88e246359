import { Button } from '@/components/ui/button'
import type { InvoiceTotals } from '@/contract/console/invoice'
import type { LinesSearch } from './lines-search-params'
import type { useLinesSearch } from './use-lines-search'

const PRESSED = 'aria-pressed:border-accent aria-pressed:text-accent'
/** Shorter invoices get no search: users find a line by eye. */
const FIND_FROM_LINES = 10

interface LinesToolbarProps {
  totals: InvoiceTotals
  /** The number of lines that start after the end of the subscription. */
  afterEnd: number
  lines: ReturnType<typeof useLinesSearch>
}

/** Filters and sorts the lines. Hides a filter that matches no line, unless it is active. */
export function LinesToolbar({ totals, afterEnd, lines: { search, showLines, setOrder, find } }: LinesToolbarProps) {
  const { lines, checks, hiddenLines } = totals
  const isCustomers = search.lines === 'customer'
  const filters: { to: NonNullable<LinesSearch['lines']>; label: string; count: number }[] = [
    { to: 'look', label: 'Needs a look', count: isCustomers ? 0 : checks.look },
    { to: 'hidden', label: 'Hidden lines only', count: isCustomers ? 0 : hiddenLines },
    { to: 'afterEnd', label: 'After the end', count: isCustomers ? 0 : afterEnd },
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
          title="By description, id or amount; “hidden” finds what the customer does not see"
          value={search.find}
          onChange={(event) => find(event.target.value)}
          className="border-line-strong bg-surface min-h-8 w-56 max-w-full rounded-md border px-2 text-sm"
        />
      )}
    </div>
  )
}
