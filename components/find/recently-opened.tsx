import { Link } from '@/components/ui/link'
import { KindIcon } from '@/components/objects/kind-icon'
import { Section } from '@/components/ui/section'
import { VisibleMarks } from '@/components/text/visible-marks'
import type { OpenedList, OpenedObject } from '@/lib/objects/indexed-objects'
import { formatAgo } from '@/lib/time/ago'
import { formatDateTime } from '@/lib/time/instant'
import { objectPath } from '@/lib/core/paths'
import { ClearOpened } from './clear-opened'
import { KIND_LABELS } from './destination'
import { DateOrAmount, ObjectStatus } from './object-facts'
import { objectName } from './seen-destination'

const HOUR_MS = 3_600_000

interface ReadAt {
  /** When the list was read, UTC ISO 8601. */
  readAt: string
  /** The zone of the dates. */
  timeZone: string
}

/** What the user opened last, newest first, with the state of the last response. */
export function RecentlyOpened({ opened, ...at }: OpenedList & ReadAt) {
  return (
    <Section title="Opened recently" flush aside={opened.length > 0 && <ClearOpened />}>
      {opened.length === 0 ? (
        <p className="text-muted p-4 text-sm">Nothing opened yet.</p>
      ) : (
        <ul className="grid py-1 lg:grid-cols-2">
          {opened.map((object) => (
            <li key={`${object.kind} ${object.id}`}>
              <Opened object={object} {...at} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

function Opened({ object, readAt, timeZone }: { object: OpenedObject } & ReadAt) {
  const name = objectName(object)
  const { kind, id, openedAt, asOf } = object
  return (
    <Link
      href={objectPath(object)}
      prefetch={false}
      className="hover:bg-hover grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-0.5 px-4 py-1.5 text-sm -outline-offset-2"
    >
      <span className="flex min-w-0 items-center gap-x-2.5 max-sm:flex-wrap">
        <KindIcon kind={kind} />
        {!name.startsWith(KIND_LABELS[kind]) && <span className="sr-only">{KIND_LABELS[kind]} </span>}
        <span className="max-w-full shrink-0 truncate font-medium" title={name}>
          <VisibleMarks>{name}</VisibleMarks>
        </span>
        {name !== id && (
          <span className="opaque text-muted min-w-0 truncate text-xs max-sm:whitespace-normal" title={id}>
            <VisibleMarks>{id}</VisibleMarks>
          </span>
        )}
      </span>
      <span className="[&>small]:text-muted min-w-0 text-right tabular-nums [&>small]:block [&>small]:text-xs">
        <DateOrAmount object={object} timeZone={timeZone} at={readAt} />
      </span>
      <span className="flex min-w-0 flex-wrap items-baseline gap-x-3 sm:pl-6.5">
        <ObjectStatus object={object} at={readAt} />
        {Date.parse(openedAt) - Date.parse(asOf) > HOUR_MS && (
          <span className="text-muted text-xs">read {formatAgo(asOf, readAt, timeZone)}</span>
        )}
      </span>
      <time
        dateTime={openedAt}
        title={`Opened ${formatDateTime(openedAt, timeZone)} ${timeZone}`}
        className="text-muted text-right text-xs whitespace-nowrap"
      >
        {formatAgo(openedAt, readAt, timeZone)}
      </time>
    </Link>
  )
}
