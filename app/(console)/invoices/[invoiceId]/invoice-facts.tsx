import type { ReactNode } from 'react'
import { Absent, Unreadables } from '@/components/text/absent'
import { Field, Fields, fieldsOf, idOf, text } from '@/components/fields/fields'
import { Instant } from '@/components/time/instant'
import { UtcDay } from '@/components/time/utc-day'
import { Identifier } from '@/components/text/identifier'
import { Flag, KnownValue, NumberName } from '@/components/fields/values'
import { NotSent } from '@/components/ui/facts'
import { Section } from '@/components/ui/section'
import type { InvoiceView } from '@/lib/invoices/invoice'
import { PLAIN_FIELDS, type PlainKind } from '@/lib/invoices/plain-fields'
import type { Field as Value } from '@/lib/billing-api/view-of'
import { invoiceNumber } from '@/lib/invoices/invoice-number'
import { shortName } from '@/lib/money/amount'
import { withoutBidi } from '@/lib/text/bidi'
import { isAbsent, isUnreadable, readable, UNKNOWN } from '@/lib/billing-api/unreadable'
import { gatewayLabel } from '@/lib/subscriptions/labels'
import { ledgerPath, subscriptionPath } from '@/lib/core/paths'
import { useRelated } from './use-comparison'
import { TextLink } from '@/components/text/text-link'

/** Every field of section 2.5 besides the lines; fields that were not sent are folded away. */
export function InvoiceFacts({ invoice, planName }: { invoice: InvoiceView; planName: string | null }) {
  const { paymentGateway: gateway, nullFields } = invoice
  /** A field that may be null (section 2.5): a null counts as sent. */
  const nullable = (
    label: string,
    field: (typeof nullFields)[number],
    missing: string,
    shown: ReactNode,
    note?: ReactNode,
  ) => (
    <Field label={label} of={nullFields.includes(field) ? 'null' : invoice[field]} note={note}>
      {isAbsent(invoice[field]) ? <Absent value={invoice[field]}>{missing}</Absent> : shown}
    </Field>
  )
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
          <Identifier id={invoice.subscriptionId} of="subscription" path={subscriptionPath} />
        </Field>
        {PLAIN_FIELDS.map(({ name, kind, label }) => (
          <Field key={name} label={label} of={invoice[name]}>
            {PLAIN_KINDS[kind](invoice[name])}
          </Field>
        ))}
        {fieldsOf(invoice, [['Customer ID', 'customerId', idOf('customer')]])}
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
        {nullable('Payment gateway', 'paymentGateway', 'None', <KnownValue value={gateway} label={gatewayLabel} />)}
        {nullable(
          'Payment gateway ID',
          'externalId',
          'Not synced to a gateway',
          <Identifier id={invoice.externalId} of="payment gateway" />,
        )}
        {nullable(
          'Charging',
          'autoChargeInvoice',
          'Not set',
          <Flag value={invoice.autoChargeInvoice} yes="Charged automatically" no="Not charged automatically" />,
          chargingNote(invoice),
        )}
        {nullable(
          'Sync to the gateway',
          'autoSyncInvoice',
          'Not set',
          <Flag value={invoice.autoSyncInvoice} yes="Automatic" no="Not automatic" />,
        )}
        {nullable(
          'Sending to the customer',
          'autoSendInvoice',
          'Not set',
          <Flag value={invoice.autoSendInvoice} yes="Automatic, by email" no="Not automatic" />,
        )}
        {fieldsOf(invoice, [['Merchant ID', 'merchantId', idOf('merchant')]])}
      </Fields>
    </Section>
  )
}

/** Automatic charging works with the card processor only (section 2.1), the first gateway in the document. */
function chargingNote({ autoChargeInvoice, paymentGateway }: InvoiceView): string | undefined {
  if (autoChargeInvoice !== true || (paymentGateway !== 'quickbooks' && paymentGateway !== 'xero')) return undefined
  return `${gatewayLabel(paymentGateway)} cannot charge: automatic charging works with Stripe only.`
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

const PLAIN_KINDS: Record<PlainKind, (value: Value<string>) => ReactNode> = {
  day: (iso) => <UtcDay iso={iso} />,
  instant: (iso) => <Instant iso={iso} utc zoned />,
  text,
}
