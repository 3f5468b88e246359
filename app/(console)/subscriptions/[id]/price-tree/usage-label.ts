import type { BillableView } from '@/contract/console/price'
import { readable } from '@/lib/format/unreadable'

type EventQueryRules = BillableView['eventQueryRules']

/** How usage is counted: `sum of data.quantity`; empty where no event query was sent. */
export function usageLabel(rules: EventQueryRules): string {
  if (rules === null) return ''
  const calculation = readable(rules.calculation)
  const overProperty = readable(rules.overProperty)
  if (calculation === null) return overProperty === null ? '' : `of ${overProperty}`
  return overProperty === null ? calculation : `${calculation} of ${overProperty}`
}
