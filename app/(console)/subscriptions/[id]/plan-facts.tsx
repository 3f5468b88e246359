import { ExternalLink } from 'lucide-react'
import { Unreadables } from '@/components/absent'
import { CatalogStatusPill } from '@/components/catalog-status'
import { Flag } from '@/components/flag'
import { Identifier } from '@/components/identifier'
import { Instant } from '@/components/instant'
import { KnownValue } from '@/components/known-value'
import { OwnText } from '@/components/own-text'
import { Fact, Facts, NotSent } from '@/components/ui/facts'
import { Section } from '@/components/ui/section'
import type { PlanView } from '@/contract/console/subscription'
import { isUnreadable, readable } from '@/lib/format/unreadable'
import { netTermsLabel } from '@/lib/format/labels'
import { webAddress } from './web-address'

/** Every field of section 2.2 but the prices, which stand in the tree below. */
export function PlanFacts({ plan }: { plan: PlanView }) {
  return (
    <Section title="Plan" aside={<CatalogStatusPill status={plan.status} />}>
      <p className="mb-4 max-w-[80ch] text-sm">
        <OwnText text={plan.description} missing="No description sent" />
      </p>
      <Facts>
        <Fact label="Name">
          <OwnText text={plan.name} />
        </Fact>
        <Fact label="Visibility">
          <Flag value={plan.isPrivate} yes="Private" no="Public" />
        </Fact>
        <Fact label="Purchase">
          <Flag value={plan.purchasable} yes="Can be bought" no="Cannot be bought" />
        </Fact>
        <Fact label="Request pricing">
          <RequestPricing plan={plan} />
          <Unreadables values={[plan.requestPricingText, plan.requestPricingUrl]} />
        </Fact>
        <Fact label="Plan currency">
          <OwnText text={plan.currency} />
        </Fact>
        <Fact label="Plan payment terms">
          <KnownValue value={plan.netTerms} label={netTermsLabel} />
        </Fact>
        <Fact label="Plan created">
          <Instant iso={plan.createdAt} shape="dateTime" />
        </Fact>
        <Fact label="Plan updated">
          <Instant iso={plan.updatedAt} shape="dateTime" />
        </Fact>
        <Fact label="Plan id">
          <Identifier id={plan.id} of="plan" />
        </Fact>
        <Fact label="External plan id">
          <Identifier id={plan.externalId} of="external plan" />
        </Fact>
        <Fact label="Cross-environment id">
          <Identifier id={plan.crossEnvironmentId} of="cross-environment" />
        </Fact>
        <Fact label="Merchant id">
          <Identifier id={plan.merchantId} of="merchant" />
        </Fact>
      </Facts>
    </Section>
  )
}

function RequestPricing({ plan: { requestPricingText, requestPricingUrl } }: { plan: PlanView }) {
  const text = readable(requestPricingText)
  const url = readable(requestPricingUrl)
  const address = webAddress(url)
  if (!text && !url) return isUnreadable(requestPricingText) || isUnreadable(requestPricingUrl) ? null : <NotSent />
  if (!address)
    return (
      <>
        <span className="foreign">{text}</span>
        {url && <span className="opaque text-muted block text-xs">{url}</span>}
      </>
    )
  return (
    <a
      href={address}
      target="_blank"
      rel="noopener noreferrer"
      className="foreign text-accent underline-offset-2 hover:underline"
    >
      {text || address}
      <ExternalLink aria-hidden="true" className="ml-1 inline size-3" />
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  )
}
