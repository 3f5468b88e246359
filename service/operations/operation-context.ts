import type { DatabaseContext } from '@/database/on-connection'

/** Context of an operation besides its input. Without a `signal` it has no deadline. */
export interface OperationContext extends DatabaseContext {
  /** The merchant of the API key; the operation sees no data of other merchants. */
  merchantId: string
  /** The clock, ISO in UTC with milliseconds. A change reads it after it has locked the row, so that it is current. */
  now: () => string
}

/** Context of an operation that checks the API key in its own statement, which saves a round trip. */
export interface KeyedContext extends DatabaseContext {
  /** `hashKey` of the key that was sent. */
  keyHash: string
}
