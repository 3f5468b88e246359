const DAY_MS = 86_400_000

/** True for a date-only value, `2026-12-07`, as an API may send the end of a subscription. */
export const isDateOnly = (iso: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(iso)

/** Returns the first moment (UTC ms) after an end: its instant, or the midnight after a date-only end, which includes its day. */
export const endMs = (end: string): number => Date.parse(end) + (isDateOnly(end) ? DAY_MS : 0)

/** True when the end has not passed at an instant. */
export const isEndAhead = (end: string, at: string): boolean => endMs(end) > Date.parse(at)

/** Returns the last UTC instant before an end, whose UTC day is its "last day" everywhere; any other text unchanged. */
export function lastMoment(end: string): string {
  const ms = endMs(end)
  return Number.isNaN(ms) ? end : new Date(ms - 1).toISOString()
}

/** Returns the last UTC instant of a period; for a period without length its only one, because it has no day before its start. */
export const periodLastMoment = (start: string | null, end: string): string => (start === end ? end : lastMoment(end))
