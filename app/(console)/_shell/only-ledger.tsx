import { Link } from '@/components/ui/link'
import { ledgerPath } from '@/lib/browser/paths'
import { formatCount } from '@/lib/format/amount'

/** A link to the customer's ledger; only the number of ledgers when several are known. */
export function OnlyLedger({ externalIds }: { externalIds: string[] }) {
  const [externalId, ...others] = externalIds
  if (externalId === undefined) return null
  if (others.length > 0) return <span className="block">{formatCount(externalIds.length, 'known ledger')}</span>
  return (
    <Link href={ledgerPath(externalId)} className="foreign text-accent block font-semibold hover:underline">
      {externalId}
    </Link>
  )
}
