import { Unreadables } from '@/components/text/absent'
import { Field, Fields, fieldsOf, idOf, instant, text } from '@/components/fields/fields'
import { Identifier } from '@/components/text/identifier'
import { Money } from '@/components/money/money'
import { NumberName } from '@/components/fields/values'
import { SignedAmount } from '@/components/money/signed-amount'
import type { TransactionView } from '@/lib/ledger/transaction'
import { isUnreadable, readable } from '@/lib/billing-api/unreadable'
import { cadenceLabel } from '@/lib/subscriptions/labels'
import { invoicePath } from '@/lib/core/paths'
import { VisibleMarks } from '@/components/text/visible-marks'

/** Every field of a transaction (section 2.6), in the order in which agents need them. */
export function TransactionDetails({ transaction, isSigned }: { transaction: TransactionView; isSigned: boolean }) {
  const { allocationBlock: block, billable } = transaction
  const figure = (amount: TransactionView['amount']) => (
    <>
      <Money amount={amount} />
      <UnitOf figure={amount} block={block} />
    </>
  )
  return (
    <Fields>
      {fieldsOf(transaction, [
        ['Transaction ID', 'id', idOf('transaction')],
        ['Event ID', 'eventId', idOf('event')],
        ['Operation ID', 'operationId', idOf('operation')],
        ['Merchant ID', 'merchantId', idOf('merchant')],
        ['Type, as sent', 'type', text],
      ])}
      <Field label="Amount" of={transaction.amount}>
        <SignedAmount transaction={transaction} signed={isSigned} />
        <UnitOf figure={transaction.amount} block={block} />
      </Field>
      {fieldsOf(transaction, [
        ['Balance before', 'previousBalance', figure],
        ['Balance after', 'newBalance', figure],
        ['Created', 'createdAt', instant],
        ['Updated', 'updatedAt', instant],
      ])}
      {fieldsOf(billable, [['Billable', 'name', text]])}
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
      {fieldsOf(block, [
        ['Block size', 'amount', figure],
        ['Pricing unit', 'pricingUnit', text],
        ['Custom pricing unit ID', 'customPricingUnitId', idOf('custom pricing unit')],
        ['Plan', 'planName', text],
        ['Billing interval', 'billingCadence', cadence],
        ['Invoice number', 'invoiceVanityId', (number) => <NumberName name={number} />],
      ])}
      <Field label="Invoice ID" of={block?.invoiceId}>
        <Identifier id={block?.invoiceId} of="invoice" path={invoicePath} />
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

const cadence = (value: NonNullable<TransactionView['allocationBlock']>['billingCadence']) =>
  text(typeof value === 'string' ? cadenceLabel(value) : value)
