import { Absent } from '@/components/text/absent'
import {
  catalogStatus,
  Field,
  Fields,
  fieldsOf,
  flag,
  idOf,
  instant,
  known,
  quantity,
  text,
} from '@/components/fields/fields'
import { OwnText } from '@/components/text/own-text'
import { NotSent } from '@/components/ui/facts'
import type { BillableView } from '@/lib/billing-api/price'
import { entityTypeLabel } from '@/lib/subscriptions/labels'
import { isUnreadable } from '@/lib/billing-api/unreadable'
import { calculationLabel, type Condition, type ConditionGroup, type EventQueryRules } from './usage-label'

/** Every field of section 2.4. */
export function BillableDetails({ billable }: { billable: BillableView }) {
  return (
    <Fields>
      <Field label="Description" of={billable.description} wide>
        <p className="max-w-[80ch]">
          <OwnText text={billable.description} />
        </p>
      </Field>
      <Field label="Usage events counted" of={billable.eventQueryRules} wide>
        {billable.eventQueryRules && <EventQuery rules={billable.eventQueryRules} />}
      </Field>
      {fieldsOf(billable, [
        ['Billable name', 'name', text],
        ['Billable type', 'billableType', known(entityTypeLabel)],
        ['Slug', 'slug', text],
        ['Included label', 'includedLabel', text],
        ['Label of one unit', 'singleUnitLabel', text],
        ['Label of many units', 'multipleUnitLabel', text],
        ['Visibility', 'isPrivate', flag('Private', 'Public')],
        ['On invoices', 'showOnInvoice', flag('Shown', 'Not shown')],
        ['Hidden', 'hidden', flag()],
        ['Display order', 'displayOrder', quantity()],
        ['Billable status', 'status', catalogStatus],
        ['Billable created', 'createdAt', instant],
        ['Billable updated', 'updatedAt', instant],
        ['Billable ID', 'id', idOf('billable')],
        ['External flag ID', 'externalFlagId', idOf('external flag')],
      ])}
    </Fields>
  )
}

/**
 * The usage events that a billable counts, and how (section 6). The interface document does not say how groups and
 * conditions combine, so no "and" or "or" joins them.
 */
function EventQuery({ rules }: { rules: EventQueryRules }) {
  const { calculation, overProperty, conditions = [] } = rules
  const unreadable = [calculation, overProperty].filter(isUnreadable)
  return (
    <div className="space-y-2">
      <p className="foreign">
        {calculationLabel(rules) || (unreadable.length === 0 && <NotSent>Calculation not sent</NotSent>)}
        {unreadable.map((value, index) => (
          <span key={index} className="block">
            <Absent value={value} />
          </span>
        ))}
      </p>
      {isUnreadable(conditions) ? <Absent value={conditions} /> : <Conditions groups={conditions} />}
    </div>
  )
}

function Conditions({ groups }: { groups: ConditionGroup[] }) {
  if (groups.length === 0) return <p className="text-muted text-xs">No conditions</p>
  return (
    <ul className="flex flex-wrap gap-2">
      {groups.map((group, index) => (
        <li key={index} className="bg-surface rounded border px-3 py-2">
          <span className="text-muted block text-xs">Group {index + 1}</span>
          {isUnreadable(group) ? <Absent value={group} /> : <ConditionList conditions={group} />}
        </li>
      ))}
    </ul>
  )
}

/** Each as `name equals api.call`. */
function ConditionList({ conditions }: { conditions: Condition[] }) {
  if (conditions.length === 0) return <span className="text-muted block text-xs">Empty</span>
  return (
    <ul>
      {conditions.map(({ key, rule, value }, index) => (
        <li key={index}>
          <OwnText text={key} missing="key not sent" className="opaque" />{' '}
          <OwnText text={rule} missing="rule not sent" className="foreign text-muted" />{' '}
          <OwnText text={value} missing="value not sent" className="opaque" />
        </li>
      ))}
    </ul>
  )
}
