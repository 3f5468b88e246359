const MONTHS = { monthly: 1, quarterly: 3, annually: 12 }

/** Returns the boundary `months` after the anchor, which is in 1970 or later. */
function boundary(anchor: Date, months: number): string {
  const [year, month] = [anchor.getUTCFullYear(), anchor.getUTCMonth() + months]
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  const midnightMs = Date.UTC(year, month, Math.min(anchor.getUTCDate(), lastDay))
  return new Date(midnightMs + (anchor.getTime() % 86_400_000)).toISOString()
}

/**
 * For tests: returns the billing period that contains `at`, which is not before `startDate`. Follows gaps.md in plain
 * calendar arithmetic: it steps from boundary to boundary until one is after `at`.
 */
export function calendarPeriodAt(startDate: string, cadence: keyof typeof MONTHS, at: string) {
  const months = MONTHS[cadence]
  let start = startDate
  for (let count = 1; ; count += 1) {
    const end = boundary(new Date(startDate), count * months)
    if (end > at) return { start, end }
    start = end
  }
}
