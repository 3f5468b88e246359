import type { Asked } from '@/database/on-connection'

/** What every operation is given besides its input. Without a `signal` it takes as long as it takes. */
export interface OperationContext extends Asked {
  /** The merchant of the API key: nothing of another merchant exists for it. */
  merchantId: string
  /** The clock, ISO in UTC with milliseconds. A write asks it once it holds the row: then no write is judged by the past. */
  now: () => string
}

/** What an operation is given that finds the API key in its own statement: one road to the database instead of two. */
export interface KeyedContext extends Asked {
  /** `hashKey` of the key that was sent. */
  keyHash: string
}
