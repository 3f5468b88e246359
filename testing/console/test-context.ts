import { operationContext } from '@/lib/environment'
import type { Actor } from '@/lib/core/server/actor'
import { type OperationContext } from '@/lib/core/server/operation-context'

/** Returns an operation context for an actor of this role. */
export function testContext(role: Actor['role'] = 'agent', signal?: AbortSignal): OperationContext {
  return operationContext(
    { actor: { name: `${role}@example.com`, role }, peer: '127.0.0.1', userAgent: 'vitest' },
    'test',
    signal,
  )
}
