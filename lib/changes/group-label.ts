import { type ChangeGroup, GROUP_OUTCOMES } from './change'
import { formatNumber } from '@/lib/money/amount'

const OUTCOME_WORDS: Record<(typeof GROUP_OUTCOMES)[number], string> = {
  proposed: 'waiting for approval',
  queued: 'waiting for their turn',
  unknown: 'outcome not known yet',
  done: 'in effect',
  notDone: 'not done',
}

/** Returns the number of changes of a group. */
export const groupTotal = ({ counts }: Pick<ChangeGroup, 'counts'>): number =>
  GROUP_OUTCOMES.reduce((total, outcome) => total + counts[outcome], 0)

/** Returns what became of the changes of a group: "3 in effect · 2 waiting for approval". */
export const groupCounts = ({ counts }: Pick<ChangeGroup, 'counts'>): string =>
  GROUP_OUTCOMES.filter((outcome) => counts[outcome] > 0)
    .map((outcome) => `${formatNumber(counts[outcome])} ${OUTCOME_WORDS[outcome]}`)
    .join(' · ')
