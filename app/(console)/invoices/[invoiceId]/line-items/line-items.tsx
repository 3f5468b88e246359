'use client'

import { type ReactNode, useDeferredValue, useMemo, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import { Pagination } from '@/components/ui/pagination'
import { Section } from '@/components/ui/section'
import type { InvoiceLineItemView } from '@/contract/console/invoice'
import { formatCount, formatQuantity } from '@/lib/format/amount'
import { LineItemsTable } from './line-items-table'
import { LINES_PER_PAGE } from './lines-per-page'
import { matchingLines } from './matching-lines'
import { PrintedLineItems } from './printed-line-items'
import { usePrinting } from './use-printing'

/** Fewer lines than this are found by eye. */
const FILTER_FROM_LINES = 10
const PAGE_SIZES = [20, 50, LINES_PER_PAGE] as const

interface LineItemsProps {
  /** All lines, or the first of a long invoice while the rest is on its way. */
  lines: InvoiceLineItemView[]
  /** How many the invoice has. */
  totalLines: number
  /** What stands in place of the table. */
  whenNone: ReactNode
  loading: boolean
  currency: string | null
  /** How many of all lines need a look; with `onlyLook` no other is shown. */
  lookLines: number
  onlyLook: boolean
  onOnlyLook: (only: boolean) => void
}

/** The lines of the invoice: a hundred at a time, found by text, all of them on paper. */
export function LineItems({
  lines,
  totalLines,
  whenNone,
  loading,
  currency,
  lookLines,
  onlyLook,
  onOnlyLook,
}: LineItemsProps) {
  const [text, setText] = useState('')
  const [page, setPage] = useState(1)
  const [pageSize, setPageSize] = useState(LINES_PER_PAGE)
  const table = useRef<HTMLDivElement>(null)
  const printing = usePrinting()
  const sought = useDeferredValue(text)
  const matches = useMemo(() => matchingLines(lines, sought, onlyLook), [lines, sought, onlyLook])

  const lastPage = Math.max(1, Math.ceil(matches.length / pageSize))
  const start = (Math.min(page, lastPage) - 1) * pageSize
  const shown = matches.slice(start, start + pageSize)
  const missing = totalLines - lines.length
  const turnTo = (to: number) => {
    setPage(to)
    if (table.current && table.current.getBoundingClientRect().top < 0) table.current.scrollIntoView()
  }
  return (
    <Section
      title="Line items"
      flush
      aside={
        <div className="no-print flex flex-wrap items-center gap-2">
          {(lookLines > 0 || onlyLook) && (
            <Button small aria-pressed={onlyLook} onClick={() => onOnlyLook(!onlyLook)}>
              Needs a look
            </Button>
          )}
          {totalLines > FILTER_FROM_LINES && (
            <input
              type="search"
              aria-label="Filter lines"
              placeholder="Filter lines"
              title="By description or id"
              value={text}
              onChange={(event) => {
                setText(event.target.value)
                setPage(1)
              }}
              className="border-line-strong bg-surface min-h-8 w-56 max-w-full rounded-md border px-2 text-sm"
            />
          )}
        </div>
      }
    >
      {missing > 0 && (
        <p role="status" className="text-muted border-b px-4 py-2 text-sm">
          {loading
            ? `Loading the other ${formatCount(missing, 'line')}…`
            : `Only the first ${number(lines.length)} of ${formatCount(totalLines, 'line')} could be loaded.`}
        </p>
      )}
      {totalLines === 0 ? (
        <p className="text-muted p-4 text-sm">{whenNone}</p>
      ) : (
        <div id="line-items" ref={table} className={classNames('scroll-mt-16', printing && 'no-print')}>
          <LineItemsTable lines={shown} currency={currency} />
        </div>
      )}
      {printing && lines.length > 0 && <PrintedLineItems lines={lines} currency={currency} />}
      {totalLines > 0 && matches.length === 0 && (
        <p className="no-print text-muted border-t p-4 text-sm">
          {sought.trim() === '' ? (
            'No line needs a look.'
          ) : (
            <>
              No line holds “<span className="foreign">{sought}</span>” in its description or ids.
            </>
          )}
        </p>
      )}
      {(totalLines > PAGE_SIZES[0] || sought !== '' || onlyLook) && (
        <div className="no-print bg-surface sticky bottom-0 z-10 rounded-b-lg border-t px-4 py-2">
          <Pagination
            page={Math.min(page, lastPage)}
            lastPage={lastPage}
            hasNext={page < lastPage}
            onPage={turnTo}
            pageSize={pageSize}
            pageSizes={PAGE_SIZES}
            onPageSize={(size) => {
              setPageSize(size)
              setPage(1)
            }}
          >
            {shown.length > 0 && `${number(start + 1)}–${number(start + shown.length)} of `}
            {sought === '' && !onlyLook
              ? formatCount(totalLines, 'line')
              : `${formatCount(matches.length, 'matching line')}, ${number(totalLines)} in all`}
          </Pagination>
        </div>
      )}
    </Section>
  )
}

const number = (count: number) => formatQuantity(String(count))
