import type { ExportProgress } from '@/contract/console/export-progress'
import type { ConsoleInput } from '@/contract/console/operations'
import type { RunningExport } from './export-registry'
import { problemError } from '../problem'
import type { OperationContext } from '../operation-context'

/**
 * Returns the progress of an export by the id from its browser.
 * @throws ProblemError `not_found`
 */
export async function getExport(context: OperationContext, input: ConsoleInput<'getExport'>): Promise<ExportProgress> {
  return requireExport(context, input).progress
}

/** @throws ProblemError `not_found` when the export never started, or started more than an hour ago and is over */
export function requireExport(
  { environment }: OperationContext,
  { exportId }: ConsoleInput<'getExport'>,
): RunningExport {
  const known = environment.exports.find(exportId)
  if (known) return known
  throw problemError(
    'not_found',
    'Export not found: it never started, started more than an hour ago, or the console has restarted since.',
  )
}
