import { ArrowRight } from 'lucide-react'
import { type ComponentProps, type ReactNode, type SubmitEvent, useId, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Pagination } from '@/components/ui/pagination'
import type { TargetPage } from '@/lib/ledger/page-position'
import { typedDay } from '@/lib/time/typed-day'
import { formatNumber } from '@/lib/money/amount'
import { type LedgerSearch, PAGE_SIZES, pageNumber } from './search-params'

interface LedgerFooterProps {
  /** The requested page, which may still be loading. */
  target: TargetPage
  /** The range of the rows shown, or the page that is loading. */
  status: string
  onPage: (page: number) => void
  onPrefetch: (page: number) => void
  onPageSize: (pageSize: LedgerSearch['pageSize']) => void
  /** The result of "Go to date"; null without one. */
  dayLine: ReactNode
  /** Null before the whole ledger was read. */
  onDay: ((day: string) => void) | null
  /** Called when the typed text is not a day. */
  onNoDay: () => void
}

/** The position of the page in its ledger, with links to other pages; sticky when there is room. */
export function LedgerFooter({
  target,
  status,
  onPage,
  onPrefetch,
  onPageSize,
  dayLine,
  onDay,
  onNoDay,
}: LedgerFooterProps) {
  return (
    <div className="no-print bg-surface z-10 rounded-b-lg border-t px-4 py-2 [@media(min-width:40rem)_and_(min-height:36rem)]:sticky [@media(min-width:40rem)_and_(min-height:36rem)]:bottom-0">
      <div role="status" className="text-sm">
        {dayLine}
      </div>
      <Pagination
        page={target.page}
        lastPage={target.lastPage}
        hasNext={target.hasNext}
        onPage={onPage}
        onPrefetch={onPrefetch}
        pageSize={target.pageSize}
        pageSizes={PAGE_SIZES}
        onPageSize={onPageSize}
        keys={{ previous: '[', next: ']' }}
        jumps={<PageJumps lastPage={target.lastPage} onPage={onPage} onDay={onDay} onNoDay={onNoDay} />}
      >
        {status}
      </Pagination>
    </div>
  )
}

interface PageJumpsProps {
  /** Null when it is unknown. */
  lastPage: number | null
  onPage: (page: number) => void
  onDay: LedgerFooterProps['onDay']
  onNoDay: () => void
}

/** Jumps to a page by its number, or to the page on which a UTC day starts. */
function PageJumps({ lastPage, onPage, onDay, onNoDay }: PageJumpsProps) {
  const goToPage = (text: string) => {
    const page = pageNumber(text.replaceAll(/[\s,]/g, ''))
    if (page === null) return 'Enter a whole number from 1'
    if (lastPage !== null && page > lastPage) return `The last page is ${formatNumber(lastPage)}`
    onPage(page)
    return null
  }
  const goToDay = (text: string) => {
    const day = typedDay(text)
    if (day === null) {
      onNoDay()
      return 'Use 2026-03-03 or 3 Mar 2026'
    }
    onDay?.(day)
    return null
  }
  return (
    <>
      <JumpField label="Go to page" action="Show page" onJump={goToPage} inputMode="numeric" className="w-16" />
      {onDay && (
        <JumpField
          label="Go to date"
          action="Show day"
          about="UTC"
          onJump={goToDay}
          placeholder="YYYY-MM-DD"
          className="w-30"
        />
      )}
    </>
  )
}

interface JumpFieldProps extends Omit<ComponentProps<'input'>, 'id' | 'value' | 'onChange' | 'about'> {
  label: string
  /** The accessible name of the button. */
  action: string
  /** A hint after the field that describes it. */
  about?: ReactNode
  /** @returns why the text is not a destination; null after the jump, which empties the field */
  onJump: (text: string) => string | null
}

/** A small field that navigates on Enter. */
function JumpField({ label, action, about, onJump, ...input }: JumpFieldProps) {
  const id = useId()
  const [text, setText] = useState('')
  const [error, setError] = useState<string | null>(null)
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (text.trim() === '') return
    const refused = onJump(text)
    setError(refused)
    if (refused === null) setText('')
  }
  return (
    <form onSubmit={submit} className="flex flex-wrap items-center gap-x-1">
      <label htmlFor={id} className="text-muted mr-1 text-xs">
        {label}
      </label>
      <input
        type="text"
        autoComplete="off"
        enterKeyHint="go"
        {...input}
        id={id}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setError(null)
        }}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${about ? `${id}-about ` : ''}${id}-error`}
        className={`border-line-strong bg-surface aria-invalid:border-red min-h-7 rounded-md border px-1.5 text-sm tabular-nums ${input.className ?? ''}`}
      />
      {about && (
        <span id={`${id}-about`} className="text-muted max-w-32 truncate text-xs">
          {about}
        </span>
      )}
      <Button type="submit" variant="ghost" small className="w-7 px-0!" aria-label={action} title={action}>
        <ArrowRight aria-hidden="true" className="size-4" />
      </Button>
      <p id={`${id}-error`} role="alert" className="text-red w-full text-xs empty:hidden">
        {error}
      </p>
    </form>
  )
}
