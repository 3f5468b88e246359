'use client'

import { useTimeZone } from '@/components/time-zone'
import { Button } from '@/components/ui/button'
import { Section } from '@/components/ui/section'
import { Skeleton } from '@/components/ui/skeleton'
import type { LedgerBalances } from '@/lib/domain/ledger/ledger-balances'
import { problemOf } from '@/lib/browser/problem-of'
import { formatCount } from '@/lib/format/amount'
import { formatTime } from '@/lib/format/instant'
import { BalanceTile } from './balance-tile'

interface BalancesProps {
  /** Undefined while loading and after a failure. */
  balances: LedgerBalances | undefined
  error: Error | null
  retrying: boolean
  onRetry: () => void
}

/**
 * The current balances, one tile per pool, as far as the newest transactions show; renders nothing for an empty ledger.
 */
export function Balances({ balances, error, retrying, onRetry }: BalancesProps) {
  const timeZone = useTimeZone()
  if (balances?.rows === 0) return null
  return (
    <Section
      title="Balance now"
      flush
      aside={
        balances && (
          <span
            className="text-muted text-xs"
            title="A pool without a row among them is not shown. A pool is what the customer has of one pricing unit."
          >
            from the newest {formatCount(balances.rows, 'row')}, read at{' '}
            <time dateTime={balances.asOf} className="tabular-nums">
              {formatTime(balances.asOf, timeZone)}
            </time>
          </span>
        )
      }
    >
      {error && (
        <p role="alert" className="text-red flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2 text-sm">
          <span>
            The balances could not be read{balances && ' again'}: {problemOf(error).detail}
          </span>
          <Button small pending={retrying} onClick={onRetry}>
            Read the balances again
          </Button>
        </p>
      )}
      {balances ? <Tiles balances={balances} /> : !error && <Skeleton className="m-4 h-10 w-48" />}
    </Section>
  )
}

function Tiles({ balances: { pools, isNewestFirst } }: { balances: LedgerBalances }) {
  if (!isNewestFirst)
    return (
      <p className="text-muted px-4 py-3 text-sm">
        The billing API did not send its rows newest first, each with its time: which balance is the last is not known.
      </p>
    )
  if (pools.every(({ balance, tied }) => balance === null && tied === 0))
    return <p className="text-muted px-4 py-3 text-sm">None of these rows carries a balance.</p>
  const among = pools.map(({ pool }) => pool)
  return (
    <ul
      aria-label="Balances"
      className="bg-line grid max-h-96 gap-px overflow-y-auto rounded-b-lg sm:grid-cols-[repeat(auto-fit,minmax(26rem,1fr))]"
    >
      {pools.map((of) => (
        <BalanceTile key={of.pool.key} of={of} among={among} />
      ))}
    </ul>
  )
}
