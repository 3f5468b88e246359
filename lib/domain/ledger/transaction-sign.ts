/** Transaction types that only add, and types that only deduct (gaps.md, Transaction sign and balance). */
const CREDITS: readonly (string | null)[] = ['planAllocation', 'manualAddition', 'autoReload']
const DEDUCTIONS: readonly (string | null)[] = ['usage', 'expiration', 'manualDeduction']

/** Returns the direction in which a type moves a balance; null for an unknown type. */
export function signOfType(type: string | null): 1 | -1 | null {
  if (CREDITS.includes(type)) return 1
  return DEDUCTIONS.includes(type) ? -1 : null
}
