import type { ChangeState } from '@/contract/console/change'
import type { ChangeRow } from './change-row'

/** Returns the audit field that names the recorded outcome which a late response corrects; empty when there was none. */
export const correctionOf = ({ state }: ChangeRow): { corrects?: ChangeState } =>
  state === 'NOT_APPLIED' || state === 'NEEDS_REVIEW' ? { corrects: state } : {}
