import type { Batch, BatchFilter, BatchPreview } from '@/contract/console/batches'
import { formatCount, formatNumber } from './amount'
import { CHANGE_LABELS, changeStateLabel, inSentence } from './change-state-label'

/** The names of the previews of a row. */
export const BATCH_PREVIEW_NAMES: Record<BatchPreview, string> = {
  changes: 'Would change',
  impossible: 'Not possible',
  nothing: 'Would change nothing',
}

/** The names of the rows that a page can be limited to. */
export const BATCH_FILTER_NAMES: Record<BatchFilter, string> = {
  ...BATCH_PREVIEW_NAMES,
  done: 'In effect',
  unknown: 'Outcome not known',
  notDone: 'Not sent or refused',
}

/** Returns "Cancel of 12 subscriptions". */
export const batchTitle = ({ action, total }: Pick<Batch, 'action' | 'total'>): string =>
  `${CHANGE_LABELS[action]} of ${formatCount(total, 'subscription')}`

/** Returns the label of a batch's state. */
export function batchStateLabel({ state, owner, proposal }: Batch) {
  const decided = proposal?.decided
  switch (state) {
    case 'reading':
      return { text: 'Reading', tone: 'info' } as const
    case 'ready':
      return { text: 'Not proposed yet', tone: 'info' } as const
    case 'proposed':
      return changeStateLabel('PROPOSED')
    case 'running':
      return { text: 'Running', tone: 'info' } as const
    case 'stopped':
      return { text: 'Stopped', tone: 'watch' } as const
    case 'declined':
      return decided?.by === owner ? ({ text: 'Withdrawn', tone: 'info' } as const) : changeStateLabel('DECLINED')
    case 'expired':
      return changeStateLabel('EXPIRED')
    case 'done':
      return { text: 'Done', tone: 'good' } as const
  }
}

/** Returns "10 would change · 2 not possible", or what became of the changes: "8 in effect · 2 not sent or refused · 1 not sent yet". */
export function batchCounts({ counts, state, proposal }: Batch): string {
  const { changes, done, unknown, notDone } = counts
  const words = (filters: readonly BatchFilter[]) =>
    filters.flatMap((each) =>
      counts[each] === 0 ? [] : `${formatNumber(counts[each])} ${inSentence(BATCH_FILTER_NAMES[each])}`,
    )
  const left = changes - done - unknown - notDone
  const wasApproved = state !== 'declined' && proposal?.decided != null
  const rest = left > 0 && wasApproved ? [`${formatNumber(left)} not sent${state === 'running' ? ' yet' : ''}`] : []
  return [...words(wasApproved ? ['done', 'unknown', 'notDone'] : ['changes', 'impossible', 'nothing']), ...rest].join(
    ' · ',
  )
}
