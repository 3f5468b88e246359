import type { ConsoleInput } from '@/contract/console/operations'
import type { WriteOperationPage } from '@/contract/console/write-operation'
import { listWrites } from './find-writes'
import { writeView } from './write-row'
import type { OperationContext } from '../operation-context'

/** A page of cancels and deletes, newest first: of one subscription or all, open ones or all. @throws ProblemError `store_unavailable` */
export async function listOperations(
  { environment }: OperationContext,
  search: ConsoleInput<'listOperations'>,
): Promise<WriteOperationPage> {
  const { rows, count } = await listWrites(environment.billing.settings.BILLING_API_BASE_URL, search)
  return { operations: rows.map(writeView), count }
}
