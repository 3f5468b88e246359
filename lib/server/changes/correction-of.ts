import type { ChangeState } from '@/contract/console/change'
import type { ChangeRow } from './change-row'

/** What the audit keeps of a change that a late response moves on: the outcome that it corrects, where there was one. */
export const correctionOf = ({ state }: ChangeRow): { corrects?: ChangeState } =>
  state === 'NOT_APPLIED' || state === 'NEEDS_REVIEW' ? { corrects: state } : {}
