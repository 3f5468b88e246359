import { Link } from '@/components/ui/link'
import { Unreadables } from '@/components/absent'
import { Field, Fields } from '@/components/fields'
import { Identifier } from '@/components/identifier'
import { Instant } from '@/components/instant'
import { Money } from '@/components/money'
import { NumberName } from '@/components/number-name'
import { OwnText } from '@/components/own-text'
import { SignedAmount } from '@/components/signed-amount'
import type { TransactionView } from '@/contract/console/transaction'
import { isUnreadable, readable } from '@/lib/format/unreadable'
import { cadenceLabel } from '@/lib/format/labels'
import { invoicePath } from '@/lib/format/paths'
import type { PageMarks } from './page-marks'
import { VisibleMarks } from '@/components/visible-marks'

/** Every field of a transaction (section 2.6), in the order in which agents need them. */
export function TransactionDetails({ transaction, marks }: { transaction: TransactionView; marks: PageMarks }) {
  const { allocationBlock: block, billable } = transaction
  const invoiceId = readable(block?.invoiceId)
  return (
    <Fields>
      <Field label="Transaction ID" of={transaction.id}>
        <Identifier id={transaction.id} of="transaction" />
      </Field>
      <Field label="Event ID" of={transaction.eventId}>
        <Identifier id={transaction.eventId} of="event" />
      </Field>
      <Field label="Operation ID" of={transaction.operationId}>
        <Identifier id={transaction.operationId} of="operation" />
      </Field>
      <Field label="Merchant ID" of={transaction.merchantId}>
        <Identifier id={transaction.merchantId} of="merchant" />
      </Field>
      <Field label="Type, as sent" of={transaction.type}>
        <OwnText text={transaction.type} />
      </Field>
      <Field label="Amount" of={transaction.amount}>
        <SignedAmount transaction={transaction} signed={marks.signed} />
        <UnitOf figure={transaction.amount} block={block} />
      </Field>
      <Field label="Balance before" of={transaction.previousBalance}>
        <Money amount={transaction.previousBalance} />
        <UnitOf figure={transaction.previousBalance} block={block} />
      </Field>
      <Field label="Balance after" of={transaction.newBalance}>
        <Money amount={transaction.newBalance} />
        <UnitOf figure={transaction.newBalance} block={block} />
      </Field>
      <Field label="Created" of={transaction.createdAt}>
        <Instant iso={transaction.createdAt} />
      </Field>
      <Field label="Updated" of={transaction.updatedAt}>
        <Instant iso={transaction.updatedAt} />
      </Field>
      <Field label="Billable" of={billable?.name}>
        <OwnText text={billable?.name} />
      </Field>
      <Field
        label="Billable ID"
        of={transaction.billableId ?? billable?.id}
        note={otherId({ id: transaction.billableId, nested: billable?.id })}
      >
        <TwiceSentId of="billable" id={transaction.billableId} nested={billable?.id} />
      </Field>
      <Field
        label="Allocation block ID"
        of={transaction.allocationBlockId ?? block?.id}
        note={otherId({ id: transaction.allocationBlockId, nested: block?.id })}
      >
        <TwiceSentId of="allocation block" id={transaction.allocationBlockId} nested={block?.id} />
      </Field>
      <Field label="Block size" of={block?.amount}>
        <Money amount={block?.amount} />
        <UnitOf figure={block?.amount} block={block} />
      </Field>
      <Field label="Pricing unit" of={block?.pricingUnit}>
        <OwnText text={block?.pricingUnit} />
      </Field>
      <Field label="Custom pricing unit ID" of={block?.customPricingUnitId}>
        <Identifier id={block?.customPricingUnitId} of="custom pricing unit" />
      </Field>
      <Field label="Plan" of={block?.planName}>
        <OwnText text={block?.planName} />
      </Field>
      <Field label="Billing interval" of={block?.billingCadence}>
        <CadenceLabel cadence={block?.billingCadence} />
      </Field>
      <Field label="Invoice number" of={block?.invoiceVanityId}>
        <NumberName name={block?.invoiceVanityId} />
      </Field>
      <Field label="Invoice ID" of={block?.invoiceId}>
        <Identifier id={block?.invoiceId} of="invoice">
          {invoiceId && (
            <Link href={invoicePath(invoiceId)} prefetch={false} className="text-accent hover:underline">
              {invoiceId}
            </Link>
          )}
        </Identifier>
      </Field>
    </Fields>
  )
}

/** The unit of a figure that was sent. */
function UnitOf({ figure, block }: { figure: TransactionView['amount']; block: TransactionView['allocationBlock'] }) {
  const unit = readable(block?.pricingUnit)
  if (unit === null || readable(figure) === null) return null
  return (
    <>
      {' '}
      <span className="foreign">
        <VisibleMarks>{unit}</VisibleMarks>
      </span>
    </>
  )
}

interface TwiceSentIdProps {
  id: TransactionView['id']
  nested: TransactionView['id']
}

/** An ID that is sent both beside its object and in it. */
function TwiceSentId({ of, id, nested }: TwiceSentIdProps & { of: string }) {
  const own = readable(id) ?? readable(nested)
  const unreadable = [id, nested].filter(isUnreadable)
  return (
    <>
      {own === null && unreadable.length > 0 ? null : <Identifier id={own} of={of} />}
      <Unreadables values={unreadable} />
    </>
  )
}

/** Shows the second ID when the two differ. */
function otherId({ id, nested }: TwiceSentIdProps) {
  const [own, other] = [readable(id), readable(nested)]
  if (own === null || other === null || own === other) return null
  return (
    <>
      A different ID was also sent:{' '}
      <span className="opaque">
        <VisibleMarks>{other}</VisibleMarks>
      </span>
    </>
  )
}

function CadenceLabel({ cadence }: { cadence: NonNullable<TransactionView['allocationBlock']>['billingCadence'] }) {
  return <OwnText text={typeof cadence === 'string' ? cadenceLabel(cadence) : cadence} />
}
