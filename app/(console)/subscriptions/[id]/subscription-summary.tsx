'use client'

import { TriangleAlert } from 'lucide-react'
import { Link } from '@/components/ui/link'
import type { ReactNode } from 'react'
import { Identifier } from '@/components/identifier'
import { Instant } from '@/components/instant'
import { InvoiceStatusPill } from '@/components/invoice-status'
import { KnownValue } from '@/components/known-value'
import { Money } from '@/components/money'
import { OwnText } from '@/components/own-text'
import { NoReply, ReplyBox } from '@/components/reply-box'
import { UtcDay } from '@/components/utc-day'
import { SummaryPart } from '@/components/ui/summary-part'
import type { RelatedObjects } from '@/contract/console/customer'
import type { SubscriptionView } from '@/contract/console/subscription'
import type { Forecast } from '@/lib/domain/subscription/forecast'
import { invoiceNames } from '@/lib/domain/invoice/invoice-number'
import { subscriptionReply } from '@/lib/domain/subscription/subscription-reply'
import { whatTheyPay } from '@/lib/domain/subscription/plan-prices'
import { distanceInDays, distanceToLastDay, formatLastDay } from '@/lib/format/instant'
import { cadenceLabel, gatewayLabel, netTermsLabel } from '@/lib/format/labels'
import { invoicePath } from '@/lib/browser/paths'
import { CustomerLinks } from '../../_shell/customer-links'
import { readable, UNKNOWN } from '@/lib/format/unreadable'
import { payLabel } from '@/lib/format/pay-label'
import { ENGLISH } from '@/lib/format/replies/english'
import { contradictions, netTermsFact } from './subscription-rules'

interface SubscriptionSummaryProps {
  subscription: SubscriptionView
  forecast: Forecast
  /** Undefined until it is read. */
  related: RelatedObjects | undefined
}

/** The summary of a subscription: customer, price, next event and latest invoice. */
export function SubscriptionSummary({ subscription, forecast, related }: SubscriptionSummaryProps) {
  const invoice = related?.invoices.find(({ goneAt }) => goneAt === null)
  return (
    <section aria-label="Answer" className="bg-surface rounded-lg border">
      <div className="divide-line grid divide-y sm:grid-cols-2 sm:gap-y-0 lg:grid-cols-[1fr_1.5fr_1.2fr_1.3fr] lg:divide-x lg:divide-y-0">
        <SummaryPart label="Customer">
          <CustomerLinks externalIds={related?.externalIds ?? []} customerId={readable(subscription.customerId)} />
          <Identifier id={subscription.customerId} of="customer" />
        </SummaryPart>
        <SummaryPart label={payHeading(subscription, forecast)}>
          <Pays subscription={subscription} trial={forecast.trial} />
        </SummaryPart>
        <SummaryPart label={forecast.event?.kind === 'ended' ? 'Ended' : 'Next'}>
          <Next forecast={forecast} asOf={subscription.asOf} />
        </SummaryPart>
        {/* On a phone the terms take its place, and the invoices are listed below. */}
        <div className="max-sm:hidden">
          <SummaryPart label="Latest invoice seen">
            {invoice ? (
              <InvoiceFacts invoice={invoice} nameOf={invoiceNames(related?.invoices ?? [])} at={subscription.asOf} />
            ) : (
              <span className="text-muted">{related ? 'None yet' : UNKNOWN}</span>
            )}
          </SummaryPart>
        </div>
      </div>
      <div className="border-t px-4 py-3">
        <SubscriptionReply subscription={subscription} forecast={forecast} />
      </div>
      <Terms subscription={subscription} />
      <Contradictions subscription={subscription} />
    </section>
  )
}

/** The reply to the customer, or why nothing certain can be said. */
function SubscriptionReply({ subscription, forecast }: Pick<SubscriptionSummaryProps, 'subscription' | 'forecast'>) {
  const inEnglish = subscriptionReply(subscription, forecast, ENGLISH)
  if ('why' in inEnglish) return <NoReply why={inEnglish.why} />
  return (
    <ReplyBox
      reply={(say) => {
        const reply = subscriptionReply(subscription, forecast, say)
        return 'why' in reply ? null : reply
      }}
    />
  )
}

interface InvoiceFactsProps {
  invoice: RelatedObjects['invoices'][number]
  nameOf: ReturnType<typeof invoiceNames>
  at: string
}

