import type { BillableView, RulesView } from '@/contract/console/price'
import { withoutBidi } from '@/lib/format/bidi'
import { formatAmount, formatCount, formatQuantity } from '@/lib/format/amount'
import { readable } from '@/lib/format/unreadable'
import { cadenceLabel } from '@/lib/format/labels'

/** What a billable calls its units. */
export type UnitLabels = Pick<BillableView, 'singleUnitLabel' | 'multipleUnitLabel'>

const ONE = /^1(\.0+)?$/

/** `seat` for one, `100 seats` for many; `unit` where the billable has no labels. */
export function perLabel(quantity: string | null, labels?: UnitLabels | null): string {
  return quantity === null || ONE.test(quantity) ? unitWord('1', labels) : countLabel(quantity, labels)
}

/** `1 seat`, `100 seats`. */
const countLabel = (quantity: string, labels?: UnitLabels | null) =>
  `${ONE.test(quantity) ? '1' : formatQuantity(quantity)} ${unitWord(quantity, labels)}`

function unitWord(quantity: string, labels?: UnitLabels | null): string {
  const one = readable(labels?.singleUnitLabel)
  const many = readable(labels?.multipleUnitLabel)
  return withoutBidi(ONE.test(quantity) ? (one ?? many ?? 'unit') : (many ?? one ?? 'units'))
}

/**
 * A price's rules in one line: `$10.00 per seat`, `3 tiers, the first $0.05`, `$500.00 fixed for 5 seats, monthly`.
 * `currency` is null where the amounts are in none we know: then plain numbers.
 */
export function chargeLabel(rules: RulesView, currency: string | null, labels?: UnitLabels | null): string {
  switch (rules.kind) {
    case 'unit':
      if (rules.price === null) return 'Price not sent'
      return `${formatAmount(rules.price, currency)} per ${perLabel(rules.quantity, labels)}`
    case 'tier': {
      const first = rules.tiers[0]
      if (!first) return 'Tiers not sent'
      const tiers = formatCount(rules.tiers.length, 'tier')
      return first.price === null ? tiers : `${tiers}, the first ${formatAmount(first.price, currency)}`
    }
    case 'fixed': {
      if (rules.price === null) return 'Price not sent'
      const amount = rules.quantity === null ? '' : ` for ${countLabel(rules.quantity, labels)}`
      const cadence = rules.cadence === null ? '' : `, ${withoutBidi(cadenceLabel(rules.cadence)).toLowerCase()}`
      return `${formatAmount(rules.price, currency)} fixed${amount}${cadence}`
    }
    case 'none':
      return 'No charge'
    case 'missing':
      return 'Rules not sent'
    case 'other':
      return 'Rules of a kind this console does not know'
  }
}

/** The least and the most that is charged, in words; empty where the rules set neither. */
export function boundsLabel(rules: RulesView, currency: string | null): string {
  if (rules.kind !== 'unit' && rules.kind !== 'tier') return ''
  return [
    rules.minimum !== null && `minimum ${formatAmount(rules.minimum, currency)}`,
    rules.maximum !== null && `maximum ${formatAmount(rules.maximum, currency)}`,
  ]
    .filter(Boolean)
    .join(', ')
}
