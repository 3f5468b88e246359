import type { Database } from '../store/open'

/** What every operation is given besides its input. */
export interface OperationContext {
  db: Database
  /** The merchant of the API key: nothing of another merchant exists for it. */
  merchantId: string
  /** The instant of the request, ISO in UTC with milliseconds. */
  now: string
}
