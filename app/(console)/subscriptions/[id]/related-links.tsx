import { classNames } from '@/components/ui/class-names'
import { lazyWithRetry } from '@/components/ui/lazy-with-retry'
import { Section } from '@/components/ui/section'
import { Skeleton } from '@/components/ui/skeleton'
import type { RelatedObjects } from '@/lib/customers/customer'
import type { SubscriptionView } from '@/lib/subscriptions/subscription'
import { customerPath } from '@/lib/core/paths'
import { CustomerLinks } from '@/components/page/customer-links'
import { TextLink } from '@/components/text/text-link'

type KnownInvoice = RelatedObjects['invoices'][number]

/** Loaded after the page, whose first HTML has it. */
const InvoiceTable = lazyWithRetry(
  () => import('@/components/invoices/invoice-table').then((module) => module.InvoiceTable<KnownInvoice>),
  <Skeleton className="m-4 h-32" />,
)

const SHOWN_INVOICES = 3

interface RelatedLinksProps {
  subscription: SubscriptionView
  /** Undefined until it is read. */
  related: RelatedObjects | undefined
  hasFailed: boolean
}

/** The customer and the invoices of the subscription, as the team has seen them: the billing API has no such lists. */
export function RelatedLinks({ subscription, related, hasFailed }: RelatedLinksProps) {
  const { invoices = [], externalIds = [], ledgers = [] } = related ?? {}
  const others = ledgers.filter((externalId) => !externalIds.includes(externalId))
  return (
    <Section
      title="Invoices and customer"
      flush
      aside={
        <span className="flex min-w-0 flex-wrap items-baseline gap-x-2 text-sm">
          <CustomerLinks externalIds={externalIds} customerId={subscription.customerId} />
        </span>
      }
    >
      {others.length > 0 && (
        <p className="px-4 pt-1 text-sm">
          <span className="text-muted">Also in the ledger of</span>{' '}
          {others.map((externalId) => (
            <TextLink key={externalId} href={customerPath(externalId)}>
              {externalId}
            </TextLink>
          ))}
        </p>
      )}
      {invoices.length > 0 && (
        <InvoiceTable caption="Known invoices" invoices={invoices} readAt={subscription.asOf} first={SHOWN_INVOICES} />
      )}
      <p className={classNames('text-muted px-4 py-2 text-xs', invoices.length > 0 && 'border-t')}>
        {noteOf(related, hasFailed)}
      </p>
    </Section>
  )
}

function noteOf(related: RelatedObjects | undefined, hasFailed: boolean): string {
  if (!related) return hasFailed ? 'What your team has seen could not be read.' : 'Reading what your team has seen …'
  return related.invoices.length > 0
    ? 'As last seen by your team. There may be more. Days are UTC.'
    : 'Invoices appear here once your team has opened them: the billing API has no list of them.'
}
