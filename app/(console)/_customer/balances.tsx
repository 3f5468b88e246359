'use client'

import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { ReplyBox } from '@/components/reply-box'
import { Instant } from '@/components/instant'
import { Money } from '@/components/money'
import { useTimeZone } from '@/components/time-zone'
import { TransactionType } from '@/components/transaction-type'
import { Button } from '@/components/ui/button'
import { Section } from '@/components/ui/section'
import { Skeleton } from '@/components/ui/skeleton'
import type { ConsoleInput } from '@/contract/console/operations'
import type { TransactionPageView } from '@/contract/console/transaction'
import type { LedgerRead } from '@/contract/console/whole-ledger'
import { problemOf } from '@/lib/browser/problem-of'
import type { Sentences } from '@/lib/format/replies/english'
import {
  balanceReply,
  ledgerBalances,
  type LedgerBalances,
  type PoolBalance,
  withQuietPools,
} from '@/lib/domain/ledger/ledger-balances'
import type { Pool } from '@/lib/domain/ledger/pool'
import { formatCount, formatNumber } from '@/lib/format/amount'
import { formatTime } from '@/lib/format/instant'
import { isNewestRows, ledgerBalancesQuery } from '@/lib/queries/ledger-balances-query'
import { PoolUnit } from './pool-unit'

interface BalancesProps {
  title?: string
  /** Undefined while loading and after a failure. */
  balances: LedgerBalances | undefined
  /** The read of the whole ledger, which also has the pools without a recent transaction. */
  whole: LedgerRead | undefined
  /** Shows the largest deduction of each pool. A page with the chart has the largest daily fall instead. */
  withDeduction?: boolean
  error: Error | null
  retrying: boolean
  onRetry: () => void
}

/**
 * The current balances, one tile per pool, as far as the newest transactions show; renders nothing for an empty ledger.
 */
export function Balances({
  title = 'Balance now',
  balances: newest,
  whole,
  withDeduction = false,
  error,
  retrying,
  onRetry,
}: BalancesProps) {
  const timeZone = useTimeZone()
  if (newest?.rows === 0) return null
  const balances = newest && withQuietPools(newest, whole)
  return (
    <Section
      title={title}
      flush
      aside={
        balances && (
          <span className="text-muted text-xs" title="A pool is the customer’s balance in one pricing unit.">
            {whole?.isComplete === true ? 'all pools · ' : 'pools of the '}newest{' '}
            {formatCount(balances.rows, 'transaction')}, read at{' '}
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
            Reload balances
          </Button>
        </p>
      )}
      {balances ? (
        <Tiles balances={balances} withDeduction={withDeduction} />
      ) : (
        !error && <Skeleton className="m-4 h-10 w-48" />
      )}
    </Section>
  )
}

function Tiles({
  balances: { pools, rows, isNewestFirst, mismatchedPage },
  withDeduction,
}: {
  balances: LedgerBalances
  withDeduction: boolean
}) {
  if (mismatchedPage !== null)
    return (
      <p className="text-muted px-4 py-3 text-sm">
        The latest balance is not known: the billing API returned page {formatNumber(mismatchedPage)} instead of page 1.
      </p>
    )
  if (!isNewestFirst)
    return (
      <p className="text-muted px-4 py-3 text-sm">
        The latest balance is not known: the billing API did not send the transactions newest first, each with a time.
      </p>
    )
  if (pools.every(({ balance, tied, breaks }) => balance === null && tied === 0 && breaks === 0))
    return <p className="text-muted px-4 py-3 text-sm">None of these transactions has a balance.</p>
  const among = pools.map(({ pool }) => pool)
  return (
    <ul
      aria-label="Balances"
      className="bg-line grid max-h-96 gap-px overflow-y-auto rounded-b-lg sm:grid-cols-[repeat(auto-fit,minmax(26rem,1fr))]"
    >
      {pools.map((of) => (
        <BalanceTile key={of.pool.key} of={of} among={among} newestOf={withDeduction ? rows : null} />
      ))}
    </ul>
  )
}

