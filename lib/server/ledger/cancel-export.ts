import type { CancelAccepted } from '@/contract/console/export-progress'
import type { ConsoleInput } from '@/contract/console/operations'
import { requireExport } from './get-export'
import type { OperationContext } from '../operation-context'

/**
 * Stops an export. Its file then ends with a line that says so. A finished export stays unchanged.
 * @throws ProblemError `not_found`
 */
export async function cancelExport(
  context: OperationContext,
  input: ConsoleInput<'cancelExport'>,
): Promise<CancelAccepted> {
  requireExport(context, input).cancel()
  return { accepted: true }
}
