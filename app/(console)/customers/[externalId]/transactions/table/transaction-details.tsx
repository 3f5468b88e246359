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
import { OwnText } from '@/components/text/own-text'

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
      {twiceSentId('Billable ID', 'billable', transaction.billableId, billable?.id)}
      {twiceSentId('Allocation block ID', 'allocation block', transaction.allocationBlockId, block?.id)}
      {fieldsOf(block, [
        ['Block size', 'amount', figure],
        ['Pricing unit', 'pricingUnit', text],
        ['Custom pricing unit ID', 'customPricingUnitId', idOf('custom pricing unit')],
        ['Plan', 'planName', text],
        ['Billing interval', 'billingCadence', cadence],
        ['Invoice number', 'invoiceVanityId', (number) => <NumberName name={number} />],
        ['Invoice ID', 'invoiceId', (id) => <Identifier id={id} of="invoice" path={invoicePath} />],
      ])}
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
      <OwnText text={unit} />
    </>
  )
}

/** The field of an ID that is sent both beside its object and in it. A note has the second ID when the two differ. */
function twiceSentId(label: string, of: string, id: TransactionView['id'], nested: TransactionView['id']) {
  const [own, other] = [readable(id), readable(nested)]
  const shown = own ?? other
  const differs = own !== null && other !== null && own !== other
  return (
    <Field
      label={label}
      of={id ?? nested}
      note={
        differs && (
          <>
            A different ID was also sent: <OwnText text={other} className="opaque" />
          </>
        )
      }
    >
      {(shown !== null || ![id, nested].some(isUnreadable)) && <Identifier id={shown} of={of} />}
      <Unreadables values={[id, nested]} />
    </Field>
  )
}

const cadence = (value: NonNullable<TransactionView['allocationBlock']>['billingCadence']) =>
  text(typeof value === 'string' ? cadenceLabel(value) : value)
