import type { BillableView } from '@/contract/console/price'
import { readable } from './unreadable'

/** What a billable calls its units. */
export type UnitLabels = Pick<BillableView, 'singleUnitLabel' | 'multipleUnitLabel'>

/** `seat` of 1 and -1, `seats` of any other quantity; where only one of the two was sent that one, else null. */
export function unitLabel(quantity: string, labels: UnitLabels | null | undefined): string | null {
  const one = readable(labels?.singleUnitLabel)
  const many = readable(labels?.multipleUnitLabel)
  return /^-?1(\.0+)?$/.test(quantity) ? (one ?? many) : (many ?? one)
}
