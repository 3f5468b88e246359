/** Refused attempts are recorded one by one up to this number, and then every so many: a flood must not hide what was done. */
export const ONE_BY_ONE = 50
const WINDOW_MS = 15 * 60_000
const MAX_PEOPLE = 10_000

/** True for a refused attempt that the audit records, by its number, from 1. */
export const isRecordedAttempt = (attempts: number): boolean => attempts <= ONE_BY_ONE || attempts % ONE_BY_ONE === 0

/** By person, those that began last at the end. */
const refusals = new Map<string, { sinceMs: number; count: number }>()

/** Counts a refused request of a person in this process. @returns its number within 15 minutes from the first */
export function countRefusal(person: string, nowMs: number): number {
  const known = refusals.get(person)
  const counted = known && nowMs - known.sinceMs < WINDOW_MS ? known : { sinceMs: nowMs, count: 0 }
  counted.count += 1
  if (counted !== known) {
    refusals.delete(person)
    refusals.set(person, counted)
  }
  const [longestAgo] = refusals.keys()
  if (refusals.size > MAX_PEOPLE && longestAgo !== undefined) refusals.delete(longestAgo)
  return counted.count
}
