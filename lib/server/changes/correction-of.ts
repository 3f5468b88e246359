import type { WriteState } from '@/contract/console/write-operation'
import type { WriteRow } from './write-row'

/** What the audit keeps of a change that a late response moves on: the outcome that it corrects, where there was one. */
export const correctionOf = ({ state }: WriteRow): { corrects?: WriteState } =>
  state === 'NOT_APPLIED' || state === 'NEEDS_REVIEW' ? { corrects: state } : {}