/** An invoice as it was last seen, without what is not known. */
function InvoiceFacts({ invoice, nameOf, at }: InvoiceFactsProps) {
  const { id, number, status, total, currency, dueDate, asOf } = invoice
  return (
    <>
      <Link href={invoicePath(id)} prefetch={false} className="foreign text-accent font-semibold hover:underline">
        {number === null ? `Invoice ${id}` : nameOf(invoice)}
      </Link>
      {total !== null && (
        <span className="foreign block font-medium">
          <Money amount={total} currency={currency} />
        </span>
      )}
      {status !== null && (
        <span className="mt-0.5 block">
          <InvoiceStatusPill status={status} total={total} dueDate={dueDate} at={at} />
        </span>
      )}
      <span className="text-muted mt-0.5 block text-xs">
        as of <Instant iso={asOf} dense utc zoned />
      </span>
    </>
  )
}

/** The price in large type. */
function LargeText({ children }: { children: ReactNode }) {
  return <span className="foreign block text-lg leading-6 font-semibold tabular-nums">{children}</span>
}

function Pays({ subscription, trial }: { subscription: SubscriptionView; trial: string[] }) {
  if (subscription.plan === undefined) return <span className="text-muted">No plan sent</span>
  const { main, besides } = payLabel(whatTheyPay(subscription), readable(subscription.currency))
  return (
    <>
      <LargeText>{main}</LargeText>
      {besides.map((charge, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- two charges may have equal texts
        <span key={index} className="foreign text-muted block">
          + {charge}
        </span>
      ))}
      {trial.map((sentence) => (
        <span key={sentence} className="foreign text-muted block text-xs">
          {sentence}
        </span>
      ))}
    </>
  )
}

const VERBS = { starts: 'Starts', renews: 'Renews', ends: 'Ends', ended: 'Ended' }

function Next({ forecast: { event, next }, asOf }: { forecast: Forecast; asOf: string }) {
  if (event === null) return <span className="foreign block font-medium">{next[0]}</span>
  const { kind, at } = event
  const isEnd = kind === 'ends' || kind === 'ended'
  return (
    <>
      <LargeText>
        {kind === 'ended'
          ? `Ended ${formatLastDay(at)}, ${distanceToLastDay(at, asOf)}`
          : `${VERBS[kind]} ${isEnd ? distanceToLastDay(at, asOf) : distanceInDays(at, asOf, 'UTC')}`}
      </LargeText>
      <span className="text-muted block">
        {isEnd && 'Last day '}
        <UtcDay iso={at} isEnd={isEnd} /> UTC
      </span>
    </>
  )
}

/** States both facts of each contradiction in the API's data. */
function Contradictions({ subscription }: { subscription: SubscriptionView }) {
  const sentences = contradictions(subscription)
  if (sentences.length === 0) return null
  return (
    <ul aria-label="Disagreements" className="foreign text-yellow space-y-1 border-t px-4 py-2 text-xs">
      {sentences.map((sentence) => (
        <li key={sentence} className="flex gap-1.5">
          <TriangleAlert aria-hidden="true" className="mt-0.5 size-3.5 shrink-0" />
          {sentence}
        </li>
      ))}
    </ul>
  )
}

/** The terms as sent, in one line that does not wrap. */
function Terms({ subscription }: { subscription: SubscriptionView }) {
  const { billingCadence, currency, paymentGateway } = subscription
  const terms: [string, ReactNode][] = [
    ['Billing', <KnownValue key="cadence" value={billingCadence} label={cadenceLabel} />],
    ['Currency', <OwnText key="currency" text={currency} />],
    ['Terms', <NetTerms key="terms" subscription={subscription} />],
    ['Gateway', <KnownValue key="gateway" value={paymentGateway} label={gatewayLabel} />],
  ]
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-1 border-t px-4 py-2 text-xs">
      {terms.map(([label, value]) => (
        <div key={label} className="flex gap-1.5">
          <dt className="text-muted">{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The fields as sent, even when they do not apply. */
function NetTerms({ subscription }: { subscription: SubscriptionView }) {
  const { netTerms } = subscription
  if (netTermsFact(subscription).applies) return <KnownValue value={netTerms} label={netTermsLabel} />
  const why = 'charged automatically'
  if (netTerms === undefined) return <span className="text-muted">Charged automatically</span>
  return (
    <>
      <KnownValue value={netTerms} label={netTermsLabel} /> <span className="text-muted">· {why}</span>
    </>
  )
}

/** Only a running subscription that is no trial "pays"; an ended one may never have been paid for. */
export function payHeading(
  { isTrial }: Pick<SubscriptionView, 'isTrial'>,
  { standing }: Pick<Forecast, 'standing'>,
): string {
  if (standing.kind === 'running' && isTrial !== true) return 'Pays'
  return standing.kind === 'upcoming' ? 'Will pay' : 'Plan price'
}
