'use client'

import { KindIcon } from '@/components/kind-icon'
import { useTimeZone } from '@/components/time-zone'
import { Link } from '@/components/ui/link'
import { Section } from '@/components/ui/section'
import { VisibleMarks } from '@/components/visible-marks'
import type { WatchedList as Watched } from '@/contract/console/indexed-objects'
import { objectPath } from '@/lib/format/paths'
import { KIND_LABELS } from '../_find/destination'
import { indexedDestination } from '../_find/seen-destination'

/** What the user watches, with the state of the last response. */
export function WatchedList({ watched }: Watched) {
  const timeZone = useTimeZone()
  return (
    <Section title="Watched" flush>
      <ul className="divide-y">
        {watched.map(({ kind, id, seen }) => {
          const destination = seen ? indexedDestination(seen, timeZone) : { kind, id, label: id }
          return (
            <li key={`${kind} ${id}`}>
              <Link
                href={objectPath(destination)}
                prefetch={false}
                className="hover:bg-hover flex items-center gap-2.5 px-4 py-2 text-sm -outline-offset-2"
              >
                <KindIcon kind={kind} />
                <span className="sr-only">{KIND_LABELS[kind]} </span>
                <span className="min-w-0">
                  <span className="foreign block font-medium">
                    <VisibleMarks>{destination.label}</VisibleMarks>
                  </span>
                  {destination.label !== id && (
                    <span className="opaque text-muted block text-xs">
                      <VisibleMarks>{id}</VisibleMarks>
                    </span>
                  )}
                </span>
              </Link>
            </li>
          )
        })}
      </ul>
    </Section>
  )
}
