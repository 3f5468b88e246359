import type { BillableView } from '@/contract/console/price'
import { readable } from './unreadable'

/** The names of a billable's units. */
export type UnitLabels = Pick<BillableView, 'singleUnitLabel' | 'multipleUnitLabel'>

/** Returns `seat` for 1 and -1, else `seats`; falls back to the name that was sent, or null. */
export function unitLabel(quantity: string, labels: UnitLabels | null | undefined): string | null {
  const one = readable(labels?.singleUnitLabel)
  const many = readable(labels?.multipleUnitLabel)
  return /^-?1(\.0+)?$/.test(quantity) ? (one ?? many) : (many ?? one)
}
