import { CatalogStatusPill } from '@/components/catalog-status'
import { Flag } from '@/components/flag'
import { Identifier } from '@/components/identifier'
import { Instant } from '@/components/instant'
import { KnownValue } from '@/components/known-value'
import { Quantity } from '@/components/money'
import { OwnText } from '@/components/own-text'
import { Fact, Facts } from '@/components/ui/facts'
import type { BillableView } from '@/contract/console/price'
import { entityTypeLabel } from '@/lib/format/labels'
import { EventQuery } from './event-query'
import { DetailsCell } from './tree-cell'

/** Every field of section 2.4. */
export function BillableDetails({ level, billable }: { level: number; billable: BillableView }) {
  return (
    <DetailsCell level={level}>
      <p className="max-w-[80ch]">
        <OwnText text={billable.description} missing="No description sent" />
      </p>
      <div>
        <div className="text-muted mb-1 text-xs">Usage events counted</div>
        <EventQuery rules={billable.eventQueryRules} />
      </div>
      <Facts>
        <Fact label="Billable name">
          <OwnText text={billable.name} />
        </Fact>
        <Fact label="Billable type">
          <KnownValue value={billable.billableType} label={entityTypeLabel} />
        </Fact>
        <Fact label="Slug">
          <OwnText text={billable.slug} />
        </Fact>
        <Fact label="Included label">
          <OwnText text={billable.includedLabel} />
        </Fact>
        <Fact label="Label of one unit">
          <OwnText text={billable.singleUnitLabel} />
        </Fact>
        <Fact label="Label of many units">
          <OwnText text={billable.multipleUnitLabel} />
        </Fact>
        <Fact label="Visibility">
          <Flag value={billable.isPrivate} yes="Private" no="Public" />
        </Fact>
        <Fact label="On invoices">
          <Flag value={billable.showOnInvoice} yes="Shown" no="Not shown" />
        </Fact>
        <Fact label="Hidden">
          <Flag value={billable.hidden} />
        </Fact>
        <Fact label="Display order">
          <Quantity quantity={billable.displayOrder} />
        </Fact>
        <Fact label="Billable status">
          <CatalogStatusPill status={billable.status} />
        </Fact>
        <Fact label="Billable created">
          <Instant iso={billable.createdAt} shape="dateTime" />
        </Fact>
        <Fact label="Billable updated">
          <Instant iso={billable.updatedAt} shape="dateTime" />
        </Fact>
        <Fact label="Billable id">
          <Identifier id={billable.id} of="billable" />
        </Fact>
        <Fact label="External flag id">
          <Identifier id={billable.externalFlagId} of="external flag" />
        </Fact>
      </Facts>
    </DetailsCell>
  )
}
