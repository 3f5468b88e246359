'use client'

import { TransactionType } from '@/components/transaction-type'
import { Link } from '@/components/ui/link'
import { VisibleMarks } from '@/components/visible-marks'
import type { ChangePart } from '@/contract/console/whole-ledger'
import { areWholeMonths, type Days } from '@/lib/domain/whole-ledger/days-in-words'
import type { invoiceNames } from '@/lib/domain/invoice/invoice-number'
import { inSentence } from '@/lib/format/change-state-label'
import { formatCount, shortName } from '@/lib/format/amount'
import { withoutBidi } from '@/lib/format/bidi'
import { PART_KIND_LABELS } from '@/lib/format/labels'
import { dayLabel } from './day-label'

interface PartLabelProps {
  part: ChangePart
  /** True when its pool has no other part of this kind. */
  isOnly: boolean
  /** The days that are explained. */
  days: Days
  /** The address of its entries. */
  href: string
  /** Names the invoice of a part. */
  nameOf: ReturnType<typeof invoiceNames>
}

/** Names a part of a change, with a link to its entries. */
export function PartLabel({ part, isOnly, days, href, nameOf }: PartLabelProps) {
  const { kind, invoice, entries } = part
  const invoiceName = invoice && (invoice.number === null ? `invoice ${invoice.id}` : inSentence(nameOf(invoice)))
  return (
    <>
      <Link href={href} prefetch={false} title="Opens its transactions">
        <PartName part={part} isOnly={isOnly} />
      </Link>
      <small className="whitespace-normal">
        {[PART_KIND_LABELS[kind], invoiceName && withoutBidi(invoiceName), partDays(part, days)]
          .filter(Boolean)
          .join(' · ')}
        <span className="@min-[34rem]:hidden"> · {formatCount(entries, 'transaction')}</span>
      </small>
    </>
  )
}

function PartName({
  part: { kind, type, billableId, billableName, blockId },
  isOnly,
}: Omit<PartLabelProps, 'days' | 'href' | 'nameOf'>) {
  if (kind === 'used') {
    const name = billableName ?? billableId
    // Usage without a billable, and the smallest parts of a very long list.
    if (name === null) return isOnly ? 'Usage' : 'Other usage'
    return (
      <span className={billableName === null ? 'opaque' : 'foreign'}>
        <VisibleMarks>{shortName(name)}</VisibleMarks>
      </span>
    )
  }
  if (kind === 'expired') {
    if (blockId === null) return isOnly ? 'Expiration' : 'Other expirations'
    return (
      <>
        Block{' '}
        <span className="opaque">
          <VisibleMarks>{blockId}</VisibleMarks>
        </span>
      </>
    )
  }
  return type === null ? 'Type not sent' : <TransactionType type={type} />
}

/** Returns the days of a part; the months when whole months are explained, because their sums may be kept by month. */
function partDays({ from, to }: ChangePart, days: Days): string {
  const isMonth = areWholeMonths(days)
  const [first, last] = [dayLabel(from, isMonth), dayLabel(to, isMonth)]
  return first === last ? first : `${first} – ${last}`
}
