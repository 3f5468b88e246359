import { Link } from '@/components/ui/link'
import { InvoiceStatusPill } from '@/components/invoice-status'
import { Money } from '@/components/money'
import { Section } from '@/components/ui/section'
import type { RecentInvoice, RecentPage } from '@/lib/browser/recent-page'
import { invoicePath, ledgerPath } from '@/lib/browser/paths'
import { invoicesOf } from '@/lib/browser/recents'
import { formatDate } from '@/lib/format/instant'

interface RecentLinksProps {
  subscriptionId: string
  pages: RecentPage[]
  ledgers: RecentPage[]
}

/** Links to the subscription's invoices and ledger from this browser's recents: the billing API has no such lists. */
export function RecentLinks({ subscriptionId, pages, ledgers }: RecentLinksProps) {
  const invoices = invoicesOf(pages, subscriptionId)
  return (
    <Section
      title="Invoices and ledger"
      flush
      aside={invoices.length > 0 && <span className="text-muted text-xs">Periods and due days are UTC</span>}
    >
      {invoices.length > 0 && <KnownInvoices invoices={invoices} />}
      {ledgers.length > 0 && (
        <ul className="space-y-1 px-4 pt-3 text-sm">
          {ledgers.map((ledger) => (
            <li key={ledger.id}>
              <SeenLink href={ledgerPath(ledger.id)} label={`Ledger of ${ledger.label}`} />
            </li>
          ))}
        </ul>
      )}
      <p className="text-muted p-4 text-xs">
        {ledgers.length + invoices.length > 0
          ? 'Only those opened in this browser, as last seen there. There may be more.'
          : 'Invoices and ledgers opened in this browser appear here; the billing API has no list of them. Use Find to open one by ID.'}
      </p>
    </Section>
  )
}

function KnownInvoices({ invoices }: { invoices: RecentInvoice[] }) {
  return (
    <div className="max-h-64 overflow-auto" tabIndex={0} role="group" aria-label="Invoices opened in this browser">
      <table aria-label="Known invoices" className="w-full text-left text-sm">
        <thead className="text-muted bg-surface sticky top-0 border-b text-xs">
          <tr>
            <th scope="col" className="px-4 py-2 font-normal">
              Invoice
            </th>
            <th scope="col" className="hidden py-2 pr-4 font-normal sm:table-cell">
              Period
            </th>
            <th scope="col" className="py-2 pr-4 font-normal">
              State
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
                <SeenLink href={invoicePath(invoice.id)} label={invoice.label} />
                <span className="text-muted block text-xs sm:hidden">{periodInWords(invoice)}</span>
              </th>
              <td className="hidden py-2 pr-4 text-xs sm:table-cell">{periodInWords(invoice)}</td>
              <td className="min-w-24 py-2 pr-4">
                <InvoiceStatusPill status={invoice.status} dueDate={invoice.dueDate} />
              </td>
              <td className="py-2 pr-4 text-right tabular-nums">
                {invoice.total === null ? 'Not known' : <Money amount={invoice.total} currency={invoice.currency} />}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const day = (iso: string | null) => (iso === null ? '?' : formatDate(iso, 'UTC'))

function periodInWords({ periodStart, periodEnd }: RecentInvoice): string {
  return periodStart === null && periodEnd === null ? 'Not known' : `${day(periodStart)} – ${day(periodEnd)}`
}

function SeenLink({ href, label }: { href: string; label: string }) {
  return (
    <Link href={href} className="foreign text-accent underline-offset-2 hover:underline">
      {label}
    </Link>
  )
}
