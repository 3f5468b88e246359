import { Field, Fields } from '@/components/fields'
import { Flag } from '@/components/flag'
import { Identifier } from '@/components/identifier'
import { Instant } from '@/components/instant'
import { KnownValue } from '@/components/known-value'
import { OwnText } from '@/components/own-text'
import { Section } from '@/components/ui/section'
import { UtcDay } from '@/components/utc-day'
import type { SubscriptionView } from '@/contract/console/subscription'
import { cadenceLabel, gatewayLabel, netTermsLabel } from '@/lib/format/labels'
import { chargingNote, netTermsFact, trialUsageFact } from '@/lib/format/subscription-rules'

/** Every field of section 2.1 in words; fields that do not apply say so, fields that were not sent are folded away. */
export function SubscriptionFacts({ subscription }: { subscription: SubscriptionView }) {
  const charging = chargingNote(subscription)
  const netTerms = netTermsFact(subscription)
  const trialUsage = trialUsageFact(subscription)
  return (
    <Section title="Subscription">
      <Fields>
        <Field label="Billing interval" of={subscription.billingCadence}>
          <KnownValue value={subscription.billingCadence} label={cadenceLabel} />
        </Field>
        <Field label="Currency" of={subscription.currency}>
          <OwnText text={subscription.currency} />
        </Field>
        <Field label="Starts" of={subscription.startDate}>
          <UtcDay iso={subscription.startDate} name="start date" />
        </Field>
        <Field label="Last day" of={subscription.endDate}>
          <UtcDay iso={subscription.endDate} name="end date" isEnd />
        </Field>
        <Field
          label="Charging"
          of={subscription.autoChargeInvoice}
          note={charging && <span className="text-yellow">{charging}</span>}
        >
          <Flag
            value={subscription.autoChargeInvoice}
            yes="Invoices are charged automatically"
            no="Invoices are not charged automatically"
          />
        </Field>
        <Field
          label="Payment terms"
          of={netTerms.applies ? subscription.netTerms : 'Do not apply'}
          note={netTerms.note}
        >
          {netTerms.applies ? <KnownValue value={subscription.netTerms} label={netTermsLabel} /> : 'Do not apply'}
        </Field>
        <Field label="Payment gateway" of={subscription.paymentGateway}>
          <KnownValue value={subscription.paymentGateway} label={gatewayLabel} />
        </Field>
        <Field label="Sync" of={subscription.autoSyncInvoice}>
          <Flag
            value={subscription.autoSyncInvoice}
            yes="Invoices are synced to the gateway automatically"
            no="Invoices are not synced automatically"
          />
        </Field>
        <Field label="Sending" of={subscription.autoSendInvoice}>
          <Flag
            value={subscription.autoSendInvoice}
            yes="Invoices are emailed by the gateway automatically"
            no="Invoices are not sent automatically"
          />
        </Field>
        <Field label="Changes by the customer" of={subscription.allowCustomerChanges}>
          <Flag value={subscription.allowCustomerChanges} yes="Allowed, for example to cancel it" no="Not allowed" />
        </Field>
        <Field label="Trial" of={subscription.isTrial}>
          <Flag value={subscription.isTrial} yes="Yes, this is a trial" no="No" />
        </Field>
        <Field
          label="Usage during a trial"
          of={trialUsage.applies ? subscription.chargeForUsageBasedPricesDuringTrial : 'Does not apply'}
          note={trialUsage.note}
        >
          {trialUsage.applies ? (
            <Flag value={subscription.chargeForUsageBasedPricesDuringTrial} yes="Charged" no="Not charged" />
          ) : (
            'Does not apply'
          )}
        </Field>
        <Field label="Created" of={subscription.createdAt}>
          <Instant iso={subscription.createdAt} utc zoned />
        </Field>
        <Field label="Updated" of={subscription.updatedAt}>
          <Instant iso={subscription.updatedAt} utc zoned />
        </Field>
        <Field label="Customer ID" of={subscription.customerId}>
          <Identifier id={subscription.customerId} of="customer" />
        </Field>
        <Field label="Plan ID" of={subscription.planId}>
          <Identifier id={subscription.planId} of="plan" />
        </Field>
        <Field label="Merchant ID" of={subscription.merchantId}>
          <Identifier id={subscription.merchantId} of="merchant" />
        </Field>
      </Fields>
    </Section>
  )
}
