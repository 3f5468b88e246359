import { Link } from '@/components/ui/link'
import { ledgerPath } from '@/lib/browser/paths'
import type { RecentPage } from '@/lib/browser/recent-page'
import { formatCount } from '@/lib/format/amount'

/** Returns the customer's ledger from this browser's recents; null when there are several. */
export function OnlyLedger({ ledgers }: { ledgers: RecentPage[] }) {
  const [ledger, ...others] = ledgers
  if (!ledger) return null
  if (others.length > 0)
    return <span className="block">{formatCount(ledgers.length, 'ledger')} opened in this browser</span>
  return (
    <Link href={ledgerPath(ledger.id)} className="foreign text-accent block font-semibold hover:underline">
      {ledger.label}
    </Link>
  )
}
