import { BILLABLE_STATUSES, type EventCondition } from '@/contract/billing/billable'
import type { BillableView } from '@/contract/console/price'
import type { EveryField, ViewOf } from '@/contract/console/view-of'
import type { FieldReader } from './field-reader'

/** Reads a billable (section 2.4). */
export function billableView(billable: FieldReader): EveryField<BillableView> {
  return {
    id: billable.text('id'),
    name: billable.text('name'),
    description: billable.text('description', 'nullable'),
    slug: billable.text('slug', 'nullable'),
    createdAt: billable.instant('createdAt'),
    updatedAt: billable.instant('updatedAt'),
    status: billable.choice('status', BILLABLE_STATUSES),
    billableType: billable.text('billableType'),
    externalFlagId: billable.text('externalFlagId', 'nullable'),
    includedLabel: billable.text('includedLabel', 'nullable'),
    singleUnitLabel: billable.text('singleUnitLabel', 'nullable'),
    multipleUnitLabel: billable.text('multipleUnitLabel', 'nullable'),
    isPrivate: billable.flag('isPrivate'),
    showOnInvoice: billable.flag('showOnInvoice'),
    hidden: billable.flag('hidden'),
    displayOrder: billable.amount('displayOrder', 'nullable'),
    eventQueryRules: billable.object('eventQueryRules', eventQueryRules, 'nullable'),
  }
}

function eventQueryRules(rules: FieldReader): EveryField<NonNullable<BillableView['eventQueryRules']>> {
  return {
    conditions: rules.groups('conditions', (condition): EveryField<ViewOf<typeof EventCondition.shape>> => ({
      key: condition.text('key'),
      rule: condition.text('rule'),
      value: condition.text('value'),
    })),
    calculation: rules.text('calculation'),
    overProperty: rules.text('overProperty', 'nullable'),
  }
}
