import type { ConsoleInput } from '@/contract/console/operations'
import type { WriteReport } from '@/contract/console/write-operation'
import { findWrite } from './find-writes'
import { reportOf } from './write-row'
import type { OperationContext } from '../operation-context'

/** What is known of a cancel or delete. @throws ProblemError `not_found`, `store_unavailable` */
export async function getOperation(
  _context: OperationContext,
  { operationId }: ConsoleInput<'getOperation'>,
): Promise<WriteReport> {
  return reportOf(await findWrite(operationId))
}
