import { ReadAgo } from '@/components/time/as-of'
import { Money } from '@/components/money/money'
import { type Column, DataTable } from '@/components/ui/data-table'
import { Link } from '@/components/ui/link'
import { Section } from '@/components/ui/section'
import { UtcPeriod } from '@/components/time/utc-day'
import type { RelatedObjects } from '@/lib/customers/customer'
import type { SubscriptionView } from '@/lib/subscriptions/subscription'
import { customerPath, invoicePath } from '@/lib/core/paths'
import { invoiceNames } from '@/lib/invoices/invoice-number'
import { formatCount } from '@/lib/money/amount'
import { UNKNOWN } from '@/lib/billing-api/unreadable'
import { ListedStatus } from '@/components/lists/listed-status'
import { CustomerLinks } from '@/components/page/customer-links'

const SHOWN_INVOICES = 3

const NONE: Pick<RelatedObjects, 'invoices' | 'externalIds' | 'ledgers'> = {
  invoices: [],
  externalIds: [],
  ledgers: [],
}

interface RelatedLinksProps {
  subscription: SubscriptionView
  /** Undefined until it is read. */
  related: RelatedObjects | undefined
  hasFailed: boolean
}

/** The customer and the invoices of the subscription, as the team has seen them: the billing API has no such lists. */
export function RelatedLinks({ subscription, related, hasFailed }: RelatedLinksProps) {
  const { invoices, externalIds, ledgers } = related ?? NONE
  const others = ledgers.filter((externalId) => !externalIds.includes(externalId))
  return (
    <Section title="Invoices and customer" flush>
      <div className="flex flex-wrap items-baseline gap-x-2 px-4 pt-3 text-sm">
        <span className="text-muted">Customer</span>
        <CustomerLinks externalIds={externalIds} customerId={subscription.customerId} />
      </div>
      {others.length > 0 && (
        <p className="px-4 pt-1 text-sm">
          <span className="text-muted">Also in the ledger of</span>{' '}
          {others.map((externalId) => (
            <SeenLink key={externalId} href={customerPath(externalId)} label={externalId} />
          ))}
        </p>
      )}
      {invoices.length > 0 && (
        <div className="mt-2">
          <DataTable
            caption="Known invoices"
            columns={columnsOf(invoiceNames(invoices), subscription.asOf)}
            rows={invoices}
            keyOf={({ id }) => id}
            className="table-auto!"
            first={SHOWN_INVOICES}
            moreLabel={(left) => formatCount(left, 'more invoice')}
          />
        </div>
      )}
      <p className="text-muted px-4 pt-2 pb-3 text-xs">{noteOf(related, hasFailed)}</p>
    </Section>
  )
}

function noteOf(related: RelatedObjects | undefined, hasFailed: boolean): string {
  if (!related) return hasFailed ? 'What your team has seen could not be read.' : 'Reading what your team has seen …'
  return related.invoices.length > 0
    ? 'As last seen by your team. There may be more.'
    : 'Invoices appear here once your team has opened them: the billing API has no list of them.'
}

type KnownInvoice = RelatedObjects['invoices'][number]

const columnsOf = (nameOf: (invoice: KnownInvoice) => string, at: string): Column<KnownInvoice>[] => [
  {
    header: 'Invoice and period',
    isRowHeader: true,
    show: (invoice) => (
      <>
        <SeenLink
          href={invoicePath(invoice.id)}
          label={invoice.number === null ? `Invoice ${invoice.id}` : nameOf(invoice)}
        />
        <small className="max-sm:whitespace-normal!">{periodOf(invoice)}</small>
      </>
    ),
  },
  {
    header: 'Status',
    show: (invoice) => (
      <>
        <ListedStatus row={invoice} at={at} />
        <ReadAgo asOf={invoice.asOf} at={at} />
      </>
    ),
  },
  {
    header: 'Total',
    isFigure: true,
    show: ({ total, currency }) => (total === null ? UNKNOWN : <Money amount={total} currency={currency} />),
  },
]

const periodOf = ({ periodStart: start, periodEnd: end }: KnownInvoice) =>
  start === null && end === null ? UNKNOWN : <UtcPeriod start={start} end={end} missing="?" />

function SeenLink({ href, label }: { href: string; label: string }) {
  return (
    <Link href={href} prefetch={false} className="foreign text-accent underline-offset-2 hover:underline">
      {label}
    </Link>
  )
}
