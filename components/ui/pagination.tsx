import { ChevronFirst, ChevronLast, ChevronLeft, ChevronRight } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { Button } from './button'

interface PaginationProps<Size extends number> {
  /** Counts from 1. */
  page: number
  /** Null when the last page is unknown. */
  lastPage: number | null
  hasNext: boolean
  onPage: (page: number) => void
  /** Called on hover or keyboard focus of a page button, to prefetch the page. */
  onPrefetch?: (page: number) => void
  pageSize: number
  pageSizes: readonly Size[]
  onPageSize: (pageSize: Size) => void
  /** The keys that also turn pages, when the page handles any. */
  keys?: { previous: string; next: string }
  /** Further ways to reach a page. */
  jumps?: ReactNode
  /** The visible rows and their total. */
  children: ReactNode
}

interface PageStepsProps {
  page: number
  lastPage: number
  /** The labels of the buttons. */
  labels: readonly [previous: string, next: string]
  onPage: (page: number) => void
}

/** Turns the pages of a short list; nothing when there is one page only. */
export function PageSteps({ page, lastPage, labels: [previous, next], onPage }: PageStepsProps) {
  if (lastPage <= 1 && page <= 1) return null
  return (
    <PageButtons>
      <PageButton disabled={page === 1} onClick={() => onPage(page - 1)}>
        {previous}
      </PageButton>
      <span aria-live="polite" className="text-muted text-xs tabular-nums">
        Page {page.toLocaleString('en')} of {lastPage.toLocaleString('en')}
      </span>
      <PageButton disabled={page >= lastPage} onClick={() => onPage(page + 1)}>
        {next}
      </PageButton>
    </PageButtons>
  )
}

/** The foot of a list with its page buttons. */
export const PageButtons = ({ children }: { children: ReactNode }) => (
  <nav
    aria-label="Pagination"
    className="no-print flex flex-wrap items-center justify-between gap-2 border-t px-4 py-2"
  >
    {children}
  </nav>
)

/** Turns a page. Not `disabled`, which would lose the focus on the last page. */
export const PageButton = ({ disabled, ...button }: ComponentProps<typeof Button>) => (
  <Button small aria-disabled={disabled || undefined} {...button} />
)

interface PageSizeProps<Size extends number> {
  value: number
  sizes: readonly Size[]
  onChange: (size: Size) => void
}

/** Chooses how many rows a page has. */
export const PageSize = <Size extends number>({ value, sizes, onChange }: PageSizeProps<Size>) => (
  <label className="text-muted flex items-center gap-2 text-xs">
    Rows per page
    <select
      value={value}
      onChange={({ currentTarget }) => {
        const size = sizes[currentTarget.selectedIndex]
        if (size !== undefined) onChange(size)
      }}
      className="border-line-strong bg-surface text-text min-h-7 rounded-md border px-1 text-sm tabular-nums"
    >
      {sizes.map((size) => (
        <option key={size} value={size}>
          {size}
        </option>
      ))}
    </select>
  </label>
)

/** Turns the pages of a table and sets the page size. */
export function Pagination<Size extends number>(props: PaginationProps<Size>) {
  const { page, lastPage, hasNext, onPage, onPrefetch, pageSize, pageSizes, onPageSize, keys, jumps, children } = props
  const steps = [
    { label: 'First page', icon: ChevronFirst, to: 1, possible: page > 1, key: undefined },
    { label: 'Previous page', icon: ChevronLeft, to: page - 1, possible: page > 1, key: keys?.previous },
    { label: 'Next page', icon: ChevronRight, to: page + 1, possible: hasNext, key: keys?.next },
    {
      label: 'Last page',
      icon: ChevronLast,
      to: lastPage ?? page,
      possible: lastPage !== null && lastPage !== page,
      key: undefined,
    },
  ]
  return (
    <nav aria-label="Pagination" className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-sm">
      <p aria-live="polite" className="tabular-nums">
        {children}
      </p>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        {jumps}
        <PageSize value={pageSize} sizes={pageSizes} onChange={onPageSize} />
        <div className="flex items-center gap-0.5">
          {steps.map(({ label, icon: Icon, to, possible, key }) => (
            <PageButton
              key={label}
              variant="ghost"
              className="w-7 px-0!"
              aria-label={label}
              title={key ? `${label}: key ${key}` : label}
              aria-keyshortcuts={key}
              disabled={!possible}
              onPointerEnter={() => possible && onPrefetch?.(to)}
              onFocus={() => possible && onPrefetch?.(to)}
              onClick={() => onPage(to)}
            >
              <Icon aria-hidden="true" className="size-4" />
            </PageButton>
          ))}
        </div>
      </div>
    </nav>
  )
}
