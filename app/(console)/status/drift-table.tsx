import { Link } from '@/components/ui/link'
import { Instant } from '@/components/instant'
import { classNames } from '@/components/ui/class-names'
import { Pill } from '@/components/ui/pill'
import { VisibleMarks } from '@/components/visible-marks'
import type { DriftEntry, DriftResource, Status } from '@/contract/console/status'
import { invoicePath, ledgerPath, subscriptionPath } from '@/lib/browser/paths'
import { formatCount, formatNumber } from '@/lib/format/amount'
import { CELL, TableHead } from './table-head'

/** On a phone the cells of a row are stacked. */
const STACKED = 'max-md:block max-md:basis-full max-md:px-4 max-md:py-0.5'
/** Short cells share a line. */
const SHARED = 'max-md:block max-md:pr-0! max-md:pl-4 max-md:py-0.5'
const COLUMNS = [
  { header: 'Field' },
  { header: 'Difference', width: '15rem' },
  { header: 'Times', width: '5rem' },
  { header: 'Last seen', width: '10rem' },
  { header: 'For example', width: '11rem' },
]

const WORDS: Record<DriftEntry['kind'], string> = {
  missing: 'Not sent',
  unreadable: 'Could not be read',
  unknownValue: 'Unknown value',
  unknownField: 'Unknown field',
  repeated: 'Sent more than once',
}

const RESOURCES: Record<DriftResource, { label: string; path: (id: string) => string }> = {
  subscription: { label: 'Subscription', path: subscriptionPath },
  invoice: { label: 'Invoice', path: invoicePath },
  customer: { label: 'Transactions', path: ledgerPath },
}

/** The drift of the responses, most recently seen first. */
export function DriftTable({ drift: { entries, dropped } }: Pick<Status, 'drift'>) {
  return (
    <>
      <table className="w-full text-sm md:table-fixed">
        <caption className="sr-only">Differences from the interface document</caption>
        <colgroup className="max-md:hidden">
          {COLUMNS.map(({ header, width }) => (
            <col key={header} style={{ width }} />
          ))}
        </colgroup>
        <TableHead headers={COLUMNS.map(({ header }) => header)} hidden="max-md:hidden" />
        <tbody>
          {entries.map((entry) => (
            <DriftRow key={JSON.stringify([entry.resource, entry.kind, entry.field, entry.value])} entry={entry} />
          ))}
        </tbody>
      </table>
      {dropped > 0 && (
        <p className="text-muted border-t px-4 py-2 text-xs">
          {`The list is full: ${formatCount(dropped, 'rarer difference')} not shown.`}
        </p>
      )}
    </>
  )
}

function DriftRow({ entry }: { entry: DriftEntry }) {
  const { resource, field, kind, value, count, firstSeenAt, lastSeenAt, exampleId } = entry
  return (
    <tr className="border-t max-md:flex max-md:flex-wrap max-md:py-2">
      <th scope="row" className={classNames(CELL, STACKED, 'font-normal')}>
        <span className="text-muted block text-xs">{RESOURCES[resource].label}</span>
        {field === '' ? (
          'The whole response'
        ) : (
          <span className="opaque">
            <VisibleMarks>{field}</VisibleMarks>
          </span>
        )}
      </th>
      <td className={classNames(CELL, STACKED)}>
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          {WORDS[kind]}
          {value !== null && (
            <Pill tone="unknown">
              <VisibleMarks>{value}</VisibleMarks>
            </Pill>
          )}
        </span>
      </td>
      <td className={classNames(CELL, SHARED, 'tabular-nums')}>
        {formatNumber(count)}
        <span className="md:hidden"> {count === 1 ? 'time' : 'times'}</span>
      </td>
      <td className={classNames(CELL, SHARED)}>
        <Instant iso={lastSeenAt} dense />
        {minuteOf(firstSeenAt) !== minuteOf(lastSeenAt) && (
          <span className="text-muted block text-xs">
            since <Instant iso={firstSeenAt} dense />
          </span>
        )}
      </td>
      <td className={classNames(CELL, STACKED)}>
        <Example id={exampleId} resource={resource} />
      </td>
    </tr>
  )
}

/** As precise as the display. */
const minuteOf = (iso: string) => iso.slice(0, 'YYYY-MM-DDTHH:MM'.length)

function Example({ id, resource }: { id: string; resource: DriftResource }) {
  return (
    <Link href={RESOURCES[resource].path(id)} prefetch={false} className="opaque text-accent hover:underline">
      <VisibleMarks>{id}</VisibleMarks>
    </Link>
  )
}
