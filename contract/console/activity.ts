/*
 * What people and programs did with the console, as its audit has it. Without zod: the browser has it too.
 */

/** How something ended; `not_recorded`: its end was never written, because it still runs, or the console stopped or could not write to its store. */
export const ACTIVITY_OUTCOMES = [
  'done',
  'refused',
  'unknown',
  'not_sent',
  'not_applied',
  'failed',
  'not_recorded',
] as const
export type ActivityOutcome = (typeof ACTIVITY_OUTCOMES)[number]

/** What of the console something is done to. */
export const ACTIVITY_OBJECTS = ['subscription', 'invoice', 'customer', 'user'] as const

/** One thing that was done or tried: what the audit says before it, and how it ended. */
export interface ActivityEntry {
  /** Its place in the audit. */
  sequence: number
  /** When it was about to be done: UTC instant. */
  at: string
  /** An e-mail address as it was then, or a program's name. */
  actor: string
  role: string
  /** An operation's name, or what the command line did. */
  action: string
  object: { kind: string; id: string } | null
  reason: string | null
  ticket: string | null
  /** As it was written; one of `ACTIVITY_OUTCOMES`, unless it is of another version. Null where none was. */
  outcome: string | null
  /** When its end was written: UTC instant; null where that is the same entry, or there is none. */
  endedAt: string | null
  /** What else was seen or came back, by its name. */
  detail: Record<string, string>
  requestId: string
}

/** Newest first. */
export interface ActivityPage {
  entries: ActivityEntry[]
  /** The `before` of the page that follows; null where there is none. */
  next: number | null
  /** UTC instant. */
  asOf: string
}
