import type { ConsoleOperationName } from '@/contract/console/operations'
import type { OperationContext } from '../operation-context'
import type { UserWriter } from './users-transaction'

/** Whoever asked for this operation, as somebody who changes users by it. */
export function userWriter({ actor, requestId, now }: OperationContext, action: ConsoleOperationName): UserWriter {
  const { name, role, userId } = actor
  return { name, role, userId, isCommandLine: false, action, requestId, now: now() }
}
