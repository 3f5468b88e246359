import Link from 'next/link'
import { Section } from '@/components/ui/section'
import { invoicePath, ledgerPath } from '@/lib/browser/paths'
import { invoicesOf, type RecentPage } from '@/lib/browser/recents'

interface RecentLinksProps {
  subscriptionId: string
  pages: RecentPage[]
  ledgers: RecentPage[]
}

/** Its invoices and its customer's ledger, as far as this browser has seen them: the billing API has no such lists. */
export function RecentLinks({ subscriptionId, pages, ledgers }: RecentLinksProps) {
  const invoices = invoicesOf(pages, subscriptionId)
  return (
    <Section title="Invoices and ledger">
      {ledgers.length + invoices.length > 0 && (
        <ul className="mb-3 max-h-48 space-y-1 overflow-y-auto text-sm">
          {ledgers.map((ledger) => (
            <li key={ledger.id}>
              <SeenLink href={ledgerPath(ledger.id)} label={`Ledger of ${ledger.label}`} />
            </li>
          ))}
          {invoices.map((invoice) => (
            <li key={invoice.id}>
              <SeenLink href={invoicePath(invoice.id)} label={invoice.label} />
            </li>
          ))}
        </ul>
      )}
      <p className="text-muted text-xs">
        {ledgers.length + invoices.length > 0
          ? 'Those opened in this browser; there may be more.'
          : 'The billing API has no list of them: they appear here once they were opened in this browser. Find takes their ids.'}
      </p>
    </Section>
  )
}

function SeenLink({ href, label }: { href: string; label: string }) {
  return (
    <Link href={href} className="foreign text-accent underline-offset-2 hover:underline">
      {label}
    </Link>
  )
}
