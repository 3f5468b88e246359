import type { CancelAccepted } from '@/contract/console/download'
import type { ConsoleInput } from '@/contract/console/operations'
import { unknownExport } from './get-export'
import type { OperationContext } from '../../operation-context'

/**
 * Stops an export of any process, within a second. Its file then ends with a line that says so. A finished export stays unchanged.
 * @throws ProblemError `not_found`
 */
export async function cancelExport(
  { environment }: OperationContext,
  { exportId }: ConsoleInput<'cancelExport'>,
): Promise<CancelAccepted> {
  if (!(await environment.exports.cancel(exportId))) throw unknownExport()
  return { accepted: true }
}
