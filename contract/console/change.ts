/*
 * A cancel or delete as the console keeps it, from before it is sent until its end is known. Without zod: the browser has
 * it too.
 */

/**
 * `PREPARED`: about to be sent. `NOT_SENT`: nothing left the console. `STALE`: nothing was sent, because the subscription
 * is no longer what was seen. `SENT`: on its way. `CONFIRMED`: what was asked for is in effect. `REJECTED`: the billing API
 * said no, and it is not in effect. `ACCEPTED`: it said yes, and the effect does not show yet. `UNKNOWN`: nobody knows.
 * `NOT_APPLIED`: it was not known, and nothing came of it. `NEEDS_REVIEW`: a person must look.
 */
export const CHANGE_STATES = [
  'PREPARED',
  'NOT_SENT',
  'STALE',
  'SENT',
  'CONFIRMED',
  'REJECTED',
  'ACCEPTED',
  'UNKNOWN',
  'NOT_APPLIED',
  'NEEDS_REVIEW',
] as const
export type ChangeState = (typeof CHANGE_STATES)[number]

/** What somebody saw of a subscription when they decided; a field that is left out is not compared. */
export const SEEN_FIELDS = ['status', 'startDate', 'endDate', 'billingCadence', 'planId', 'updatedAt'] as const
/** So much of a field is compared: what differs only after that is the same. */
export const MOST_SEEN_CHARS = 400
export type SeenField = (typeof SEEN_FIELDS)[number]
export type SeenSubscription = { [Field in SeenField]?: string | null | undefined }

/** A field that is no longer what was seen; null where there was or is no value. */
export interface SeenDifference {
  field: SeenField
  seen: string | null
  found: string | null
}

export interface SubscriptionChange {
  id: string
  action: 'cancel' | 'delete'
  subscriptionId: string
  state: ChangeState
  /** What that means, in a sentence or two. */
  detail: string
  /** When the billing API is asked again what became of it: UTC instant; null where it is not. */
  nextCheckAt: string | null
  /** Until it is closed no other one of this subscription begins. */
  isOpen: boolean
  /** Why it is `STALE`. */
  differences: SeenDifference[]
  actor: string
  reason: string
  ticket: string | null
  requestId: string
  /** UTC instants. */
  createdAt: string
  changedAt: string
  /** What the billing API answered: its HTTP status and its own words, where there were any. */
  upstreamStatus: number | null
  upstreamMessage: string | null
  /** Who closed a `NEEDS_REVIEW`, when, and what they found. */
  closed: { at: string; by: string; note: string } | null
}

/** What a cancel or delete answers; HTTP 202 where its end is not known yet, 412 where it is `STALE`. */
export interface ChangeReport {
  change: SubscriptionChange
}

/** Newest first. */
export interface ChangePage {
  changes: SubscriptionChange[]
  /** Of all pages. */
  count: number
}

/** The end of these is known, or nothing more becomes known of them. */
const ENDED: ReadonlySet<ChangeState> = new Set(['NOT_SENT', 'STALE', 'CONFIRMED', 'REJECTED', 'NOT_APPLIED'])

/** Whether more will become known of it without anybody doing anything. */
export const isUnderWay = (state: ChangeState): boolean => !ENDED.has(state) && state !== 'NEEDS_REVIEW'
