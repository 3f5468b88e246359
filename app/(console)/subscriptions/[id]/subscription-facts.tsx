import { Flag } from '@/components/flag'
import { Identifier } from '@/components/identifier'
import { Instant } from '@/components/instant'
import { KnownValue } from '@/components/known-value'
import { OwnText } from '@/components/own-text'
import { Fact, Facts } from '@/components/ui/facts'
import { Section } from '@/components/ui/section'
import type { SubscriptionView } from '@/contract/console/subscription'
import { cadenceLabel, gatewayLabel, netTermsLabel } from '@/lib/format/labels'
import { chargingNote, netTermsFact, trialUsageFact } from './subscription-rules'

/** Every field of section 2.1 in words; what does not apply says so. */
export function SubscriptionFacts({ subscription }: { subscription: SubscriptionView }) {
  const charging = chargingNote(subscription)
  const netTerms = netTermsFact(subscription)
  const trialUsage = trialUsageFact(subscription)
  return (
    <Section title="Subscription">
      <Facts>
        <Fact label="Billing cadence">
          <KnownValue value={subscription.billingCadence} label={cadenceLabel} />
        </Fact>
        <Fact label="Currency">
          <OwnText text={subscription.currency} />
        </Fact>
        <Fact label="Starts">
          <Instant iso={subscription.startDate} />
        </Fact>
        <Fact label="Ends">
          <Instant iso={subscription.endDate} missing="No end date sent" />
        </Fact>
        <Fact label="Charging" note={charging && <span className="text-yellow">{charging}</span>}>
          <Flag
            value={subscription.autoChargeInvoice}
            yes="Invoices are charged automatically"
            no="Invoices are not charged automatically"
          />
        </Fact>
        <Fact label="Payment terms" note={netTerms.note}>
          {netTerms.applies ? <KnownValue value={subscription.netTerms} label={netTermsLabel} /> : 'Do not apply'}
        </Fact>
        <Fact label="Payment gateway">
          <KnownValue value={subscription.paymentGateway} label={gatewayLabel} />
        </Fact>
        <Fact label="Sync">
          <Flag
            value={subscription.autoSyncInvoice}
            yes="Invoices are synced to the gateway automatically"
            no="Invoices are not synced automatically"
          />
        </Fact>
        <Fact label="Sending">
          <Flag
            value={subscription.autoSendInvoice}
            yes="Invoices are e-mailed by the gateway automatically"
            no="Invoices are not sent automatically"
          />
        </Fact>
        <Fact label="Changes by the customer">
          <Flag value={subscription.allowCustomerChanges} yes="Allowed, for example to cancel it" no="Not allowed" />
        </Fact>
        <Fact label="Trial">
          <Flag value={subscription.isTrial} yes="Yes, this is a trial" no="No" />
        </Fact>
        <Fact label="Usage during a trial" note={trialUsage.note}>
          {trialUsage.applies ? (
            <Flag value={subscription.chargeForUsageBasedPricesDuringTrial} yes="Charged" no="Not charged" />
          ) : (
            'Does not apply'
          )}
        </Fact>
        <Fact label="Created">
          <Instant iso={subscription.createdAt} shape="dateTime" />
        </Fact>
        <Fact label="Updated">
          <Instant iso={subscription.updatedAt} shape="dateTime" />
        </Fact>
        <Fact label="Customer id">
          <Identifier id={subscription.customerId} of="customer" />
        </Fact>
        <Fact label="Plan id">
          <Identifier id={subscription.planId} of="plan" />
        </Fact>
        <Fact label="Merchant id">
          <Identifier id={subscription.merchantId} of="merchant" />
        </Fact>
      </Facts>
    </Section>
  )
}
