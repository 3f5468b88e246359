'use client'

import { Section } from '@/components/ui/section'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Instant } from '@/components/instant'
import { type Column, DataTable } from '@/components/ui/data-table'
import { Link } from '@/components/ui/link'
import { Pill } from '@/components/ui/pill'
import { type Batch, MAX_BATCH } from '@/contract/console/batches'
import { batchPath } from '@/lib/format/paths'
import { useMay } from '@/lib/browser/signed-in'
import { formatCount, formatNumber } from '@/lib/format/amount'
import { batchCounts, batchStateLabel, batchTitle } from '@/lib/format/batch-label'
import { CHANGE_LABELS } from '@/lib/format/change-state-label'
import { operationQuery } from '@/lib/queries/operation-query'
import { useStartBatch } from '../_lists/batch-these'
import { FIELD, IdsForm } from '../_lists/ids-form'
import { JobProblem } from '../_jobs/job'
import { QuerySection } from '../_shell/query-section'
import { STATE_TONES } from '../_subscription-changes/state-tones'

const POLL_MS = 2_000

const COLUMNS: Column<Batch>[] = [
  {
    header: 'Batch',
    isRowHeader: true,
    width: '13rem',
    show: (batch) => (
      <Link href={batchPath(batch.id)} prefetch={false} className="text-accent font-medium hover:underline">
        {batchTitle(batch)}
      </Link>
    ),
  },
  {
    header: 'State',
    show: (batch) => {
      const { text, tone } = batchStateLabel(batch)
      return (
        <Pill tone={STATE_TONES[tone]} beside={batchCounts(batch)}>
          {text}
        </Pill>
      )
    },
  },
  { header: 'Made', width: '10rem', isWide: true, show: ({ createdAt }) => <Instant iso={createdAt} dense /> },
  { header: 'By', width: '13rem', isWide: true, show: ({ owner }) => <span className="foreign">{owner}</span> },
]

const isBusy = ({ state }: Batch) => state === 'reading' || state === 'running'

/** The form that makes a batch, and the batches of the team. */
export function BatchesView() {
  const mayStart = useMay('cancel')
  const query = useQuery({
    ...operationQuery('listBatches', { state: 'all' }),
    refetchInterval: ({ state }) => (state.data?.batches.some(isBusy) ? POLL_MS : false),
  })
  return (
    <div className="space-y-6">
      <div>
        <h1 className="text-2xl font-semibold">Batches</h1>
        <p className="text-muted mt-1 text-sm">
          Cancel or delete many subscriptions. You see the effect on each first, and another person approves it.
        </p>
      </div>
      {mayStart && <NewBatch />}
      <QuerySection
        title="Batches of the team"
        query={query}
        emptyText={({ batches }) => (batches.length === 0 ? 'No batch yet' : null)}
      >
        {({ batches }) => <DataTable caption="Batches" columns={COLUMNS} rows={batches} keyOf={({ id }) => id} />}
      </QuerySection>
    </div>
  )
}

/** Makes a batch of a pasted list or a file. */
function NewBatch() {
  const may = { cancel: useMay('cancel'), delete: useMay('delete') }
  const [action, setAction] = useState<Batch['action']>('cancel')
  const start = useStartBatch()
  return (
    <Section title="New batch">
      <IdsForm
        label="Show the effect"
        kind="subscription"
        maxIds={MAX_BATCH}
        tooLong={`A batch takes up to ${formatNumber(MAX_BATCH)} subscriptions. Paste a part of the list, and the rest in another batch.`}
        aboutLabel={(count) =>
          count === 0
            ? `IDs of subscriptions, up to ${formatNumber(MAX_BATCH)}. Each is read first. Nothing is sent yet.`
            : `${formatCount(count, 'ID')}. Each is read first. Nothing is sent yet.`
        }
        isStarting={start.isPending}
        onStart={(ids) => start.mutate({ action, ids })}
        onRead={() => start.reset()}
        problem={start.error && <JobProblem error={start.error} />}
      >
        <label className="text-sm">
          <span className="mb-1 block font-medium">What to do</span>
          <select
            value={action}
            onChange={({ currentTarget }) => setAction(currentTarget.value === 'delete' ? 'delete' : 'cancel')}
            className={FIELD}
          >
            {(['cancel', 'delete'] as const)
              .filter((each) => may[each])
              .map((each) => (
                <option key={each} value={each}>
                  {CHANGE_LABELS[each]}
                </option>
              ))}
          </select>
        </label>
      </IdsForm>
    </Section>
  )
}
