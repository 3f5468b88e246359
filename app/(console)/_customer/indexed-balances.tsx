import { Instant } from '@/components/instant'
import { Section } from '@/components/ui/section'
import { StillSkeleton } from '@/components/ui/skeleton'
import { VisibleMarks } from '@/components/visible-marks'
import type { IndexedCustomer } from '@/contract/console/indexed-list'
import { formatAmount } from '@/lib/format/amount'

interface IndexedBalancesProps {
  /** Undefined when the index does not know the ledger. */
  ledger: IndexedCustomer | undefined
  isReading: boolean
  /** True when the ledger was read and has no entry. */
  isEmpty: boolean
}

/** The balances as they were last read, until the ledger is read anew. */
export function IndexedBalances({ ledger, isReading, isEmpty }: IndexedBalancesProps) {
  const balances = ledger?.balances ?? []
  return (
    <Section title="Balance" flush>
      {ledger && balances.length > 0 ? (
        <div className="px-4 py-3">
          {balances.map(({ unit, balance }, nth) => (
            <p key={nth} className="text-xl font-semibold sm:text-2xl">
              {balance === null ? 'Not known' : formatAmount(balance)}{' '}
              <span className="text-muted foreign text-xs font-normal">
                <VisibleMarks>{unit ?? ''}</VisibleMarks>
              </span>
            </p>
          ))}
          <p className="text-muted text-xs leading-5">
            as of <Instant iso={ledger.asOf} dense />
          </p>
        </div>
      ) : isReading ? (
        <StillSkeleton className="m-4 h-16" />
      ) : (
        <p className="text-muted p-4 text-sm">{isEmpty ? 'No transactions, so no balance.' : 'Not known.'}</p>
      )}
    </Section>
  )
}
