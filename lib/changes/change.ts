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

/** A subscription as a read shows it; null for what was not sent, is a placeholder, or could not be read. */
export interface ShownSubscription {
  status: string | null
  endDate: string | null
  /** When it was read, UTC. */
  asOf: string
  /** True for a status that was sent and could not be read. */
  isStatusUnreadable?: boolean
  /** Why an end date that was sent is null. */
  unusedEnd?: 'unreadable' | 'placeholder'
}

/** What two reads show of a change. */
export interface ShownEffect {
  /**
   * `inEffect`: the read shows the effect. `nothingToChange`: the requested state existed before and still does. `asBefore`:
   * status and dates are unchanged. `other`: the read shows a change that is not the effect.
   */
  kind: 'inEffect' | 'nothingToChange' | 'asBefore' | 'other'
  /** Null when the billing API no longer knows the subscription. */
  now: ShownSubscription | null
  /** How it was before, for `other`. */
  before?: ShownSubscription
  /** The end that the console's forecast expected, for an effect that is later. */
  forecastEnd?: string
}

/**
 * What a confirmed change led to: whether it changed anything, whether it may have been someone else, and `deleted`,
 * `ended`, or the last day in words (UTC).
 */
export interface ConfirmedResult {
  hadNothingToChange: boolean
  isUnsure: boolean
  end: string
}

/** Who requested the confirmed change that a subscription still shows. */
export type PriorChange = Pick<SubscriptionChange, 'action' | 'actor' | 'createdAt'>

type Corrected = Extract<ChangeState, 'NOT_APPLIED' | 'NEEDS_REVIEW'>

/**
 * Why a change is in its state, with the facts; `changeWords` makes the sentences. `prior` explains the state of the subscription, and
 * `corrects` is the outcome that a late response replaces. `effect` and `later` are as `effectOf` returns them.
 */
export type ChangeCause =
  | { kind: 'reading' | 'queued' | 'onItsWay' }
  | { kind: 'proposed'; effect: string; expiresAt: string; later: string | null }
  | { kind: 'expired'; expiresAt: string; later: string | null }
  | { kind: 'approved' | 'declined' | 'withdrawn' | 'stopped'; by: string }
  | { kind: 'overtaken' | 'notAllowed' | 'failed' | 'leftUnsent' }
  | { kind: 'waitedTooLong'; hours: number }
  /** Not as it was seen, or `proposed`: `differences` has the fields. */
  | { kind: 'changed'; since: 'seen' | 'proposed'; prior?: PriorChange | undefined }
  /** Nothing was sent, because of a problem. */
  | { kind: 'problem'; problem: string }
  | {
      kind: 'confirmed'
      response: 'accepted' | 'unknown'
      shown: ShownEffect
      prior?: PriorChange | undefined
      corrects?: Corrected | undefined
    }
  | { kind: 'rejected'; shown: ShownEffect; prior?: PriorChange | undefined; corrects?: Corrected | undefined }
  /**
   * The outcome is not known. `problem` says why there is no response, and `shown` what was read then: null when the subscription could
   * not be read. Without either, the console stopped before it recorded a response.
   */
  | {
      kind: 'open'
      response: 'accepted' | 'denied' | 'unreadable' | 'refused' | 'unknown'
      shown?: ShownEffect | null
      problem?: string
      corrects?: Corrected | undefined
    }
  | { kind: 'notApplied' }
  | { kind: 'gaveUp'; shown: ShownEffect | null }
  /** A change of an earlier version, which stored its sentences. */
  | { kind: 'earlier'; words: string; note?: string | null; result?: ConfirmedResult }

export interface SubscriptionChange {
  id: string
  action: 'cancel' | 'delete'
  subscriptionId: string
  /** The group that it was stored with; null for a change by itself. */
  groupId: string | null
  state: ChangeState
  cause: ChangeCause
  /** One or two sentences on the cause. */
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
  /** The external customer ID that the approved cancel sends to the billing API; null without one, and when it is sent. */
  externalCustomerId: string | null
  /** UTC instant. */
  expiresAt: string
  /** Who approved or declined it, when, and why; null before. */
  decided: { at: string; by: string; reason: string } | null
}

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
