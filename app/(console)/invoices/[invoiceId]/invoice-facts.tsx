'use client'

import Link from 'next/link'
import { Absent, Unreadables } from '@/components/absent'
import { Identifier } from '@/components/identifier'
import { KnownValue } from '@/components/known-value'
import { NumberName } from '@/components/number-name'
import { Fact, Facts, NotSent } from '@/components/ui/facts'
import { Section } from '@/components/ui/section'
import type { InvoiceView } from '@/contract/console/invoice'
import { shortName } from '@/lib/format/amount'
import { withoutBidi } from '@/lib/format/bidi'
import { isAbsent, isUnreadable, readable } from '@/lib/format/unreadable'
import { gatewayLabel } from '@/lib/format/labels'
import { ledgerPath } from '@/lib/browser/paths'
import { ledgersOf, useRecents } from '@/lib/browser/recents'
import { SubscriptionLink } from './subscription-link'

/** Key facts: who it is for, where it leads, how it is charged. */
export function InvoiceFacts({ invoice, planName }: { invoice: InvoiceView; planName: string | null }) {
  const { externalId, paymentGateway } = invoice
  const subscriptionId = readable(invoice.subscriptionId)
  const vanityId = readable(invoice.vanityId)
  const vanityIdString = readable(invoice.vanityIdString)
  const number = vanityIdString ?? vanityId
  const unreadable = [invoice.vanityIdString, invoice.vanityId].filter(isUnreadable)
  const numbersDiffer = vanityId !== null && vanityIdString !== null && vanityId !== vanityIdString
  return (
    <Section title="Key facts">
      <Facts>
        <Fact label="Subscription" note={subscriptionId !== null && planName !== null && planName}>
          <SubscriptionLink id={invoice.subscriptionId} />
        </Fact>
        <Fact label="Customer id">
          <Identifier id={invoice.customerId} of="customer" />
        </Fact>
        <Fact label="Customer’s ledger">
          <LedgerLinks invoice={invoice} />
        </Fact>
        <Fact
          label="Number"
          note={numbersDiffer && `The same number was also sent as ${withoutBidi(shortName(vanityId))}.`}
        >
          {number === null && unreadable.length > 0 ? null : <NumberName name={number} />}
          <Unreadables values={unreadable} />
        </Fact>
        <Fact label="Payment gateway">
          {isAbsent(paymentGateway) ? (
            <Absent value={paymentGateway}>{invoice.saidNull.includes('paymentGateway') ? 'None' : undefined}</Absent>
          ) : (
            <KnownValue value={paymentGateway} label={gatewayLabel} />
          )}
        </Fact>
        <Fact label="Id in the payment gateway">
          <Identifier
            id={externalId}
            of="payment gateway"
            missing={invoice.saidNull.includes('externalId') ? 'Not synced to a gateway' : undefined}
          />
        </Fact>
        <Fact label="Charging" note={chargingNote(invoice)}>
          <InvoiceFlag
            invoice={invoice}
            field="autoChargeInvoice"
            yes="Charged automatically"
            no="Not charged automatically"
          />
        </Fact>
        <Fact label="Sync to the gateway">
          <InvoiceFlag invoice={invoice} field="autoSyncInvoice" yes="Automatic" no="Not automatic" />
        </Fact>
        <Fact label="Sending to the customer">
          <InvoiceFlag invoice={invoice} field="autoSendInvoice" yes="By e-mail, automatic" no="Not automatic" />
        </Fact>
        <Fact label="Merchant id">
          <Identifier id={invoice.merchantId} of="merchant" />
        </Fact>
      </Facts>
    </Section>
  )
}

/** Automatic charging works with the card processor only (section 2.1), which is the first gateway of the document. */
function chargingNote({ autoChargeInvoice, paymentGateway }: InvoiceView): string | undefined {
  if (autoChargeInvoice !== true || (paymentGateway !== 'quickbooks' && paymentGateway !== 'xero')) return undefined
  return `${gatewayLabel(paymentGateway)} cannot charge: automatic charging works with Stripe only.`
}

interface InvoiceFlagProps {
  invoice: InvoiceView
  field: 'autoChargeInvoice' | 'autoSyncInvoice' | 'autoSendInvoice'
  yes: string
  no: string
}

function InvoiceFlag({ invoice, field, yes, no }: InvoiceFlagProps) {
  const value = invoice[field]
  if (isAbsent(value)) return <Absent value={value}>{invoice.saidNull.includes(field) ? 'Not set' : undefined}</Absent>
  return <>{value ? yes : no}</>
}

/** The API names no external customer id here, so a ledger is known once this browser has opened it. */
function LedgerLinks({ invoice }: { invoice: InvoiceView }) {
  const { subscriptionId, customerId } = invoice
  const ledgers = ledgersOf(useRecents().pages, {
    subscriptionId: readable(subscriptionId),
    customerId: readable(customerId),
  })
  if (ledgers.length === 0) return <NotSent>Not opened in this browser yet</NotSent>
  return (
    <ul>
      {ledgers.map(({ id, label }) => (
        <li key={id}>
          <Link href={ledgerPath(id)} className="foreign text-accent hover:underline">
            {label}
          </Link>
        </li>
      ))}
    </ul>
  )
}
