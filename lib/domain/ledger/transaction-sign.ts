/** Transaction types that can only add, and that can only take (gaps.md, Transaction sign and balance). */
const CREDITS: readonly (string | null)[] = ['planAllocation', 'manualAddition', 'autoReload']
const DEDUCTIONS: readonly (string | null)[] = ['usage', 'expiration', 'manualDeduction']

/** Which way a type moves a balance; null of a type that nobody knows. */
export function signOfType(type: string | null): 1 | -1 | null {
  if (CREDITS.includes(type)) return 1
  return DEDUCTIONS.includes(type) ? -1 : null
}
