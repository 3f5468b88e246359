import type { Role } from './permissions'

/** Who asks. Until people sign in there is one. */
export interface Actor {
  name: string
  role: Role
}

/** What every operation is given besides its input. */
export interface OperationContext {
  actor: Actor
  /** Its log lines and its answer share it. */
  requestId: string
  /** Aborts when whoever asked has gone; a read may stop then, a write never does. */
  signal?: AbortSignal
}

export const OPERATOR: Actor = { name: 'operator', role: 'operator' }
