import { theEnvironment, type Environment } from './environment'
import type { Role } from './permissions'

/** Who asks. Until people sign in there is one. */
interface Actor {
  name: string
  role: Role
}

/** What every operation is given besides its input. */
export interface OperationContext {
  actor: Actor
  environment: Environment
  /** Its log lines and its response share it. */
  requestId: string
  /** The current instant. */
  now: () => Date
  /** Aborts when whoever asked has gone; a read may stop then, a write never does. */
  signal?: AbortSignal
}

const OPERATOR: Actor = { name: 'operator', role: 'operator' }

/** The context of a request that was let in. */
export function operationContext(requestId: string, signal?: AbortSignal): OperationContext {
  return { actor: OPERATOR, environment: theEnvironment(), requestId, now: () => new Date(), signal }
}
