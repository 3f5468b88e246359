'use client'

import { useQuery } from '@tanstack/react-query'
import { useQueryStates } from 'nuqs'
import { Instant } from '@/components/instant'
import { SubscriptionStatusPill } from '@/components/subscription-status'
import { VisibleMarks } from '@/components/visible-marks'
import type { Column } from '@/components/ui/data-table'
import { EmptyCell } from '@/components/ui/empty-cell'
import { Pill, type Tone } from '@/components/ui/pill'
import {
  type Batch,
  BATCH_FILTERS,
  type BatchPreview,
  type BatchResults,
  type BatchRow,
} from '@/contract/console/batches'
import { readAddress } from '@/contract/console/operation-address'
import { subscriptionPath } from '@/lib/format/paths'
import { formatNumber } from '@/lib/format/amount'
import { BATCH_FILTER_NAMES, BATCH_PREVIEW_NAMES, batchTitle } from '@/lib/format/batch-label'
import { changeStateLabel } from '@/lib/format/change-state-label'
import { listQuery } from '@/lib/queries/operation-query'
import { NameCell } from '../../_lists/list-cells'
import type { FilterChip } from '../../_lists/list-filters'
import { ListPage } from '../../_lists/list-page'
import { FIRST_PAGE } from '../../_lists/list-search'
import { STATE_TONES } from '../../_subscription-changes/state-tones'
import { BatchSteps } from './batch-steps'
import { batchInput, batchSearchParams } from './search-params'

const SOON_MS = 2_000
const LATER_MS = 15_000

const columnsAt = (readAt: string): Column<BatchRow>[] => [
  {
    header: 'Subscription',
    isRowHeader: true,
    show: (row) => (
      <NameCell
        kind="subscription"
        path={subscriptionPath(row.id)}
        name={row.name}
        id={row.id}
        asOf={row.asOf}
        readAt={readAt}
        status={
          <div className="space-y-1 whitespace-normal!">
            <Effect {...row} />
            <Outcome {...row} />
          </div>
        }
      />
    ),
  },
  { header: 'Status before', width: '9rem', isWide: '47rem', show: (row) => <Status {...row} /> },
  { header: 'Effect', isWide: true, show: (row) => <Effect {...row} /> },
  {
    header: 'Outcome',
    isWide: true,
    show: (row) =>
      row.change === null && row.problem === null ? <EmptyCell label="Nothing sent" /> : <Outcome {...row} />,
  },
]

const Status = ({ status, asOf }: BatchRow) =>
  status === null ? (
    <EmptyCell label="No status" />
  ) : (
    <SubscriptionStatusPill status={status} startDate={null} endDate={null} asOf={asOf ?? ''} withDate={false} />
  )

const PREVIEW_TONES: Record<BatchPreview, Tone> = { changes: 'blue', impossible: 'yellow', nothing: 'grey' }

/** The effect in the words of the dialog, or why there is none. */
function Effect({ preview, effect }: BatchRow) {
  if (preview === null) return <span className="text-muted text-xs">Not read yet</span>
  return (
    <>
      {preview !== 'changes' && <Pill tone={PREVIEW_TONES[preview]}>{BATCH_PREVIEW_NAMES[preview]}</Pill>}
      <span className="foreign block wrap-anywhere whitespace-normal">
        <VisibleMarks>{effect ?? ''}</VisibleMarks>
      </span>
    </>
  )
}

/** The change as it is now, and its detail; nothing while none was started. */
function Outcome({ change, problem }: BatchRow) {
  if (change === null && problem === null) return null
  const { text, tone } = changeStateLabel(change?.state ?? 'NOT_SENT', change?.isClosed)
  return (
    <>
      <Pill tone={STATE_TONES[tone]}>{text}</Pill>
      <small className="block wrap-anywhere whitespace-normal!">
        <VisibleMarks>{change?.detail ?? problem ?? ''}</VisibleMarks>
      </small>
    </>
  )
}

/** Returns the pause before a batch is read again; false when it changes no more. */
function pauseOf(results: BatchResults | undefined): number | false {
  if (results === undefined) return false
  const { state, counts } = results.batch
  if (state === 'reading' || state === 'running') return SOON_MS
  return state === 'proposed' || counts.unknown > 0 ? LATER_MS : false
}

/** A batch: what is to be done with it, and its subscriptions in the order of the list. */
export function BatchView({ batchId }: { batchId: string }) {
  const [search, setSearch] = useQueryStates(batchSearchParams, { history: 'push' })
  const input = batchInput(batchId, search)
  const read = useQuery({
    ...listQuery('getBatch', input),
    refetchInterval: ({ state }) => state.error === null && pauseOf(state.data),
  })
  const batch = read.data?.batch
  const show = (filter: typeof search.show) => void setSearch({ show: filter, ...FIRST_PAGE })
  const chips = BATCH_FILTERS.filter((each) => (batch?.counts[each] ?? 0) > 0 || search.show === each).map(
    (each): FilterChip => ({
      label: `${BATCH_FILTER_NAMES[each]} ${formatNumber(batch?.counts[each] ?? 0)}`,
      isOn: search.show === each,
      onToggle: () => show(search.show === each ? null : each),
    }),
  )
  return (
    <ListPage
      heading={batch === undefined ? 'Batch' : batchTitle(batch)}
      caption="Subscriptions of the batch"
      extent={batch && <Made {...batch} />}
      read={read}
      columnsAt={columnsAt}
      exportAddressOf={(form) => readAddress('exportBatch', { batchId, show: input.show, form })}
      search={{ ...search, text: null, status: null, run: null, order: 'desc' }}
      isFiltered={search.show !== null}
      onSearch={({ after, before, pageSize }) => void setSearch({ after, before, pageSize })}
      onClear={() => show(null)}
      filters={{ chips }}
    >
      {batch && <BatchSteps batch={batch} />}
    </ListPage>
  )
}

const Made = ({ owner, createdAt }: Batch) => (
  <>
    Made <Instant iso={createdAt} dense /> by <span className="foreign">{owner}</span>
  </>
)
