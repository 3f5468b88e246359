import { ReadAgo } from '@/components/time/as-of'
import { Money } from '@/components/money/money'
import { classNames } from '@/components/ui/class-names'
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
            <SeenLink key={externalId} href={customerPath(externalId)} label={externalId} />
          ))}
        </p>
      )}
      {invoices.length > 0 && (
        <DataTable
          caption="Known invoices"
          columns={columnsOf(invoiceNames(invoices), subscription.asOf)}
          rows={invoices}
          keyOf={({ id }) => id}
          first={SHOWN_INVOICES}
          moreLabel={(left) => formatCount(left, 'more invoice')}
        />
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

type KnownInvoice = RelatedObjects['invoices'][number]

const columnsOf = (nameOf: (invoice: KnownInvoice) => string, at: string): Column<KnownInvoice>[] => [
  {
    header: 'Invoice',
    isRowHeader: true,
    show: (invoice) => (
      <>
        <SeenLink
          href={invoicePath(invoice.id)}
          label={invoice.number === null ? `Invoice ${invoice.id}` : nameOf(invoice)}
        />
        <small className="hidden whitespace-normal! @max-[40rem]:block">{periodOf(invoice)}</small>
      </>
    ),
  },
  { header: 'Period', width: '14rem', isWide: true, show: periodOf },
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
    width: '10rem',
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
