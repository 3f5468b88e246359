import { Absent, Unreadables } from '@/components/absent'
import { Flag } from '@/components/flag'
import { Identifier } from '@/components/identifier'
import { Instant } from '@/components/instant'
import { KnownValue } from '@/components/known-value'
import { Money } from '@/components/money'
import { OwnText } from '@/components/own-text'
import { PriceRules } from '@/components/price-rules'
import { Fact, Facts, NotSent } from '@/components/ui/facts'
import type { InvoiceLineItemView } from '@/contract/console/invoice'
import { withoutBidi } from '@/lib/format/bidi'
import { isUnreadable, readable, readableList } from '@/lib/format/unreadable'
import { entityTypeLabel } from '@/lib/format/labels'
import { LineWorking } from './line-working'
import { SubItems } from './sub-items'

/** All of one line: how its amount comes about, its price as it was, and every id and date. */
export function LineItemDetails({ line, currency }: { line: InvoiceLineItemView; currency: string | null }) {
  const { price } = line
  const billable = price?.billable ?? null
  const priceId = readable(price?.id)
  const anotherPrice = priceId !== null && priceId !== readable(line.priceId)
  const subItems = readableList(line.subItems)
  return (
    <div className="bg-sunken space-y-4 rounded-md p-4">
      <LineWorking line={line} currency={currency} />
      {subItems.length > 0 && <SubItems items={subItems} currency={currency} />}
      {isUnreadable(line.subItems) && (
        <p className="text-sm">
          Sub items: <Absent value={line.subItems} />
        </p>
      )}
      <div className="text-sm">
        <p className="text-muted mb-0.5 text-xs">Price rules, as they were when the line was made</p>
        {price === null ? (
          <NotSent />
        ) : (
          <PriceRules rules={price.rules} currency={price.inCustomUnit ? null : currency} billable={billable} />
        )}
      </div>
      <Facts>
        <Fact label="Price id" note={anotherPrice && `Its price calls itself ${withoutBidi(priceId)}.`}>
          <Identifier id={line.priceId} of="price" />
          <Unreadables values={[price?.id]} />
        </Fact>
        <Fact label="Billable id">
          <Identifier id={billable?.id ?? null} of="billable" />
        </Fact>
        <Fact label="Entity type">
          <KnownValue value={price?.entityType ?? null} label={entityTypeLabel} />
        </Fact>
        {line.appliedMinimum !== null && (
          <Fact label="Minimum applied">
            <Money amount={line.appliedMinimum} currency={currency} />
          </Fact>
        )}
        {line.appliedMaximum !== null && (
          <Fact label="Maximum applied">
            <Money amount={line.appliedMaximum} currency={currency} />
          </Fact>
        )}
        <Fact label="Hidden">
          <Flag value={billable?.hidden ?? null} yes="Yes: the customer does not see it" />
        </Fact>
        <Fact label="Shown on the invoice">
          <Flag value={billable?.showOnInvoice ?? null} no="No: the customer does not see it" />
        </Fact>
        <Fact label="Unit labels">
          <OwnText text={billable?.singleUnitLabel} /> / <OwnText text={billable?.multipleUnitLabel} />
        </Fact>
        <Fact label="Starts">
          <Instant iso={line.startDate} />
        </Fact>
        <Fact label="Ends">
          <Instant iso={line.endDate} />
        </Fact>
        <Fact label="Created">
          <Instant iso={line.createdAt} />
        </Fact>
        <Fact label="Updated">
          <Instant iso={line.updatedAt} />
        </Fact>
        <Fact label="Line id">
          <Identifier id={line.id} of="line" />
        </Fact>
        <Fact label="Invoice id">
          <Identifier id={line.invoiceId} of="invoice" />
        </Fact>
        <Fact label="Merchant id">
          <Identifier id={line.merchantId} of="merchant" />
        </Fact>
      </Facts>
    </div>
  )
}
