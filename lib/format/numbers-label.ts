import type { Gaps } from '@/contract/console/checks'
import { formatNumber } from './amount'

/** Returns how many of the invoice numbers were seen: "119 of 1516 numbers from 1001 to 2516 were seen". */
export function numbersLabel({ range, all, seen }: Gaps['numbers']): string {
  if (range === null) return 'Too few invoices with a number to say how many are missing'
  return `${formatNumber(seen)} of ${all} numbers from ${range.first} to ${range.last} were seen`
}
