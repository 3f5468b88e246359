import type { BillableView } from '@/lib/billing-api/price'
import { formatCount } from '@/lib/money/amount'
import { withoutBidi } from '@/lib/text/bidi'
import { isUnreadable, readable } from '@/lib/billing-api/unreadable'

export type EventQueryRules = NonNullable<BillableView['eventQueryRules']>
export type ConditionGroup = Extract<EventQueryRules['conditions'], unknown[]>[number]
export type Condition = Extract<ConditionGroup, unknown[]>[number]

/** Beyond this number conditions are only counted: the details show all of them. */
const MAX_CONDITIONS = 4

/**
 * Returns what a billable counts: `sum of data.gigabytes where event = upload`; empty when nothing was sent. The
 * document does not say how conditions combine (section 6), so a group is in parentheses, without "and" or "or".
 */
export function usageLabel(rules: EventQueryRules | undefined): string {
  if (rules === undefined) return ''
  return [calculationLabel(rules), conditionsLabel(rules.conditions)].filter(Boolean).join(' ')
}

/** Returns how usage is counted: `sum of data.quantity`; empty when neither part is sent and readable. */
export function calculationLabel(rules: EventQueryRules): string {
  const calculation = readable(rules.calculation)
  const overProperty = readable(rules.overProperty)
  const of = overProperty === null ? '' : `of ${withoutBidi(overProperty)}`
  return [calculation && withoutBidi(calculation), of].filter(Boolean).join(' ')
}

function conditionsLabel(groups: EventQueryRules['conditions'] = []): string {
  if (isUnreadable(groups)) return 'where conditions could not be read'
  const conditions = groups.flatMap((group) => (isUnreadable(group) ? [] : group))
  if (groups.some(isUnreadable) || conditions.some(isIncomplete)) return 'where not all conditions could be read'
  if (conditions.length === 0) return ''
  if (conditions.length > MAX_CONDITIONS) return `where ${formatCount(conditions.length, 'condition')} are set`
  const written = groups.flatMap((group) => (isUnreadable(group) || group.length === 0 ? [] : [groupLabel(group)]))
  return `where ${written.length === 1 ? written[0] : written.map((group) => `(${group})`).join(' ')}`
}

const isIncomplete = ({ key, rule, value }: Condition) => [key, rule, value].some((part) => readable(part) === null)

const groupLabel = (conditions: Condition[]) => conditions.map(conditionLabel).join(', ')

function conditionLabel({ key, rule, value }: Condition): string {
  const compared = rule === 'equals' ? '=' : readable(rule)
  return withoutBidi([readable(key), compared, readable(value)].join(' '))
}
