import { ExternalLink } from 'lucide-react'
import { Unreadables } from '@/components/absent'
import { CatalogStatusPill } from '@/components/catalog-status'
import { Field, Fields } from '@/components/fields'
import { Flag } from '@/components/flag'
import { Identifier } from '@/components/identifier'
import { Instant } from '@/components/instant'
import { KnownValue } from '@/components/known-value'
import { OwnText } from '@/components/own-text'
import { Section } from '@/components/ui/section'
import type { PlanView } from '@/contract/console/subscription'
import { readable } from '@/lib/format/unreadable'
import { netTermsLabel } from '@/lib/format/labels'
import { VisibleMarks } from '@/components/visible-marks'

/** Every field of section 2.2 except the prices, which the tree shows. */
export function PlanFacts({ plan }: { plan: PlanView }) {
  return (
    <Section title="Plan">
      <Fields>
        <Field label="Description" of={plan.description} wide>
          <p className="max-w-[80ch]">
            <OwnText text={plan.description} />
          </p>
        </Field>
        <Field label="Name" of={plan.name}>
          <OwnText text={plan.name} />
        </Field>
        <Field label="Plan status" of={plan.status}>
          <CatalogStatusPill status={plan.status} />
        </Field>
        <Field label="Visibility" of={plan.isPrivate}>
          <Flag value={plan.isPrivate} yes="Private" no="Public" />
        </Field>
        <Field label="Purchase" of={plan.purchasable}>
          <Flag value={plan.purchasable} yes="Can be bought" no="Cannot be bought" />
        </Field>
        <Field label="Request pricing" of={plan.requestPricingText ?? plan.requestPricingUrl}>
          <RequestPricing plan={plan} />
          <Unreadables values={[plan.requestPricingText, plan.requestPricingUrl]} />
        </Field>
        <Field label="Plan currency" of={plan.currency}>
          <OwnText text={plan.currency} />
        </Field>
        <Field label="Plan payment terms" of={plan.netTerms}>
          <KnownValue value={plan.netTerms} label={netTermsLabel} />
        </Field>
        <Field label="Plan created" of={plan.createdAt}>
          <Instant iso={plan.createdAt} />
        </Field>
        <Field label="Plan updated" of={plan.updatedAt}>
          <Instant iso={plan.updatedAt} />
        </Field>
        <Field label="Plan ID" of={plan.id}>
          <Identifier id={plan.id} of="plan" />
        </Field>
        <Field label="External plan ID" of={plan.externalId}>
          <Identifier id={plan.externalId} of="external plan" />
        </Field>
        <Field label="Cross-environment ID" of={plan.crossEnvironmentId}>
          <Identifier id={plan.crossEnvironmentId} of="cross-environment" />
        </Field>
        <Field label="Merchant ID" of={plan.merchantId}>
          <Identifier id={plan.merchantId} of="merchant" />
        </Field>
      </Fields>
    </Section>
  )
}

function RequestPricing({ plan: { requestPricingText, requestPricingUrl } }: { plan: PlanView }) {
  const text = readable(requestPricingText)
  const url = readable(requestPricingUrl)
  const address = webAddress(url)
  if (!text && !url) return null
  if (!address)
    return (
      <>
        <span className="foreign">
          <VisibleMarks>{text ?? ''}</VisibleMarks>
        </span>
        {url && (
          <span className="opaque text-muted block text-xs">
            <VisibleMarks>{url}</VisibleMarks>
          </span>
        )}
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

/** Returns the URL when it is safe to link: http and https only, so that no foreign script can run. */
export function webAddress(url: string | null): string | null {
  if (url === null || !URL.canParse(url)) return null
  const { protocol, href } = new URL(url)
  return protocol === 'http:' || protocol === 'https:' ? href : null
}