interface BalanceTileProps {
  of: PoolBalance
  /** All pools that have a tile. */
  among: readonly Pool[]
  /** The number of newest transactions that the largest deduction is chosen from; null to leave it out. */
  newestOf: number | null
}

/** The balance of one pool, the time since it applies, its largest deduction, and the reply to the customer. */
function BalanceTile({ of, among, newestOf }: BalanceTileProps) {
  const { pool, balance, tied, at, newer, breaks } = of
  const unit = <PoolUnit pool={pool} among={among} />
  const reply = (say: Sentences) => balanceReply(of, among, say)
  return (
    <li className="bg-surface flex flex-wrap items-start gap-x-8 gap-y-1.5 px-4 py-3">
      <div className="min-w-44">
        <div className={balance === null ? 'text-muted text-sm' : 'text-xl font-semibold sm:text-2xl'}>
          {balance === null ? noBalance(of) : <Money amount={balance} />}
        </div>
        <p className="text-muted text-xs leading-5">
          {unit}
          {balance !== null && (
            <>
              {' '}
              since <Instant iso={at} dense missing="an unknown time" />
            </>
          )}
          {of.asOf !== null && (
            <>
              {' '}
              · as of <Instant iso={of.asOf} dense />
            </>
          )}
        </p>
        {breaks > 0 && (
          <p className="text-yellow text-xs leading-5">
            {of.asOf === null
              ? `${formatCount(breaks, 'balance')} among these transactions ${breaks === 1 ? 'does' : 'do'} not add up`
              : `${formatCount(breaks, 'break')} in its transactions`}
          </p>
        )}
        {tied > 0 && (
          <p className="text-yellow text-xs leading-5">
            {formatCount(tied, 'transaction')} at <Instant iso={at} dense />: it is not known which is the latest
          </p>
        )}
        {newer > 0 && (
          <p className="text-yellow text-xs leading-5">
            {balance === null && tied === 0
              ? `in ${formatCount(newer, 'transaction')}`
              : formatCount(newer, 'newer transaction has no balance', 'newer transactions have no balance')}
          </p>
        )}
      </div>
      {newestOf !== null && breaks === 0 && of.asOf === null && (
        <LargestDeduction of={of} among={among} newestOf={newestOf} />
      )}
      <div className="basis-full empty:hidden">
        <ReplyBox reply={reply} />
      </div>
    </li>
  )
}

function noBalance({ tied, breaks }: PoolBalance): string {
  if (breaks > 0) return 'Balance not certain'
  return tied > 0 ? 'Balance unknown' : 'No balance sent'
}

function LargestDeduction({ of: { pool, drop }, among, newestOf }: BalanceTileProps) {
  return (
    <div className="min-w-0 text-sm">
      <p className="text-muted text-xs">Largest single deduction, newest {formatNumber(newestOf ?? 0)}</p>
      {drop ? (
        <>
          <div className="font-medium">
            −<Money amount={drop.by} /> <PoolUnit pool={pool} among={among} />
          </div>
          <p className="text-muted text-xs leading-5">
            <Instant iso={drop.at} dense missing="Time not sent" /> · <TransactionType type={drop.type} />
          </p>
        </>
      ) : (
        <p>None in these transactions</p>
      )}
    </div>
  )
}

/** Returns the balances of a ledger: from the page shown when it holds the newest rows, else from a separate read. */
export function useLedgerBalances(
  { externalId, ...search }: ConsoleInput<'listTransactions'>,
  shown: TransactionPageView | undefined,
) {
  const isOfShown = isNewestRows(search)
  const { data, error, isFetching, refetch } = useQuery({ ...ledgerBalancesQuery(externalId), enabled: !isOfShown })
  const ofShown = useMemo(() => (isOfShown && shown ? ledgerBalances(shown) : undefined), [isOfShown, shown])
  return {
    balances: ofShown ?? data,
    /** Why the separate read failed; the ledger itself reports failures of the page shown. */
    error: isOfShown ? null : error,
    retrying: isFetching,
    onRetry: () => (isOfShown ? undefined : void refetch()),
  }
}
