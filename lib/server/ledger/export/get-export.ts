import type { ExportProgress } from '@/contract/console/download'
import type { ConsoleInput } from '@/contract/console/operations'
import { problemError, type ProblemError } from '../../problem'
import type { OperationContext } from '../../operation-context'

/**
 * Returns the progress of an export by the id from its browser, whichever process writes it.
 * @throws ProblemError `not_found` when the export never started, or ended more than an hour ago
 */
export async function getExport(
  { environment }: OperationContext,
  { exportId }: ConsoleInput<'getExport'>,
): Promise<ExportProgress> {
  const progress = await environment.exports.find(exportId)
  if (progress === undefined) throw unknownExport()
  return progress
}

export const unknownExport = (): ProblemError =>
  problemError('not_found', 'Export not found: it never started, or ended more than an hour ago.')
