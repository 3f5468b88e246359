'use client'

import { Link } from '@/components/ui/link'
import { Instant } from '@/components/instant'
import { Button } from '@/components/ui/button'
import { Section } from '@/components/ui/section'
import type { RecentPage } from '@/lib/browser/recent-page'
import { useRecents } from '@/lib/browser/recents'
import { type Destination, KIND_LABELS, pathOf } from './destination'
import { RecentFigures, RecentState } from './recent-figures'
import { VisibleMarks } from '@/components/visible-marks'

const MAX_SHOWN = 20

/** The pages opened in this browser, newest first, with their last known status. */
export function RecentlyOpened({ kind }: { kind?: Destination['kind'] }) {
  const recents = useRecents()
  const pages = recents.pages.filter((page) => !kind || page.kind === kind).slice(0, MAX_SHOWN)
  return (
    <Section
      title="Opened recently in this browser"
      flush
      aside={
        pages.length > 0 && (
          <Button variant="ghost" small onClick={recents.forget}>
            Forget all
          </Button>
        )
      }
    >
      {pages.length === 0 ? (
        <p className="text-muted p-4 text-sm">Nothing opened yet.</p>
      ) : (
        <ul className="divide-y">
          {pages.map((page) => (
            <li key={`${page.kind} ${page.id}`}>
              <OpenedPage page={page} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

function OpenedPage({ page }: { page: RecentPage }) {
  return (
    <Link
      href={pathOf(page)}
      prefetch={false}
      className="hover:bg-hover grid items-start gap-x-4 gap-y-1 px-4 py-2.5 text-sm sm:grid-cols-[6rem_minmax(0,1.2fr)_minmax(0,1fr)_minmax(0,1.2fr)_8.5rem]"
    >
      <span className="text-muted text-xs sm:pt-0.5">{KIND_LABELS[page.kind]}</span>
      <span className="min-w-0">
        <span className="foreign block font-medium">
          <VisibleMarks>{page.label}</VisibleMarks>
        </span>
        {page.label !== page.id && (
          <span className="opaque text-muted block text-xs">
            <VisibleMarks>{page.id}</VisibleMarks>
          </span>
        )}
      </span>
      <span className="min-w-0">
        <RecentState page={page} />
      </span>
      <span className="min-w-0 tabular-nums sm:text-right">
        <RecentFigures page={page} />
      </span>
      <span className="text-muted text-xs sm:pt-0.5 sm:text-right">
        as of <Instant iso={page.asOf} dense />
      </span>
    </Link>
  )
}
