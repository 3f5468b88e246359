import { Link } from '@/components/ui/link'
import { Instant } from '@/components/instant'
import { InvoiceStatusPill } from '@/components/invoice-status'
import { Money } from '@/components/money'
import { Section } from '@/components/ui/section'
import type { RelatedObjects } from '@/contract/console/customer'
import { invoicePath, ledgerPath } from '@/lib/browser/paths'
import { invoiceNames } from '@/lib/domain/invoice/invoice-number'
import { formatDate } from '@/lib/format/instant'
import { GoneSince } from '../../_lists/list-cells'
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
  const nameOf = invoiceNames(invoices)
  return (
    <div className="max-h-64 overflow-auto" tabIndex={0} role="group" aria-label="Known invoices of this subscription">
      <table aria-label="Known invoices" className="w-full text-left text-sm">
        <thead className="text-muted bg-surface sticky top-0 border-b text-xs">
          <tr>
            <th scope="col" className="px-4 py-2 font-normal">
              Invoice and period
            </th>
            <th scope="col" className="py-2 pr-4 font-normal">
              Status
            </th>
            <th scope="col" className="py-2 pr-4 text-right font-normal">
              Total
            </th>
          </tr>
        </thead>
        <tbody className="divide-y">
          {invoices.map((invoice) => (
            <tr key={invoice.id} className="align-top">
              <th scope="row" className="px-4 py-2 font-normal">
                <SeenLink
                  href={invoicePath(invoice.id)}
                  label={invoice.number === null ? `Invoice ${invoice.id}` : nameOf(invoice)}
                />
                <span className="text-muted block text-xs">{periodInWords(invoice)}</span>
              </th>
              <td className="py-2 pr-4">
                {invoice.goneAt === null ? (
                  <InvoiceStatusPill
                    status={invoice.status ?? undefined}
                    total={invoice.total}
                    dueDate={invoice.dueDate}
                    at={at}
                  />
                ) : (
                  <GoneSince goneAt={invoice.goneAt} />
                )}
                <span className="text-muted block text-xs">
                  as of <Instant iso={invoice.asOf} dense />
                </span>
              </td>
              <td className="py-2 pr-4 text-right tabular-nums">
                {invoice.total === null ? UNKNOWN : <Money amount={invoice.total} currency={invoice.currency} />}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const day = (iso: string | null) => (iso === null ? '?' : formatDate(iso, 'UTC'))

function periodInWords({ periodStart, periodEnd }: RelatedObjects['invoices'][number]): string {
  return periodStart === null && periodEnd === null ? UNKNOWN : `${day(periodStart)} – ${day(periodEnd)}`
}

function SeenLink({ href, label }: { href: string; label: string }) {
  return (
    <Link href={href} prefetch={false} className="foreign text-accent underline-offset-2 hover:underline">
      {label}
    </Link>
  )
}
