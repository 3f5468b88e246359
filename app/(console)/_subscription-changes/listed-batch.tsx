'use client'

import { useQuery } from '@tanstack/react-query'
import { Instant } from '@/components/instant'
import { buttonClass } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { Pill } from '@/components/ui/pill'
import { VisibleMarks } from '@/components/visible-marks'
import type { Batch } from '@/contract/console/batches'
import type { ConsoleInput } from '@/contract/console/operations'
import { batchPath } from '@/lib/format/paths'
import { batchCounts, batchStateLabel, batchTitle } from '@/lib/format/batch-label'
import { operationQuery } from '@/lib/queries/operation-query'
import { STATE_TONES } from './state-tones'

const POLL_MS = 15_000

/** Returns the batches that belong to a list of proposals; none for another list, and while they cannot be read. */
export function useProposedBatches(list: ConsoleInput<'listChanges'>['state']): Batch[] {
  const isOfProposals = list === 'proposed' || list === 'own_proposals'
  const { data } = useQuery({
    ...operationQuery('listBatches', { state: isOfProposals ? list : 'all' }),
    enabled: isOfProposals,
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state }) => (state.data?.batches.length ? POLL_MS : false),
  })
  return data?.batches ?? []
}

/** A list item of a proposed batch: its size and state, who proposed it and why, and the link to its page. */
export function ListedBatch({ batch }: { batch: Batch }) {
  const { id, owner, proposal, state, isMine } = batch
  const { text, tone } = batchStateLabel(batch)
  return (
    <li className="grid items-start gap-x-4 gap-y-1 px-4 py-2.5 text-sm sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_minmax(0,1.4fr)_8.5rem]">
      <div className="min-w-0">
        <span className="block font-medium">{batchTitle(batch)}</span>
        <span className="text-muted block text-xs">{batchCounts(batch)}</span>
      </div>
      <div className="min-w-0">
        <Pill tone={STATE_TONES[tone]}>{text}</Pill>
        {state === 'proposed' && proposal && (
          <span className="text-muted mt-1 block text-xs">
            Until <Instant iso={proposal.expiresAt} dense zoned />
          </span>
        )}
      </div>
      <div className="min-w-0 wrap-anywhere">
        <span className="foreign line-clamp-2">
          “<VisibleMarks>{proposal?.reason ?? ''}</VisibleMarks>”
        </span>
        <span className="text-muted block text-xs">
          <span className="foreign">{owner}</span>
          {proposal && (
            <>
              , <Instant iso={proposal.at} dense zoned />
            </>
          )}
        </span>
      </div>
      <div className="sm:justify-self-end">
        <Link href={batchPath(id)} prefetch={false} className={buttonClass('secondary', true)}>
          {state === 'proposed' && !isMine ? 'Review batch' : 'Open batch'}
        </Link>
      </div>
    </li>
  )
}
