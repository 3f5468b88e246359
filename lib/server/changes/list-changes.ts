import type { ConsoleInput } from '@/contract/console/operations'
import type { ChangePage } from '@/contract/console/change'
import { findChanges } from './find-changes'
import { changeSourceOf } from './of-source'
import { changeView } from './change-row'
import type { OperationContext } from '../operation-context'

/** Returns one page of changes, newest first, filtered by subscription and by state. @throws ProblemError `store_unavailable` */
export async function listChanges(
  { environment }: OperationContext,
  search: ConsoleInput<'listChanges'>,
): Promise<ChangePage> {
  const { rows, count } = await findChanges(changeSourceOf(environment), search)
  return { changes: rows.map(changeView), count }
}
