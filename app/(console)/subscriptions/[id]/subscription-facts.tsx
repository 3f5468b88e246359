import { Field, Fields, fieldsOf, flag, idOf, known, text } from '@/components/fields/fields'
import { Flag, KnownValue } from '@/components/fields/values'
import { Instant } from '@/components/time/instant'
import { Section } from '@/components/ui/section'
import { UtcDay } from '@/components/time/utc-day'
import type { SubscriptionView } from '@/lib/subscriptions/subscription'
import { cadenceLabel, gatewayLabel, netTermsLabel } from '@/lib/subscriptions/labels'
import { PlanFacts } from './plan-facts'
import { chargingNote, netTermsFact, trialUsageFact } from '@/lib/subscriptions/subscription-rules'

/** Every field of a subscription and its plan, except the prices. */
export const SubscriptionFields = ({ subscription }: { subscription: SubscriptionView }) => (
  <>
    <SubscriptionFacts subscription={subscription} />
    {subscription.plan && <PlanFacts plan={subscription.plan} />}
  </>
)

/** Every field of section 2.1 in words; fields that do not apply say so, fields that were not sent are folded away. */
function SubscriptionFacts({ subscription }: { subscription: SubscriptionView }) {
  const charging = chargingNote(subscription)
  const netTerms = netTermsFact(subscription)
  const trialUsage = trialUsageFact(subscription)
  return (
    <Section title="Subscription">
      <Fields>
        {fieldsOf(subscription, [
          ['Billing interval', 'billingCadence', known(cadenceLabel)],
          ['Currency', 'currency', text],
          ['Starts', 'startDate', startDay],
          ['Last day', 'endDate', endDay],
        ])}
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
        {fieldsOf(subscription, [
          ['Payment gateway', 'paymentGateway', known(gatewayLabel)],
          [
            'Sync',
            'autoSyncInvoice',
            flag('Invoices are synced to the gateway automatically', 'Invoices are not synced automatically'),
          ],
          [
            'Sending',
            'autoSendInvoice',
            flag('Invoices are emailed by the gateway automatically', 'Invoices are not sent automatically'),
          ],
          ['Changes by the customer', 'allowCustomerChanges', flag('Allowed, for example to cancel it', 'Not allowed')],
          ['Trial', 'isTrial', flag('Yes, this is a trial', 'No')],
        ])}
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
        {fieldsOf(subscription, [
          ['Created', 'createdAt', utcInstant],
          ['Updated', 'updatedAt', utcInstant],
          ['Customer ID', 'customerId', idOf('customer')],
          ['Plan ID', 'planId', idOf('plan')],
          ['Merchant ID', 'merchantId', idOf('merchant')],
        ])}
      </Fields>
    </Section>
  )
}

const startDay = (iso: SubscriptionView['startDate']) => <UtcDay iso={iso} name="start date" />
const endDay = (iso: SubscriptionView['endDate']) => <UtcDay iso={iso} name="end date" isEnd />
const utcInstant = (iso: SubscriptionView['createdAt']) => <Instant iso={iso} utc zoned />
