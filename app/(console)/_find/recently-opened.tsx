'use client'

import Link from 'next/link'
import { Instant } from '@/components/instant'
import { Button } from '@/components/ui/button'
import { Section } from '@/components/ui/section'
import { useRecents } from '@/lib/browser/recents'
import { type Destination, KIND_LABELS, pathOf } from './destination'

const MOST_SHOWN = 20

/** Pages opened in this browser, newest first. */
export function RecentlyOpened({ kind }: { kind?: Destination['kind'] }) {
  const recents = useRecents()
  const pages = recents.pages.filter((page) => !kind || page.kind === kind).slice(0, MOST_SHOWN)
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
        <p className="text-muted p-4 text-sm">Nothing yet. Paste an id above; what you open is listed here.</p>
      ) : (
        <ul className="divide-y">
          {pages.map((page) => (
            <li key={`${page.kind} ${page.id}`}>
              <Link
                href={pathOf(page)}
                prefetch={false}
                className="hover:bg-hover grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 px-4 py-2 text-sm sm:grid-cols-[7rem_minmax(0,1fr)_minmax(0,1fr)_auto]"
              >
                <span className="text-muted hidden text-xs sm:block">{KIND_LABELS[page.kind]}</span>
                <span className="foreign font-medium">{page.label}</span>
                <span className="opaque text-muted col-start-1 row-start-2 text-xs sm:col-start-auto sm:row-start-auto">
                  {page.id}
                </span>
                <span className="text-muted text-xs">
                  <Instant iso={page.openedAt} shape="dateTime" dense />
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
