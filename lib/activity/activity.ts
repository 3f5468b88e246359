/*
 * The activity of people and programs, from the console's audit. Without zod, because the browser loads it too.
 */

/**
 * The outcomes of an activity. `proposed`: waits for another person's approval. `not_needed`: the subscription already had the state
 * that the change asks for. `not_recorded`: no outcome was written, because it still runs, or the console stopped or could not write
 * to its store.
 */
export const ACTIVITY_OUTCOMES = [
  'done',
  'not_needed',
  'refused',
  'unknown',
  'not_sent',
  'not_applied',
  'proposed',
  'failed',
  'not_recorded',
] as const
export type ActivityOutcome = (typeof ACTIVITY_OUTCOMES)[number]

/** One activity: the intent that the audit recorded first, and its outcome. */
export interface ActivityEntry {
  /** The position in the audit. */
  sequence: number
  /** The UTC instant of the intent. */
  at: string
  /** The email address at that time, or a program's name. */
  actor: string
  /** The role at that time. Cancellations lack it. */
  role?: string
  /** The name of an operation or of a command. */
  action: string
  object: { kind: string; id: string } | null
  reason: string | null
  ticket: string | null
  /** One of `ACTIVITY_OUTCOMES`, unless an earlier version wrote it; null when there is none. */
  outcome: string | null
  /** The UTC instant of the outcome; null when it is part of the same entry, or missing. */
  endedAt: string | null
  /** Further values by name. In cancellations, only those of the outcome. */
  detail: Record<string, string>
  /** Cancellations lack it. */
  requestId?: string
}

/** Newest first. */
export interface ActivityPage {
  entries: ActivityEntry[]
  /** The `before` of the next page; null on the last page. */
  next: number | null
  /** UTC instant. */
  asOf: string
}

/** The newest entries about one subscription, newest first. */
export interface SubscriptionHistory {
  entries: ActivityEntry[]
}
