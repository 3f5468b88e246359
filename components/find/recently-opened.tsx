import { Link } from '@/components/ui/link'
import { KindIcon } from '@/components/objects/kind-icon'
import { Section } from '@/components/ui/section'
import { VisibleMarks } from '@/components/text/visible-marks'
import type { IndexedCustomer, IndexedInvoice, OpenedList, OpenedObject } from '@/lib/objects/indexed-objects'
import { formatAmount, formatCount, formatMoney } from '@/lib/money/amount'
import { formatAgo } from '@/lib/time/ago'
import { formatDate, formatDateTime } from '@/lib/time/instant'
import { UNKNOWN } from '@/lib/billing-api/unreadable'
import { objectPath } from '@/lib/core/paths'
import { GoneSince } from '@/components/lists/gone-since'
import { ListedStatus } from '@/components/lists/listed-status'
import { ClearOpened } from './clear-opened'
import { KIND_LABELS } from './destination'
import { openedName } from './seen-destination'

const MAX_BALANCES = 2
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
  const name = openedName(object)
  const { kind, id, openedAt, asOf } = object
  return (
    <Link
      href={objectPath(object)}
      prefetch={false}
      className="hover:bg-hover grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-0.5 px-4 py-1.5 text-sm -outline-offset-2"
    >
      <span className="flex min-w-0 items-center gap-2.5">
        <KindIcon kind={kind} />
        {!name.startsWith(KIND_LABELS[kind]) && <span className="sr-only">{KIND_LABELS[kind]} </span>}
        <span className="max-w-full shrink-0 truncate font-medium" title={name}>
          <VisibleMarks>{name}</VisibleMarks>
        </span>
        {name !== id && (
          <span className="opaque text-muted min-w-0 truncate text-xs" title={id}>
            <VisibleMarks>{id}</VisibleMarks>
          </span>
        )}
      </span>
      <span className="min-w-0 text-right tabular-nums">
        <Figures object={object} />
      </span>
      <span className="flex min-w-0 flex-wrap items-baseline gap-x-3 pl-6.5">
        <State object={object} readAt={readAt} timeZone={timeZone} />
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

/** The last known status, with its date; of a customer, the newest entry. */
function State({ object, readAt, timeZone }: { object: OpenedObject } & ReadAt) {
  if (object.kind !== 'customer') return <ListedStatus row={object} at={readAt} />
  if (object.goneAt !== null) return <GoneSince goneAt={object.goneAt} />
  return (
    object.newestAt !== null && (
      <span className="text-muted text-xs">Last transaction {formatDate(object.newestAt, timeZone)}</span>
    )
  )
}

/** The amount: the base price, the total, or the balances. */
function Figures({ object }: { object: OpenedObject }) {
  if (object.kind === 'customer') return <Balances {...object} />
  const amount = object.kind === 'subscription' ? object.pays : totalOf(object)
  return amount !== null && <span className="font-medium">{amount}</span>
}

const totalOf = ({ total, currency }: IndexedInvoice) =>
  total === null ? `Total ${UNKNOWN.toLowerCase()}` : formatMoney(total, currency)

function Balances({ balances }: IndexedCustomer) {
  const known = (balances ?? []).flatMap(({ unit, balance }) => (balance === null ? [] : [{ unit, balance }]))
  const more = known.length - MAX_BALANCES
  return (
    <>
      {known.slice(0, MAX_BALANCES).map(({ unit, balance }, nth) => (
        <span key={nth} className="foreign block font-medium">
          {formatAmount(balance)} {unit}
        </span>
      ))}
      {more > 0 && <span className="text-muted block text-xs">and {formatCount(more, 'more balance')}</span>}
    </>
  )
}
