import { Instant } from '@/components/time/instant'
import { type Column, DataTable } from '@/components/ui/data-table'
import { Pill } from '@/components/ui/pill'
import { VisibleMarks } from '@/components/text/visible-marks'
import type { DriftEntry, DriftResource, Status } from '@/lib/status/status'
import { invoicePath, ledgerPath, subscriptionPath } from '@/lib/core/paths'
import { formatCount, formatNumber } from '@/lib/money/amount'
import { OwnText } from '@/components/text/own-text'
import { TextLink } from '@/components/text/text-link'

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
      <DataTable
        caption="Unexpected API responses"
        look="stack"
        columns={COLUMNS}
        rows={entries}
        keyOf={({ resource, kind, field, value }) => JSON.stringify([resource, kind, field, value])}
      />
      {dropped > 0 && (
        <p className="text-muted border-t px-4 py-2 text-xs">
          {`The list is full: ${formatCount(dropped, 'rarer difference')} not shown.`}
        </p>
      )}
    </>
  )
}

const COLUMNS: readonly Column<DriftEntry>[] = [
  {
    header: 'Field',
    isRowHeader: true,
    show: ({ resource, field }) => (
      <>
        <span className="text-muted block text-xs">{RESOURCES[resource].label}</span>
        {field === '' ? 'The whole response' : <OwnText text={field} className="opaque" />}
      </>
    ),
  },
  {
    header: 'Difference',
    width: '15rem',
    show: ({ kind, value }) => (
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        {WORDS[kind]}
        {value !== null && (
          <Pill tone="unknown">
            <VisibleMarks>{value}</VisibleMarks>
          </Pill>
        )}
      </span>
    ),
  },
  { header: 'Times', width: '5rem', isFigure: true, show: ({ count }) => formatNumber(count) },
  {
    header: 'Last seen',
    width: '10rem',
    show: ({ firstSeenAt, lastSeenAt }) => (
      <>
        <Instant iso={lastSeenAt} dense />
        {minuteOf(firstSeenAt) !== minuteOf(lastSeenAt) && (
          <span className="text-muted block text-xs">
            since <Instant iso={firstSeenAt} dense />
          </span>
        )}
      </>
    ),
  },
  {
    header: 'For example',
    width: '11rem',
    show: ({ exampleId, resource }) => (
      <TextLink href={RESOURCES[resource].path(exampleId)} className="opaque">
        {exampleId}
      </TextLink>
    ),
  },
]

/** As precise as the display. */
const minuteOf = (iso: string) => iso.slice(0, 'YYYY-MM-DDTHH:MM'.length)
