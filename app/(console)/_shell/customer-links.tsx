import { Link } from '@/components/ui/link'
import { VisibleMarks } from '@/components/visible-marks'
import { customerPath } from '@/lib/browser/paths'

/** Links to the customers whose ledgers name an object's customer. */
export const CustomerLinks = ({ externalIds }: { externalIds: string[] }) =>
  externalIds.map((externalId) => (
    <Link
      key={externalId}
      href={customerPath(externalId)}
      prefetch={false}
      className="foreign text-accent block font-semibold hover:underline"
    >
      <VisibleMarks>{externalId}</VisibleMarks>
    </Link>
  ))
