import { Absent } from '@/components/absent'
import { CatalogStatusPill } from '@/components/catalog-status'
import { Field, Fields } from '@/components/fields'
import { Flag } from '@/components/flag'
import { Identifier } from '@/components/identifier'
import { Instant } from '@/components/instant'
import { KnownValue } from '@/components/known-value'
import { Quantity } from '@/components/money'
import { OwnText } from '@/components/own-text'
import { NotSent } from '@/components/ui/facts'
import { VisibleMarks } from '@/components/visible-marks'
import type { BillableView } from '@/contract/console/price'
import { entityTypeLabel } from '@/lib/format/labels'
import { isAbsent, isUnreadable } from '@/lib/format/unreadable'
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
      <Field label="Billable name" of={billable.name}>
        <OwnText text={billable.name} />
      </Field>
      <Field label="Billable type" of={billable.billableType}>
        <KnownValue value={billable.billableType} label={entityTypeLabel} />
      </Field>
      <Field label="Slug" of={billable.slug}>
        <OwnText text={billable.slug} />
      </Field>
      <Field label="Included label" of={billable.includedLabel}>
        <OwnText text={billable.includedLabel} />
      </Field>
      <Field label="Label of one unit" of={billable.singleUnitLabel}>
        <OwnText text={billable.singleUnitLabel} />
      </Field>
      <Field label="Label of many units" of={billable.multipleUnitLabel}>
        <OwnText text={billable.multipleUnitLabel} />
      </Field>
      <Field label="Visibility" of={billable.isPrivate}>
        <Flag value={billable.isPrivate} yes="Private" no="Public" />
      </Field>
      <Field label="On invoices" of={billable.showOnInvoice}>
        <Flag value={billable.showOnInvoice} yes="Shown" no="Not shown" />
      </Field>
      <Field label="Hidden" of={billable.hidden}>
        <Flag value={billable.hidden} />
      </Field>
      <Field label="Display order" of={billable.displayOrder}>
        <Quantity quantity={billable.displayOrder} />
      </Field>
      <Field label="Billable status" of={billable.status}>
        <CatalogStatusPill status={billable.status} />
      </Field>
      <Field label="Billable created" of={billable.createdAt}>
        <Instant iso={billable.createdAt} />
      </Field>
      <Field label="Billable updated" of={billable.updatedAt}>
        <Instant iso={billable.updatedAt} />
      </Field>
      <Field label="Billable ID" of={billable.id}>
        <Identifier id={billable.id} of="billable" />
      </Field>
      <Field label="External flag ID" of={billable.externalFlagId}>
        <Identifier id={billable.externalFlagId} of="external flag" />
      </Field>
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

function ConditionList({ conditions }: { conditions: Condition[] }) {
  if (conditions.length === 0) return <span className="text-muted block text-xs">Empty</span>
  return (
    <ul>
      {conditions.map((condition, index) => (
        <ConditionLabel key={index} condition={condition} />
      ))}
    </ul>
  )
}

/** Returns `name equals api.call`. */
function ConditionLabel({ condition: { key, rule, value } }: { condition: Condition }) {
  return (
    <li>
      <span className="opaque">
        {isAbsent(key) ? <Absent value={key}>key not sent</Absent> : <VisibleMarks>{key}</VisibleMarks>}
      </span>{' '}
      <span className="foreign text-muted">
        {isAbsent(rule) ? <Absent value={rule}>rule not sent</Absent> : <VisibleMarks>{rule}</VisibleMarks>}
      </span>{' '}
      <span className="opaque">
        {isAbsent(value) ? <Absent value={value}>value not sent</Absent> : <VisibleMarks>{value}</VisibleMarks>}
      </span>
    </li>
  )
}
