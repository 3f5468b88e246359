'use client'

import { Notice } from '@/components/ui/notice'
import { Link } from '@/components/ui/link'
import { Instant } from '@/components/instant'
import { VisibleMarks } from '@/components/visible-marks'
import type { ChargedAfterEnd, ChargedTwice, InvoiceName } from '@/contract/console/customer'
import { invoicePath } from '@/lib/browser/paths'
import { shortName } from '@/lib/format/amount'
import { formatDate } from '@/lib/format/instant'

interface ChargeNoticesProps {
  twice: ChargedTwice[]
  afterEnd: ChargedAfterEnd[]
}

const MAX_SHOWN = 5

/** What a customer may complain about: the same price charged for one time on two invoices, and charges after the end. */
export function ChargeNotices({ twice, afterEnd }: ChargeNoticesProps) {
  return (
    <>
      {twice.length > 0 && (
        <Notice tone="watch" title="Charged twice? By the invoices as last read">
          <ul className="foreign mt-1 space-y-1">
            {twice.slice(0, MAX_SHOWN).map(({ invoices: [one, other], name, start, end }, nth) => (
              <li key={nth}>
                <InvoiceLink invoice={one} /> and <InvoiceLink invoice={other} /> both charge{' '}
                {name === null ? 'the same price' : <VisibleMarks>{`“${name}”`}</VisibleMarks>} for{' '}
                {formatDate(start, 'UTC')} to {formatDate(end, 'UTC')} (UTC).
              </li>
            ))}
            {twice.length > MAX_SHOWN && <li>and {twice.length - MAX_SHOWN} more</li>}
          </ul>
        </Notice>
      )}
      {afterEnd.length > 0 && (
        <Notice tone="watch" title="Charged after cancelling? By the invoices as last read">
          <ul className="foreign mt-1 space-y-1">
            {afterEnd.slice(0, MAX_SHOWN).map(({ invoice, name, start, subscriptionEnd }) => (
              <li key={invoice.id}>
                <InvoiceLink invoice={invoice} /> has{' '}
                {name === null ? 'a line' : <VisibleMarks>{`“${name}”`}</VisibleMarks>} from {formatDate(start, 'UTC')}{' '}
                (UTC); the subscription’s end is <Instant iso={subscriptionEnd} isEnd zoned />.
              </li>
            ))}
            {afterEnd.length > MAX_SHOWN && <li>and {afterEnd.length - MAX_SHOWN} more</li>}
          </ul>
        </Notice>
      )}
    </>
  )
}

const InvoiceLink = ({ invoice: { id, number } }: { invoice: InvoiceName }) => (
  <Link href={invoicePath(id)} prefetch={false} className="text-accent font-medium hover:underline">
    {number === null ? id : `Invoice ${shortName(number)}`}
  </Link>
)
