import type { ChangeState, SubscriptionChange } from './change'
import type { IndexedList } from './indexed-objects'

/*
 * Batches: cancels or deletes of many subscriptions. The console reads each subscription and shows the effect. Another person approves
 * the batch, then its changes are sent one by one. Instants are UTC ISO 8601. Without zod, because the browser loads it too.
 */

/** The most subscriptions of one batch. */
export const MAX_BATCH = 500
/** The largest body that starts a batch: 500 IDs of 256 characters. */
export const MAX_BATCH_BYTES = 256 * 1024
/** The most batches of a person that are not over. */
export const MAX_OPEN_BATCHES = 3

/**
 * `reading`: the preview is read. `ready`: the preview is complete and can be proposed. `proposed`: waits for another person's approval.
 * `running`: approved, and its changes are sent. `stopped`: a person stopped the preview or the run, or its proposer or approver lost the
 * account or the role. `done`: every change of it was started; the outcome of some may not be known yet.
 */
export const BATCH_STATES = [
  'reading',
  'ready',
  'proposed',
  'running',
  'stopped',
  'declined',
  'expired',
  'done',
] as const

/** What the preview says of a subscription. `nothing`: it is already as the change would make it. */
export const BATCH_PREVIEWS = ['changes', 'impossible', 'nothing'] as const
export type BatchPreview = (typeof BATCH_PREVIEWS)[number]

/** What became of a row. `unknown`: not known yet, or a person had to determine it. `notDone`: not sent, refused or not applied. */
const BATCH_OUTCOMES = ['done', 'unknown', 'notDone'] as const
export type BatchOutcome = (typeof BATCH_OUTCOMES)[number]

/** The rows that a page can be limited to. */
export const BATCH_FILTERS = [...BATCH_PREVIEWS, ...BATCH_OUTCOMES] as const
export type BatchFilter = (typeof BATCH_FILTERS)[number]

/** A batch, and how far it is. */
export interface Batch {
  id: string
  action: SubscriptionChange['action']
  state: (typeof BATCH_STATES)[number]
  /** The name of the person who made it. */
  owner: string
  createdAt: string
  endedAt: string | null
  total: number
  /** The number of subscriptions with a preview. */
  read: number
  counts: Record<BatchFilter, number>
  /** True when proposing and approving it needs a fresh sign-in, because it deletes, or its cancels do. */
  needsFreshSignIn: boolean
  proposal: BatchProposal | null
  /** True for the person who made it. */
  isMine: boolean
  /** True when this person may stop it. */
  canStop: boolean
}

interface BatchProposal {
  reason: string
  ticket: string | null
  at: string
  expiresAt: string
  /** Who approved, declined or withdrew it; null before. */
  decided: { at: string; by: string; reason: string } | null
}

/** The newest first. */
export interface BatchList {
  batches: Batch[]
}

/** A subscription of a batch. Null without a preview, and where the API sent nothing readable. */
export interface BatchRow {
  id: string
  /** When it was read. */
  asOf: string | null
  /** Its plan. */
  name: string | null
  status: string | null
  preview: BatchPreview | null
  /** The effect of the change, or why it is not possible, in words. */
  effect: string | null
  /** Its change as it is now; null when none was started. */
  change: BatchedChange | null
  /** Why no change could be started; null when there is no reason. */
  problem: string | null
}

interface BatchedChange extends Pick<SubscriptionChange, 'id' | 'detail' | 'changedAt'> {
  state: ChangeState
  sentAt: string | null
  /** True when a person closed it after a review. */
  isClosed: boolean
}

/** A page of a batch's subscriptions, in the order of the list. */
export interface BatchResults extends IndexedList<BatchRow> {
  batch: Batch
}

/** The response to an operation that changes a batch. */
export interface BatchChanged {
  accepted: true
  batch: Batch
}
