import type { ConsoleInput } from '@/contract/console/operations'
import type { ChangePage } from '@/contract/console/change'
import { findChanges } from './find-changes'
import { changeView } from './change-row'
import type { OperationContext } from '../operation-context'

/** A page of cancels and deletes, newest first: of one subscription or all, open ones or all. @throws ProblemError `store_unavailable` */
export async function listChanges(
  { environment }: OperationContext,
  search: ConsoleInput<'listChanges'>,
): Promise<ChangePage> {
  const { rows, count } = await findChanges(environment.billing.settings.BILLING_API_BASE_URL, search)
  return { changes: rows.map(changeView), count }
}
