import Link from 'next/link'
import type { ReactNode } from 'react'
import { Identifier } from '@/components/identifier'
import { Instant } from '@/components/instant'
import { Money } from '@/components/money'
import { SignedAmount } from '@/components/signed-amount'
import { Fact, Facts, NotSent } from '@/components/ui/facts'
import type { TransactionView } from '@/contract/console/transaction'
import { cadenceWords } from '@/lib/format/words'
import { invoicePath } from '@/lib/paths'

/** Every field of a transaction (section 2.6), in the order in which an agent asks for them. */
export function TransactionDetails({ transaction }: { transaction: TransactionView }) {
  const { allocationBlock: block, billable } = transaction
  return (
    <Facts>
      <IdFact label="Transaction id" id={transaction.id} of="transaction" />
      <IdFact label="Event id" id={transaction.eventId} of="event" />
      <IdFact label="Operation id" id={transaction.operationId} of="operation" />
      <IdFact label="Merchant id" id={transaction.merchantId} of="merchant" />
      <Fact label="Type, as sent">
        <Sent text={transaction.type} />
      </Fact>
      <Fact label="Amount">
        <SignedAmount amount={transaction.amount} />
        {block?.pricingUnit && (
          <>
            {' '}
            <span className="foreign">{block.pricingUnit}</span>
          </>
        )}
      </Fact>
      <Fact label="Balance before">
        <Money amount={transaction.previousBalance} />
      </Fact>
      <Fact label="Balance after">
        <Money amount={transaction.newBalance} />
      </Fact>
      <Fact label="Created">
        <Instant iso={transaction.createdAt} shape="dateTime" />
      </Fact>
      <Fact label="Updated">
        <Instant iso={transaction.updatedAt} shape="dateTime" />
      </Fact>
      <Fact label="Billable">
        <Sent text={billable?.name ?? null} />
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
      </Fact>
      <Fact label="Pricing unit">
        <Sent text={block?.pricingUnit ?? null} />
      </Fact>
      <IdFact label="Custom pricing unit id" id={block?.customPricingUnitId ?? null} of="custom pricing unit" />
      <Fact label="Plan">
        <Sent text={block?.planName ?? null} />
      </Fact>
      <Fact label="Billing cadence">
        <Sent text={block?.billingCadence ? cadenceWords(block.billingCadence) : null} />
      </Fact>
      <Fact label="Invoice number">
        <Sent text={block?.invoiceVanityId ?? null} />
      </Fact>
      <IdFact label="Invoice id" id={block?.invoiceId ?? null} of="invoice">
        {block?.invoiceId && (
          <Link href={invoicePath(block.invoiceId)} prefetch={false} className="text-accent hover:underline">
            {block.invoiceId}
          </Link>
        )}
      </IdFact>
    </Facts>
  )
}

function IdFact({ label, id, of, children }: { label: string; id: string | null; of: string; children?: ReactNode }) {
  return (
    <Fact label={label}>
      <Identifier id={id} of={of}>
        {children}
      </Identifier>
    </Fact>
  )
}

/** An id that comes both beside its object and in it; where the two differ, both are shown. */
function TwiceSentId({
  label,
  of,
  id,
  nested,
}: {
  label: string
  of: string
  id: string | null
  nested: string | null
}) {
  const differs = id !== null && nested !== null && id !== nested
  return (
    <Fact
      label={label}
      note={
        differs && (
          <>
            The object sent with it says <span className="opaque">{nested}</span>
          </>
        )
      }
    >
      <Identifier id={id ?? nested} of={of} />
    </Fact>
  )
}

function Sent({ text }: { text: string | null }) {
  return text === null ? <NotSent /> : <span className="foreign">{text}</span>
}
