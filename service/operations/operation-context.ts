import type { Database } from '../store/open'

/** What every operation is given besides its input. */
export interface OperationContext {
  db: Database
  /** The merchant of the API key: nothing of another merchant exists for it. */
  merchantId: string
  /** The clock, ISO in UTC with milliseconds. A write asks it once it holds the row: then no write is judged by the past. */
  now: () => string
}
