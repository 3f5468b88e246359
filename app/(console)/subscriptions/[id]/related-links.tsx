import { Link } from '@/components/ui/link'
import { InvoiceStatusPill } from '@/components/invoice-status'
import { Money } from '@/components/money'
import { type Column, DataTable } from '@/components/ui/data-table'
import { Section } from '@/components/ui/section'
import type { RelatedObjects } from '@/contract/console/customer'
import { invoicePath, ledgerPath } from '@/lib/browser/paths'
import { invoiceNames } from '@/lib/domain/invoice/invoice-number'
import { formatDate } from '@/lib/format/instant'
import { AsOfRow, GoneSince } from '../../_lists/list-cells'
import { UNKNOWN } from '@/lib/format/unreadable'

interface RelatedLinksProps {
  /** Undefined until it is read. */
  related: RelatedObjects | undefined
  hasFailed: boolean
  /** When the subscription was read, UTC ISO 8601. */
  at: string
}

/** Links to the subscription's invoices and ledger, as the team has seen them: the billing API has no such lists. */
export function RelatedLinks({ related, hasFailed, at }: RelatedLinksProps) {
  const { invoices, ledgers } = related ?? { invoices: [], ledgers: [] }
  return (
    <Section
      title="Invoices and ledger"
      flush
      aside={invoices.length > 0 && <span className="text-muted text-xs">Periods and due days are UTC</span>}
    >
      {invoices.length > 0 && <KnownInvoices invoices={invoices} at={at} />}
      {ledgers.length > 0 && (
        <ul className="space-y-1 px-4 pt-3 text-sm">
          {ledgers.map((externalId) => (
            <li key={externalId}>
              <SeenLink href={ledgerPath(externalId)} label={`Ledger of ${externalId}`} />
            </li>
          ))}
        </ul>
      )}
      <p className="text-muted p-4 text-xs">{noteOf(related, hasFailed)}</p>
    </Section>
  )
}

function noteOf(related: RelatedObjects | undefined, hasFailed: boolean): string {
  if (!related) return hasFailed ? 'What your team has seen could not be read.' : 'Reading what your team has seen …'
  return related.ledgers.length + related.invoices.length > 0
    ? 'As last seen by your team. There may be more.'
    : 'Invoices and ledgers that your team has opened appear here; the billing API has no list of them. Use Find to open one by ID.'
}

function KnownInvoices({ invoices, at }: Pick<RelatedObjects, 'invoices'> & Pick<RelatedLinksProps, 'at'>) {
  return (
    <div className="max-h-64 overflow-auto" tabIndex={0} role="group" aria-label="Known invoices of this subscription">
      <DataTable
        caption="Known invoices"
        columns={columnsOf(invoiceNames(invoices), at)}
        rows={invoices}
        keyOf={({ id }) => id}
        className="[&_thead_th]:bg-surface [&_thead_th]:sticky [&_thead_th]:top-0"
      />
    </div>
  )
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
        <small className="whitespace-normal!">{periodInWords(invoice)}</small>
      </>
    ),
  },
  {
    header: 'Status',
    show: ({ goneAt, status, total, dueDate, asOf }) => (
      <>
        {goneAt === null ? (
          <InvoiceStatusPill status={status ?? undefined} total={total} dueDate={dueDate} at={at} />
        ) : (
          <GoneSince goneAt={goneAt} />
        )}
        <AsOfRow asOf={asOf} />
      </>
    ),
  },
  {
    header: 'Total',
    width: '28%',
    isFigure: true,
    show: ({ total, currency }) => (total === null ? UNKNOWN : <Money amount={total} currency={currency} />),
  },
]

const day = (iso: string | null) => (iso === null ? '?' : formatDate(iso, 'UTC'))

function periodInWords({ periodStart, periodEnd }: KnownInvoice): string {
  return periodStart === null && periodEnd === null ? UNKNOWN : `${day(periodStart)} – ${day(periodEnd)}`
}

function SeenLink({ href, label }: { href: string; label: string }) {
  return (
    <Link href={href} prefetch={false} className="foreign text-accent underline-offset-2 hover:underline">
      {label}
    </Link>
  )
}
