import type { ConsoleOperationName } from '@/contract/console/operations'
import type { OperationContext } from '../operation-context'
import type { UserWriter } from './users-transaction'

/** Returns the actor of an operation as the writer of a change to users. */
export function userWriter({ actor, requestId, now }: OperationContext, action: ConsoleOperationName): UserWriter {
  const { name, role, userId } = actor
  return { name, role, userId, isCommandLine: false, action, requestId, now: now() }
}
