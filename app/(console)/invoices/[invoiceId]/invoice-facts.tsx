'use client'

import { Absent, Unreadables } from '@/components/text/absent'
import { Field, Fields, fieldsOf } from '@/components/fields/fields'
import { Instant } from '@/components/time/instant'
import { UtcDay } from '@/components/time/utc-day'
import { Identifier } from '@/components/text/identifier'
import { KnownValue } from '@/components/fields/known-value'
import { NumberName } from '@/components/fields/number-name'
import { NotSent } from '@/components/ui/facts'
import { Section } from '@/components/ui/section'
import type { InvoiceView } from '@/lib/invoices/invoice'
import { invoiceNumber } from '@/lib/invoices/invoice-number'
import { shortName } from '@/lib/money/amount'
import { withoutBidi } from '@/lib/text/bidi'
import { isAbsent, isUnreadable, readable, UNKNOWN } from '@/lib/billing-api/unreadable'
import { gatewayLabel } from '@/lib/subscriptions/labels'
import { ledgerPath } from '@/lib/core/paths'
import { SubscriptionLink } from './subscription-link'
import { useRelated } from './use-comparison'
import { TextLink } from '@/components/text/text-link'

/** Every field of section 2.5 besides the lines; fields that were not sent are folded away. */
export function InvoiceFacts({ invoice, planName }: { invoice: InvoiceView; planName: string | null }) {
  const { externalId, paymentGateway } = invoice
  const subscriptionId = readable(invoice.subscriptionId)
  const vanityId = readable(invoice.vanityId)
  const vanityIdString = readable(invoice.vanityIdString)
  const number = invoiceNumber(invoice)
  const unreadable = [invoice.vanityIdString, invoice.vanityId].filter(isUnreadable)
  const numbersDiffer = vanityId !== null && vanityIdString !== null && vanityId !== vanityIdString
  return (
    <Section title="Invoice">
      <Fields>
        <Field
          label="Subscription"
          of={invoice.subscriptionId}
          note={subscriptionId !== null && planName !== null && planName}
        >
          <SubscriptionLink id={invoice.subscriptionId} />
        </Field>
        {fieldsOf(invoice, [
          ['Created', 'createdAt', utcInstant],
          ['Pending date', 'pendingDate', utcDay],
          ['Issue date', 'issueDate', utcDay],
          ['Due date', 'dueDate', utcDay],
          ['Updated', 'updatedAt', utcInstant],
        ])}
        <Field label="Customer ID" of={invoice.customerId}>
          <Identifier id={invoice.customerId} of="customer" />
        </Field>
        <Field label="Customer’s ledger" screenOnly>
          <LedgerLinks invoice={invoice} />
        </Field>
        <Field
          label="Number"
          of={invoice.vanityIdString ?? invoice.vanityId}
          note={numbersDiffer && `Also sent as ${withoutBidi(shortName(vanityId))}.`}
        >
          {number === null && unreadable.length > 0 ? null : <NumberName name={number} />}
          <Unreadables values={unreadable} />
        </Field>
        <Field label="Payment gateway" of={sentOf(invoice, 'paymentGateway')}>
          {isAbsent(paymentGateway) ? (
            <Absent value={paymentGateway}>None</Absent>
          ) : (
            <KnownValue value={paymentGateway} label={gatewayLabel} />
          )}
        </Field>
        <Field label="Payment gateway ID" of={sentOf(invoice, 'externalId')}>
          <Identifier id={externalId} of="payment gateway" missing="Not synced to a gateway" />
        </Field>
        <Field label="Charging" of={sentOf(invoice, 'autoChargeInvoice')} note={chargingNote(invoice)}>
          <InvoiceFlag
            invoice={invoice}
            field="autoChargeInvoice"
            yes="Charged automatically"
            no="Not charged automatically"
          />
        </Field>
        <Field label="Sync to the gateway" of={sentOf(invoice, 'autoSyncInvoice')}>
          <InvoiceFlag invoice={invoice} field="autoSyncInvoice" yes="Automatic" no="Not automatic" />
        </Field>
        <Field label="Sending to the customer" of={sentOf(invoice, 'autoSendInvoice')}>
          <InvoiceFlag invoice={invoice} field="autoSendInvoice" yes="Automatic, by email" no="Not automatic" />
        </Field>
        <Field label="Merchant ID" of={invoice.merchantId}>
          <Identifier id={invoice.merchantId} of="merchant" />
        </Field>
      </Fields>
    </Section>
  )
}

/** A field that may be null (section 2.5): a null counts as sent. */
const sentOf = (invoice: InvoiceView, field: InvoiceView['nullFields'][number]) =>
  invoice.nullFields.includes(field) ? 'null' : invoice[field]

/** Automatic charging works with the card processor only (section 2.1), the first gateway in the document. */
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
  if (isAbsent(value)) return <Absent value={value}>Not set</Absent>
  return <>{value ? yes : no}</>
}

/** The invoice has no external customer ID. Ledgers that the console has read link it to one. */
function LedgerLinks({ invoice }: { invoice: InvoiceView }) {
  const externalIds = useRelated(invoice)?.externalIds
  if (externalIds === undefined) return <NotSent>{UNKNOWN}</NotSent>
  if (externalIds.length === 0) return <NotSent>Not seen yet</NotSent>
  return (
    <ul>
      {externalIds.map((externalId) => (
        <li key={externalId}>
          <TextLink href={ledgerPath(externalId)}>{externalId}</TextLink>
        </li>
      ))}
    </ul>
  )
}

const utcDay = (iso: InvoiceView['dueDate']) => <UtcDay iso={iso} />
const utcInstant = (iso: InvoiceView['createdAt']) => <Instant iso={iso} utc zoned />
