import type { Actor } from './actor'
import { theEnvironment, type Environment } from './environment'

/** Where a request came from, as far as it can be known. */
export interface Caller {
  actor: Actor
  /** Its address; behind a listed proxy the one that the proxy tells. */
  peer: string
  userAgent: string
  /** What binds a sign-in at the OpenID provider to the browser it began in. */
  browserToken?: string | undefined
  /** By which a browser is known that has signed in by password before. */
  knownBrowserToken?: string | undefined
}

/** What every operation is given besides its input. */
export interface OperationContext extends Caller {
  environment: Environment
  /** Its log lines, its audit entries and its response share it. */
  requestId: string
  /** When the request arrived, by the monotonic clock (`performance.now()`). */
  receivedAtMs: number
  /** The audit entry that says this is about to be done, where there is one. */
  intent?: number
  /** The current instant. */
  now: () => Date
  /** Aborts when whoever asked has gone; a read may stop then, a write never does. */
  signal?: AbortSignal
}

/** The context of a request that was let in, and of whoever it comes from. */
export function operationContext(caller: Caller, requestId: string, signal?: AbortSignal): OperationContext {
  return {
    ...caller,
    environment: theEnvironment(),
    requestId,
    receivedAtMs: performance.now(),
    now: () => new Date(),
    signal,
  }
}
