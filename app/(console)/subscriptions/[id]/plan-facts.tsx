import { ExternalLink } from 'lucide-react'
import { Unreadables } from '@/components/text/absent'
import { catalogStatus, Field, Fields, fieldsOf, flag, idOf, instant, known, text } from '@/components/fields/fields'
import { OwnText } from '@/components/text/own-text'
import { Section } from '@/components/ui/section'
import type { PlanView } from '@/lib/subscriptions/subscription'
import { readable } from '@/lib/billing-api/unreadable'
import { netTermsLabel } from '@/lib/subscriptions/labels'

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
        {fieldsOf(plan, [
          ['Name', 'name', text],
          ['Plan status', 'status', catalogStatus],
          ['Visibility', 'isPrivate', flag('Private', 'Public')],
          ['Purchase', 'purchasable', flag('Can be bought', 'Cannot be bought')],
        ])}
        <Field label="Request pricing" of={plan.requestPricingText ?? plan.requestPricingUrl}>
          <RequestPricing plan={plan} />
          <Unreadables values={[plan.requestPricingText, plan.requestPricingUrl]} />
        </Field>
        {fieldsOf(plan, [
          ['Plan currency', 'currency', text],
          ['Plan payment terms', 'netTerms', known(netTermsLabel)],
          ['Plan created', 'createdAt', instant],
          ['Plan updated', 'updatedAt', instant],
          ['Plan ID', 'id', idOf('plan')],
          ['External plan ID', 'externalId', idOf('external plan')],
          ['Cross-environment ID', 'crossEnvironmentId', idOf('cross-environment')],
          ['Merchant ID', 'merchantId', idOf('merchant')],
        ])}
      </Fields>
    </Section>
  )
}

function RequestPricing({ plan: { requestPricingText, requestPricingUrl } }: { plan: PlanView }) {
  const label = readable(requestPricingText)
  const url = readable(requestPricingUrl)
  const address = webAddress(url)
  if (!label && !url) return null
  if (!address)
    return (
      <>
        <OwnText text={label ?? ''} />
        {url && <OwnText text={url} className="opaque text-muted block text-xs" />}
      </>
    )
  return (
    <a
      href={address}
      target="_blank"
      rel="noopener noreferrer"
      className="foreign text-accent underline-offset-2 hover:underline"
    >
      {label || address}
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
