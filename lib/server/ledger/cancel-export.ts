import type { CancelAccepted, ConsoleInput } from '@/contract/console/operations'
import { knownExport } from './get-export'
import type { OperationContext } from '../operation-context'

/**
 * Stops an export: its walk ends, and its file says so in its last line. One that is over already stays as it is.
 * @throws ProblemError `not_found`
 */
export async function cancelExport(
  context: OperationContext,
  input: ConsoleInput<'cancelExport'>,
): Promise<CancelAccepted> {
  knownExport(context, input).cancel()
  return { accepted: true }
}
