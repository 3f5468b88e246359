import Link from 'next/link'
import type { ReactNode } from 'react'
import { Unreadables } from '@/components/absent'
import { Identifier } from '@/components/identifier'
import { Instant } from '@/components/instant'
import { Money } from '@/components/money'
import { NumberName } from '@/components/number-name'
import { OwnText } from '@/components/own-text'
import { SignedAmount } from '@/components/signed-amount'
import { Fact, Facts } from '@/components/ui/facts'
import type { TransactionView } from '@/contract/console/transaction'
import { isUnreadable, readable } from '@/lib/format/unreadable'
import { cadenceLabel } from '@/lib/format/labels'
import { invoicePath } from '@/lib/browser/paths'
import { balanceBreakWords, offBy } from './balance-break-words'
import type { PageMarks } from './page-marks'

/** Every field of a transaction (section 2.6), in the order in which an agent asks for them. */
export function TransactionDetails({ transaction, marks }: { transaction: TransactionView; marks: PageMarks }) {
  const { allocationBlock: block, billable } = transaction
  const found = marks.breaks.get(transaction)
  const invoiceId = readable(block?.invoiceId)
  return (
    <Facts>
      <IdFact label="Transaction id" id={transaction.id} of="transaction" />
      <IdFact label="Event id" id={transaction.eventId} of="event" />
      <IdFact label="Operation id" id={transaction.operationId} of="operation" />
      <IdFact label="Merchant id" id={transaction.merchantId} of="merchant" />
      <Fact label="Type, as sent">
        <OwnText text={transaction.type} />
      </Fact>
      <Fact label="Amount">
        <SignedAmount transaction={transaction} signed={marks.signed} />
        <UnitOf figure={transaction.amount} block={block} />
      </Fact>
      <Fact label="Balance before">
        <Money amount={transaction.previousBalance} />
        <UnitOf figure={transaction.previousBalance} block={block} />
      </Fact>
      <Fact label="Balance after" note={found && `${offBy(found)}. ${balanceBreakWords(found)}`}>
        <Money amount={transaction.newBalance} />
        <UnitOf figure={transaction.newBalance} block={block} />
      </Fact>
      <Fact label="Created">
        <Instant iso={transaction.createdAt} />
      </Fact>
      <Fact label="Updated">
        <Instant iso={transaction.updatedAt} />
      </Fact>
      <Fact label="Billable">
        <OwnText text={billable?.name ?? null} />
      </Fact>
      <TwiceSentId label="Billable id" of="billable" id={transaction.billableId} nested={billable?.id ?? null} />
      <TwiceSentId
        label="Allocation block id"
        of="allocation block"
        id={transaction.allocationBlockId}
        nested={block?.id ?? null}
      />
      <Fact label="Block size">
        <Money amount={block?.amount ?? null} />
        <UnitOf figure={block?.amount ?? null} block={block} />
      </Fact>
      <Fact label="Pricing unit">
        <OwnText text={block?.pricingUnit ?? null} />
      </Fact>
      <IdFact label="Custom pricing unit id" id={block?.customPricingUnitId ?? null} of="custom pricing unit" />
      <Fact label="Plan">
        <OwnText text={block?.planName ?? null} />
      </Fact>
      <Fact label="Billing cadence">
        <CadenceLabel cadence={block?.billingCadence ?? null} />
      </Fact>
      <Fact label="Invoice number">
        <NumberName name={block?.invoiceVanityId ?? null} />
      </Fact>
      <IdFact label="Invoice id" id={block?.invoiceId ?? null} of="invoice">
        {invoiceId && (
          <Link href={invoicePath(invoiceId)} prefetch={false} className="text-accent hover:underline">
            {invoiceId}
          </Link>
        )}
      </IdFact>
    </Facts>
  )
}

/** Behind a figure that was sent, what it is counted in. */
function UnitOf({ figure, block }: { figure: TransactionView['amount']; block: TransactionView['allocationBlock'] }) {
  const unit = readable(block?.pricingUnit)
  if (unit === null || readable(figure) === null) return null
  return (
    <>
      {' '}
      <span className="foreign">{unit}</span>
    </>
  )
}

interface IdFactProps {
  label: string
  id: TransactionView['id']
  of: string
  children?: ReactNode
}

function IdFact({ label, id, of, children }: IdFactProps) {
  return (
    <Fact label={label}>
      <Identifier id={id} of={of}>
        {children}
      </Identifier>
    </Fact>
  )
}

/** An id that comes both beside its object and in it; where the two differ, both are shown. */
function TwiceSentId({ label, of, id, nested }: IdFactProps & { nested: TransactionView['id'] }) {
  const own = readable(id)
  const other = readable(nested)
  const unreadable = [id, nested].filter(isUnreadable)
  const differs = own !== null && other !== null && own !== other
  return (
    <Fact
      label={label}
      note={
        differs && (
          <>
            The object sent with it says <span className="opaque">{other}</span>
          </>
        )
      }
    >
      {own === null && other === null && unreadable.length > 0 ? null : <Identifier id={own ?? other} of={of} />}
      <Unreadables values={unreadable} />
    </Fact>
  )
}

function CadenceLabel({ cadence }: { cadence: NonNullable<TransactionView['allocationBlock']>['billingCadence'] }) {
  return <OwnText text={typeof cadence === 'string' ? cadenceLabel(cadence) : cadence} />
}
