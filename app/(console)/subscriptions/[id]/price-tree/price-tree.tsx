import { type FocusEvent, type KeyboardEvent, useCallback, useDeferredValue, useMemo, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Section } from '@/components/ui/section'
import type { PlanView } from '@/lib/subscriptions/subscription'
import { matchingPrices, planPrices, priceCountLabel } from '@/lib/subscriptions/plan-prices'
import { formatCount, formatNumber } from '@/lib/money/amount'
import { isLimited, PriceTreeRow } from './price-tree-row'
import { expandableKeys, groupedPrices, PLAN_KEY, type TreeRow, treeRows, unfoldedPrices } from './tree-rows'
import { OwnText } from '@/components/text/own-text'

const SHOWN_AT_FIRST = 50
const SHOWN_MORE = 100
/** A shorter list gets no filter and no “Expand all”: people find a price by eye. */
const FILTERED_FROM = 9

interface PriceTreeProps {
  plan: PlanView
  /** The subscription's cadence: its prices come first. */
  billingCadence: string | null
  /** True when the subscription runs: the base price of its interval is then the current one. */
  runs: boolean
  currency: string | null
}

/** Plan → prices → billables as a treegrid; a long list shows its first prices, and a filter finds the others. */
export function PriceTree({ plan, billingCadence, runs, currency }: PriceTreeProps) {
  const prices = useMemo(() => planPrices(plan, billingCadence), [plan, billingCadence])
  const [filter, setFilter] = useState('')
  const soughtText = useDeferredValue(filter)
  const matching = useMemo(() => matchingPrices(prices, soughtText), [prices, soughtText])
  const [most, setMost] = useState(SHOWN_AT_FIRST)
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(new Set([PLAN_KEY]))
  const toggle = useCallback((key: string) => {
    setExpanded((open) => new Set(open.has(key) ? [...open].filter((other) => other !== key) : [...open, key]))
  }, [])
  // A filter match is never inside a folded group.
  const grouped = useMemo(
    () => (soughtText.trim() === '' ? groupedPrices(matching) : { first: matching, groups: [] }),
    [matching, soughtText],
  )
  const { count, shown } = useMemo(() => unfoldedPrices(grouped, expanded, most), [grouped, expanded, most])
  const rows = useMemo(() => treeRows(grouped, shown, expanded), [grouped, shown, expanded])
  const { activeKey, onKeyDown, onFocus } = useTreegridKeys(rows, toggle)
  const left = count - shown.size
  const isLong = prices.length >= FILTERED_FROM
  const hasLimits = useMemo(() => prices.some(({ price }) => price !== null && isLimited(price)), [prices])
  const columns = ['Name', 'Charge', 'Billing', ...(hasLimits ? ['Limits'] : [])]
  const isWhole = isLong && expandableKeys(grouped).every((key) => expanded.has(key))

  return (
    <Section
      title="Plan, prices and billables"
      flush
      aside={
        isLong && (
          <Button
            small
            aria-pressed={isWhole}
            className="no-print"
            onClick={() => setExpanded(new Set(isWhole ? [PLAN_KEY] : expandableKeys(grouped)))}
          >
            Expand all
          </Button>
        )
      }
    >
      {isLong && (
        <PriceFilter
          filter={filter}
          onFilter={(text) => {
            setFilter(text)
            setMost(SHOWN_AT_FIRST)
          }}
          matching={matching.length}
          total={prices.length}
          totalLabel={priceCountLabel(prices.length, plan.prices)}
        />
      )}
      <div className="overflow-x-auto">
        <table
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- ARIA allows it on tables
          role="treegrid"
          aria-label="Plan, prices and billables"
          onKeyDown={onKeyDown}
          onFocus={onFocus}
          className="rows tree"
        >
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, ...row }) => (
              <PriceTreeRow
                key={key}
                {...row}
                rowKey={key}
                active={key === activeKey}
                plan={plan}
                priceCount={prices.length}
                currency={currency}
                hasLimits={hasLimits}
                runs={runs}
                onToggle={toggle}
              />
            ))}
          </tbody>
        </table>
      </div>
      {prices.length > 0 && matching.length === 0 && (
        <p className="no-print text-muted border-t p-4 text-sm">
          No price matches “
          <OwnText text={soughtText} />” by name, ID, billable or status.
        </p>
      )}
      {left > 0 && (
        <div className="no-print flex items-center gap-3 border-t px-4 py-2 text-sm">
          <Button small onClick={() => setMost(most + SHOWN_MORE)}>
            Show {Math.min(SHOWN_MORE, left)} more
          </Button>
          <span className="text-muted">
            {formatNumber(shown.size)} of {formatCount(count, 'price')} shown
          </span>
        </div>
      )}
    </Section>
  )
}

