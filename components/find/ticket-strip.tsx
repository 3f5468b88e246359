import { ChevronLeft, ChevronRight, X } from 'lucide-react'
import { usePathname } from 'next/navigation'
import type { ReactNode } from 'react'
import { KindIcon } from '@/components/objects/kind-icon'
import { Button } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import { Link } from '@/components/ui/link'
import { useNavigation } from '@/components/ui/navigation-progress'
import { VisibleMarks } from '@/components/text/visible-marks'
import { forgetTicket, useTicket } from '@/components/ticket/ticket'
import { type LinkedObject, objectPath } from '@/lib/core/paths'
import { KIND_LABELS, shownId } from './destination'
import { RESULTS_PATH } from './use-find'

/** The objects of the ticket above the one that is open, until it is closed. */
export function TicketStrip() {
  const ticket = useTicket()
  const pathname = usePathname()
  // One object without a number tells nothing.
  if (!ticket || (ticket.found.length < 2 && ticket.number === null)) return null
  const { found, number } = ticket
  const current = found.findIndex((object) => `${pathname}/`.startsWith(`${objectPath(object)}/`))
  return (
    <nav
      aria-label="In this ticket"
      className="no-print bg-surface mb-4 flex flex-wrap items-center gap-x-3 gap-y-1 rounded-lg border px-3 py-1.5 text-sm"
    >
      <Link href={RESULTS_PATH} prefetch={false} className="font-medium whitespace-nowrap hover:underline">
        {number === null ? 'In this ticket' : `Ticket ${number}`}
      </Link>
      <ul className="relative order-last flex min-w-0 basis-full gap-1 overflow-x-auto py-0.5 md:order-none md:flex-1 md:basis-0">
        {found.map((object, index) => (
          <li
            key={`${object.kind} ${object.id}`}
            className="shrink-0"
            ref={index === current ? scrollSideways : undefined}
          >
            <Link
              href={objectPath(object)}
              prefetch={false}
              aria-current={index === current ? 'page' : undefined}
              className={classNames(
                'flex min-h-7 items-center gap-1.5 rounded-md px-2',
                index === current ? 'bg-hover font-medium' : 'hover:bg-hover text-accent',
              )}
            >
              <KindIcon kind={object.kind} />
              <span className="sr-only">{KIND_LABELS[object.kind]} </span>
              <span className="opaque max-w-56 truncate" title={object.id}>
                <VisibleMarks>{shownId(object.id)}</VisibleMarks>
              </span>
            </Link>
          </li>
        ))}
      </ul>
      <span className="ml-auto flex items-center gap-1">
        {found.length > 1 && (
          <>
            {current >= 0 && (
              <span className="text-muted text-xs whitespace-nowrap tabular-nums">
                {current + 1} of {found.length}
              </span>
            )}
            <Step label="Previous" shortcut="[" to={found[current < 0 ? -1 : current - 1]}>
              <ChevronLeft aria-hidden="true" className="size-4" />
            </Step>
            <Step label="Next" shortcut="]" to={found[current + 1]}>
              <ChevronRight aria-hidden="true" className="size-4" />
            </Step>
          </>
        )}
        <Button variant="ghost" small aria-label="Close" title="Close" onClick={forgetTicket}>
          <X aria-hidden="true" className="size-4" />
        </Button>
      </span>
    </nav>
  )
}

/** Shows the object of the page among many. Only the list scrolls, not the page. */
function scrollSideways(item: HTMLElement | null): void {
  const list = item?.parentElement
  if (item && list) list.scrollLeft = item.offsetLeft - (list.clientWidth - item.offsetWidth) / 2
}

interface StepProps {
  label: string
  /** The key that presses it. */
  shortcut: string
  to: LinkedObject | undefined
  children: ReactNode
}

function Step({ label, shortcut, to, children }: StepProps) {
  const { go } = useNavigation()
  return (
    <Button
      variant="ghost"
      small
      aria-label={label}
      title={`${label} (${shortcut})`}
      aria-keyshortcuts={shortcut}
      aria-disabled={!to || undefined}
      onClick={() => to && go(objectPath(to), label)}
    >
      {children}
    </Button>
  )
}
