/*
 * A change: a cancel or delete that the console tracks from before it is sent until its outcome is known. Without zod,
 * because the browser loads it too.
 */

/**
 * `PROPOSED`: waits for another person's approval. `DECLINED`: another person declined it, or the proposer withdrew it.
 * `EXPIRED`: it was not approved in time. `QUEUED`: of a group, waits for its turn to be sent. `PREPARED`: about to be sent. `NOT_SENT`: nothing left the console. `STALE`: not sent,
 * because the subscription has changed since the agent saw it. `SENT`: in progress. `CONFIRMED`: in effect. `REJECTED`: the billing
 * API refused, and the change is not in effect. `ACCEPTED`: the billing API accepted, and the effect does not show yet. `UNKNOWN`:
 * the outcome is unknown. `NOT_APPLIED`: the outcome was unknown, and no effect showed. `NEEDS_REVIEW`: a person must determine the
 * outcome.
 */
export const CHANGE_STATES = [
  'PROPOSED',
  'DECLINED',
  'EXPIRED',
  'QUEUED',
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

/** The most changes of one group. */
export const MAX_GROUP = 200
/** The largest body that stores a group: 200 rows of 2,500 bytes. */
export const MAX_GROUP_BYTES = 512 * 1024
/** A larger group always waits for another person's approval. */
export const MAX_UNAPPROVED_GROUP = 10
/** The most groups of a person that have changes which were not sent yet. */
export const MAX_OPEN_GROUPS = 3
/**
 * What an agent saw before a change. A field that is left out is not compared. `prices` is a digest of the plan with its prices, for
 * proposals. `effect` is what the change was shown to do: "ends 2026-12-04".
 */
export const SEEN_FIELDS = [
  'status',
  'startDate',
  'endDate',
  'billingCadence',
  'planId',
  'customerId',
  'prices',
  'updatedAt',
  'effect',
] as const
/** The most characters of a field that are compared. */
export const MAX_SEEN_CHARS = 400
export type SeenField = (typeof SEEN_FIELDS)[number]
export type SeenSubscription = { [Field in SeenField]?: string | null | undefined }

/** A field that has changed since the agent saw it; null for no value. */
export interface SeenDifference {
  field: SeenField
  seen: string | null
  found: string | null
}

export interface SubscriptionChange {
  id: string
  action: 'cancel' | 'delete'
  subscriptionId: string
  /** The group that it was stored with; null for a change by itself. */
  groupId: string | null
  state: ChangeState
  /** One or two sentences on the state. */
  detail: string
  /** The UTC instant of the next check; null when none is planned. */
  nextCheckAt: string | null
  /** True while the change blocks other changes of the subscription. */
  isOpen: boolean
  /** The differences that made the change `STALE`. */
  differences: SeenDifference[]
  actor: string
  reason: string
  ticket: string | null
  requestId: string
  /** UTC instants. */
  createdAt: string
  changedAt: string
  /** The HTTP status and the message of the billing API's response, if any. */
  upstreamStatus: number | null
  upstreamMessage: string | null
  /** The beginning of an error's body in which the console found no message. */
  upstreamBody: string | null
  /** Who closed a `NEEDS_REVIEW` change, when, and their note. */
  closed: { at: string; by: string; note: string } | null
  /** Null for a change that needed no approval. */
  proposal: Proposal | null
}

/** What another person decides about a change before it is sent. */
interface Proposal {
  /** The subscription as the proposer saw it. */
  seen: SeenSubscription
  /** When the proposer saw it, UTC. */
  asOf: string
  /** The external customer ID that the approved cancel sends to the billing API; null without one, and after the decision. */
  externalCustomerId: string | null
  /** UTC instant. */
  expiresAt: string
  /** Who approved or declined it, when, and why; null before. */
  decided: { at: string; by: string; reason: string } | null
}

/** A confirmed cancel or delete from this console that changed something. */
export type ConfirmedChange = Pick<SubscriptionChange, 'action' | 'actor' | 'createdAt' | 'detail'>

/** The response to a cancel or delete: HTTP 202 while the outcome is unknown, 412 for `STALE`. */
export interface ChangeReport {
  change: SubscriptionChange
}

/** Newest first; the changes of a group in its order. */
export interface ChangePage {
  changes: SubscriptionChange[]
  /** The number of changes on all pages. A list of proposals counts a group as one, and has its first change. */
  count: number
  /** The groups of these changes. */
  groups: ChangeGroup[]
}

/** What became of the changes of a group. `unknown`: not known yet, or a person had to determine it. `notDone`: not sent, refused or not applied. */
export const GROUP_OUTCOMES = ['done', 'unknown', 'queued', 'proposed', 'notDone'] as const
type GroupOutcome = (typeof GROUP_OUTCOMES)[number]

/** Changes that were stored together. They are sent one by one, in their order. */
export interface ChangeGroup {
  id: string
  /** The number of its changes by outcome. */
  counts: Record<GroupOutcome, number>
  /** True when this person may stop the changes that were not sent. */
  canStop: boolean
}

/** The response to an operation that stores or stops a group. */
export interface GroupChanged {
  accepted: true
  group: ChangeGroup
}

const UNDER_WAY: ReadonlySet<ChangeState> = new Set(['QUEUED', 'PREPARED', 'SENT', 'ACCEPTED', 'UNKNOWN'])

/** True while the console itself still works on the outcome. */
export const isUnderWay = (state: ChangeState): boolean => UNDER_WAY.has(state)
