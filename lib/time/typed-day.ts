const MONTHS = 'january february march april may june july august september october november december'.split(' ')

/**
 * Parses a typed or copied day: `2026-03-03`, or the console's own notation, `3 Mar 2026, 14:05`. `03/04/2026` is ambiguous
 * and rejected.
 * @returns `2026-03-03`, or null when the text is no calendar day
 */
export function typedDay(text: string): string | null {
  const [, year, month, day] = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text.trim()) ?? []
  const [, writtenDay, name = '', writtenYear] =
    /^(\d{1,2})\.? ([a-z]{3,9})\.? (\d{4})(?:, ?\d{2}:\d{2})?$/i.exec(text.trim()) ?? []
  const named = MONTHS.findIndex((whole) => name.length >= 3 && whole.startsWith(name.toLowerCase())) + 1
  const parts = [year ?? writtenYear, month ?? named, day ?? writtenDay].map(Number)
  const [y = 0, m = 0, d = 0] = parts
  const date = new Date(Date.UTC(y, m - 1, d))
  const isDay = y >= 1000 && date.getUTCMonth() === m - 1 && date.getUTCDate() === d
  return isDay ? date.toISOString().slice(0, 10) : null
}
