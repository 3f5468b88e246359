import type { ConsoleInput } from '@/contract/console/operations'
import type { ChangeReport } from '@/contract/console/change'
import { findChange } from './find-changes'
import { reportOf } from './change-row'
import type { OperationContext } from '../operation-context'

/** Returns one change. @throws ProblemError `not_found`, `store_unavailable` */
export async function getChange(
  _context: OperationContext,
  { changeId }: ConsoleInput<'getChange'>,
): Promise<ChangeReport> {
  return reportOf(await findChange(changeId))
}
