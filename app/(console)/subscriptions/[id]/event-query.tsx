import { NotSent } from '@/components/ui/facts'
import type { BillableView } from '@/contract/console/price'
import { usageWords } from './event-query-words'

type Condition = { key: string | null; rule: string | null; value: string | null }

/**
 * Which usage events a billable counts, and how (section 6). How the groups and the conditions in them combine is not
 * stated by the interface document, so no "and" or "or" is put between them.
 */
export function EventQuery({ rules }: { rules: BillableView['eventQueryRules'] }) {
  if (rules === null) return <NotSent />
  return (
    <div className="space-y-2">
      <p className="foreign">{usageWords(rules) || <NotSent>Calculation not sent</NotSent>}</p>
      {rules.conditions.length === 0 && <p className="text-muted text-xs">No conditions</p>}
      <ul className="flex flex-wrap gap-2">
        {rules.conditions.map((group, index) => (
          <li key={index} className="bg-surface rounded border px-3 py-2">
            <span className="text-muted text-xs">Group {index + 1}</span>
            <ul>
              {group.map((condition, position) => (
                <ConditionWords key={position} condition={condition} />
              ))}
            </ul>
            {group.length === 0 && <span className="text-muted block text-xs">Empty</span>}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** `name equals api.call`. */
function ConditionWords({ condition }: { condition: Condition }) {
  return (
    <li>
      <span className="opaque">{condition.key ?? <NotSent>key not sent</NotSent>}</span>{' '}
      <span className="foreign text-muted">{condition.rule ?? 'rule not sent'}</span>{' '}
      <span className="opaque">{condition.value ?? <NotSent>value not sent</NotSent>}</span>
    </li>
  )
}
