'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useQueryStates } from 'nuqs'
import { CsvDownload } from '@/components/lists/csv-download'
import { Instant } from '@/components/time/instant'
import { PageHead } from '@/components/page/page-head'
import { ProblemPanel } from '@/components/page/problem-panel'
import { PageSteps } from '@/components/ui/pagination'
import { type Column, DataTable } from '@/components/ui/data-table'
import { Link } from '@/components/ui/link'
import { VisibleMarks } from '@/components/text/visible-marks'
import type { ChangeGroup, ChangePage, SubscriptionChange } from '@/lib/changes/change'
import { readAddress } from '@/lib/core/operation-address'
import { ACTIVITY_SCOPES } from '@/lib/core/roles'
import { sendOperation, operationQuery } from '@/lib/api'
import { problemOf } from '@/lib/core/problem-of'
import { useSignedIn } from '@/components/page/signed-in'
import { formatCount, formatNumber } from '@/lib/money/amount'
import { CHANGE_LABELS } from '@/lib/changes/change-state-label'
import { groupCounts, groupTotal } from '@/lib/changes/group-label'
import { groupPath } from '@/lib/core/paths'
import { GroupLeftOut } from '@/components/changes/group-left-out'
import { GroupReply, MAX_REPLIED } from '@/components/changes/group-reply'
import { shortestPause } from '@/components/changes/use-change'
import { JobButton, JobProgress } from '@/components/page/job'
import { ChangeStatePill } from '@/components/changes/change-state-pill'
import { SubscriptionLink } from '@/components/changes/subscription-link'
import { changesInput, changesSearchParams } from './search-params'

const SOON_MS = 2_000

/** Lists cancels and deletes with their outcome, newest first; of a group in its order, with its progress. */
export function ChangesView() {
  const [search, setSearch] = useQueryStates(changesSearchParams, { history: 'push' })
  const input = changesInput(search)
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    ...operationQuery('listChanges', input),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => state.error === null && pauseOf(state.data, input.group),
  })
  const group = data?.groups.find(({ id }) => id === input.group)
  const isMine = input.state === 'own_proposals'
  const lastPage = Math.max(1, Math.ceil((data?.count ?? 0) / input.pageSize))
  return (
    <div className="space-y-4">
      <PageHead
        title="Changes"
        aside={
          data &&
          data.count > 0 &&
          !isMine && (
            <CsvDownload
              label="Export CSV"
              title={input.group === undefined ? 'All these changes' : 'All changes of the group'}
              addressOf={(form) => readAddress('exportChanges', { group: input.group, form })}
            />
          )
        }
      >
        {isMine && 'Your proposals that wait, or were decided in the last 3 days. '}
        {isMine || input.group !== undefined ? (
          <Link href="/changes" className="text-accent underline">
            Show all changes
          </Link>
        ) : (
          <Extent count={data?.count} />
        )}
      </PageHead>
      {group && <GroupProgress group={group} />}
      {group && <GroupLeftOut groupId={group.id} />}
      {group && isInEffect(group, data?.changes) && <GroupReply changes={data?.changes ?? []} />}
      {error && <ProblemPanel problem={problemOf(error)} retrying={isFetching} onRetry={() => void refetch()} />}
      {data?.changes.length === 0 ? (
        <p className="bg-surface rounded-lg border px-4 py-12 text-center text-sm font-medium">
          {isMine
            ? 'No proposals of yours'
            : input.group === undefined
              ? 'No changes yet'
              : 'You see no changes of this group'}
        </p>
      ) : (
        <div className="bg-surface rounded-lg border">
          <DataTable
            caption="Changes"
            look="stack"
            columns={
              input.group === undefined && data?.changes.some(({ groupId }) => groupId !== null)
                ? COLUMNS_OF_ALL
                : COLUMNS
            }
            rows={data?.changes}
            keyOf={({ id }) => id}
            isOutdated={isPlaceholderData}
            className="[&>tbody>tr>*]:align-top"
          />
          <PageSteps
            page={input.page}
            lastPage={lastPage}
            labels={['Previous page', 'Next page']}
            onPage={(page) => void setSearch({ page })}
          />
        </div>
      )}
    </div>
  )
}

/** True for a small group of which every change is in effect and listed. */
const isInEffect = (group: ChangeGroup, listed: ChangePage['changes'] = []) =>
  group.counts.done === groupTotal(group) && listed.length === group.counts.done && listed.length <= MAX_REPLIED

/** Returns the pause before the list is read again; false when nothing in it changes by itself. */
function pauseOf(data: ChangePage | undefined, group: string | undefined): number | false {
  const shown = data?.groups.find(({ id }) => id === group)
  if (shown && shown.counts.queued > 0) return SOON_MS
  return shortestPause(data?.changes)
}

function Extent({ count }: { count: number | undefined }) {
  const scope = ACTIVITY_SCOPES[useSignedIn().role]
  if (count === undefined || count === 0) return null
  return `${formatCount(count, 'cancel or delete', 'cancels and deletes')}${scope === 'own' ? ' of yours' : ''}`
}

function GroupProgress({ group }: { group: ChangeGroup }) {
  const { id, counts, canStop } = group
  const total = groupTotal(group)
  const ended = total - counts.queued - counts.proposed
  return (
    <div className="flex min-h-8 flex-wrap items-center gap-x-4 gap-y-2">
      {counts.queued > 0 && (
        <JobProgress
          label="Changes sent"
          value={ended}
          max={total}
          text={`${formatNumber(ended)} of ${formatNumber(total)}`}
        />
      )}
      <p role="status" className="text-sm">
        {groupCounts(group)}
      </p>
      {canStop && (
        <JobButton
          label="Stop the rest"
          onSend={() => sendOperation('stopGroup', { groupId: id })}
          reads={['listChanges']}
        />
      )}
    </div>
  )
}

const COLUMNS: readonly Column<SubscriptionChange>[] = [
  {
    header: 'Subscription',
    isRowHeader: true,
    show: ({ action, subscriptionId }) => (
      <>
        <SubscriptionLink id={subscriptionId} />
        <small>{CHANGE_LABELS[action]}</small>
      </>
    ),
  },
  {
    header: 'Outcome',
    width: '27%',
    show: (change) => (
      <>
        <ChangeStatePill change={change} />
        <small className="mt-1 wrap-anywhere whitespace-normal!">
          <VisibleMarks>{change.detail}</VisibleMarks>
        </small>
      </>
    ),
  },
  {
    header: 'Why',
    width: '17%',
    show: ({ reason, ticket }) => (
      <span className="foreign wrap-anywhere">
        <VisibleMarks>{reason}</VisibleMarks>
        {ticket !== null && (
          <small>
            Ticket <VisibleMarks>{ticket}</VisibleMarks>
          </small>
        )}
      </span>
    ),
  },
  {
    header: 'Who and when',
    width: '26%',
    show: ({ actor, createdAt, proposal }) => (
      <span className="wrap-anywhere">
        <span className="foreign">{actor}</span>
        <small>
          <Instant iso={createdAt} dense zoned />
        </small>
        {proposal?.decided && (
          <small className="whitespace-normal!">
            decided by <span className="foreign">{proposal.decided.by}</span>
          </small>
        )}
      </span>
    ),
  },
]

const COLUMNS_OF_ALL: readonly Column<SubscriptionChange>[] = [
  ...COLUMNS,
  {
    header: 'Group',
    width: '4.5rem',
    show: ({ groupId }) =>
      groupId !== null && (
        <Link href={groupPath(groupId)} prefetch={false} className="text-accent hover:underline">
          Show group
        </Link>
      ),
  },
]