interface PriceFilterProps {
  filter: string
  onFilter: (filter: string) => void
  matching: number
  total: number
  /** `total` in words. */
  totalLabel: string
}

/** Filters prices by name, ID, billable or status. */
function PriceFilter({ filter, onFilter, matching, total, totalLabel }: PriceFilterProps) {
  return (
    <div className="no-print flex flex-wrap items-center gap-x-3 gap-y-1 border-b px-4 py-2">
      <input
        type="search"
        aria-label="Filter prices"
        placeholder="Filter by name, ID, billable or status"
        autoComplete="off"
        spellCheck={false}
        value={filter}
        onChange={(event) => onFilter(event.currentTarget.value)}
        className="border-line-strong bg-surface min-h-8 w-full max-w-72 rounded-md border px-2.5 text-sm"
      />
      <span aria-live="polite" className="text-muted text-xs">
        {matching === total ? totalLabel : `${formatNumber(matching)} of ${totalLabel}`}
      </span>
    </div>
  )
}

/**
 * Handles the arrow keys of the ARIA treegrid pattern with row focus: one row is in the tab order; Up, Down, Home and
 * End move; Right unfolds or goes to the first child; Left folds or goes to the parent; Enter and Space toggle.
 */
function useTreegridKeys(rows: TreeRow[], toggle: (key: string) => void) {
  const [focusedKey, setFocusedKey] = useState<string | null>(null)
  const activeKey = rows.some(({ key }) => key === focusedKey) ? focusedKey : (rows[0]?.key ?? null)

  const onKeyDown = (event: KeyboardEvent<HTMLTableElement>) => {
    const { target, currentTarget: table } = event
    if (!(target instanceof HTMLTableRowElement) || event.ctrlKey || event.metaKey || event.altKey) return
    const index = rows.findIndex(({ key }) => key === target.dataset.key)
    const row = rows[index]
    if (!row) return
    const focusRow = (key: string | null | undefined) =>
      [...table.rows].find((element) => element.dataset.key === key)?.focus()

    const actions: Record<string, () => void> = {
      ArrowDown: () => focusRow(rows[index + 1]?.key),
      ArrowUp: () => focusRow(rows[index - 1]?.key),
      Home: () => focusRow(rows[0]?.key),
      End: () => focusRow(rows.at(-1)?.key),
      ArrowRight: () => (row.expanded === false ? toggle(row.key) : row.expanded && focusRow(rows[index + 1]?.key)),
      ArrowLeft: () => (row.expanded ? toggle(row.key) : focusRow(row.parentKey)),
      Enter: () => row.expanded !== undefined && toggle(row.key),
      ' ': () => row.expanded !== undefined && toggle(row.key),
    }
    const act = actions[event.key]
    if (!act) return
    event.preventDefault()
    act()
  }
  const onFocus = ({ target }: FocusEvent) => {
    if (target instanceof HTMLTableRowElement && target.dataset.key) setFocusedKey(target.dataset.key)
  }
  return { activeKey, onKeyDown, onFocus }
}
