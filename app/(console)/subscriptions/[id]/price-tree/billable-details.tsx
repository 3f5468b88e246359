import { CatalogStatusPill } from '@/components/catalog-status'
import { Field, Fields } from '@/components/fields'
import { Flag } from '@/components/flag'
import { Identifier } from '@/components/identifier'
import { Instant } from '@/components/instant'
import { KnownValue } from '@/components/known-value'
import { Quantity } from '@/components/money'
import { OwnText } from '@/components/own-text'
import type { BillableView } from '@/contract/console/price'
import { entityTypeLabel } from '@/lib/format/labels'
import { EventQuery } from './event-query'

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
      <Field label="Billable id" of={billable.id}>
        <Identifier id={billable.id} of="billable" />
      </Field>
      <Field label="External flag id" of={billable.externalFlagId}>
        <Identifier id={billable.externalFlagId} of="external flag" />
      </Field>
    </Fields>
  )
}
