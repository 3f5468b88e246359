import { Instant } from '@/components/time/instant'
import { Money } from '@/components/money/money'
import { ReplyBox } from '@/components/replies/reply-box'
import { TextLink } from '@/components/text/text-link'
import { type ReactNode, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Section } from '@/components/ui/section'
import type { LedgerRead } from '@/lib/ledger/whole-ledger'
import {
  balanceReply,
  ledgerBalances,
  type LedgerBalances,
  type PoolBalance,
  withWholeLedger,
} from '@/lib/ledger/ledger-balances'
import type { Pool } from '@/lib/ledger/pool'
import { balancePath } from '@/lib/core/paths'
import { largestDrop } from '@/lib/customers/largest-drop'
import { formatAmount, formatCount, formatNumber } from '@/lib/money/amount'
import { formatDate } from '@/lib/time/instant'
import type { Sentences } from '@/lib/text/english'
import { upcomingLabel } from '@/lib/ledger/ledger-labels'
import { PoolUnit } from './pool-unit'

interface BalancesProps {
  /** The newest entries. */
  newest: Parameters<typeof ledgerBalances>[0]
  /** The read of the whole ledger, which also has the pools without a recent transaction; undefined until it is known. */
  whole: LedgerRead | undefined
  externalId: string
}

/** The pools that are shown before the others are asked for. */
const FIRST_POOLS = 4

/** The current balances, one row per pool, as far as the newest transactions show. */
export function Balances({ newest, whole, externalId }: BalancesProps) {
  const balances = withWholeLedger(ledgerBalances(newest), whole)
  return (
    <Section
      title="Balance"
      flush
      aside={
        <span className="text-muted text-xs" title="A pool is the customer’s balance in one pricing unit.">
          {whole?.isComplete === true
            ? 'All pools'
            : `Pools of the newest ${formatCount(balances.rows, 'transaction')}`}
        </span>
      }
    >
      <Pools balances={balances} newest={newest} externalId={externalId} />
    </Section>
  )
}

function Pools({ balances, newest, externalId }: Omit<BalancesProps, 'whole'> & { balances: LedgerBalances }) {
  const { pools, asOf } = balances
  const [isWhole, setWhole] = useState(false)
  const unknown = whyUnknown(balances)
  if (unknown !== null) return <p className="text-muted px-4 py-3 text-sm">{unknown}</p>
  const among = pools.map(({ pool }) => pool)
  const shown = isWhole ? pools : pools.slice(0, FIRST_POOLS)
  return (
    <>
      <ul aria-label="Balances" className="divide-y">
        {shown.map((of) => (
          <PoolRow
            key={of.pool.key}
            of={of}
            among={among}
            asOf={asOf}
            drop={of.balance !== null && <LargestDrop poolKey={of.pool.key} newest={newest} externalId={externalId} />}
          />
        ))}
      </ul>
      {shown.length < pools.length && (
        <p className="border-t px-4 py-2">
          <Button small variant="ghost" onClick={() => setWhole(true)}>
            Show {formatCount(pools.length - shown.length, 'more pool')}
          </Button>
        </p>
      )}
    </>
  )
}

/** Returns why no balance is known; null when one is, or may be. */
function whyUnknown({ pools, isNewestFirst, mismatchedPage }: LedgerBalances): string | null {
  if (mismatchedPage !== null)
    return `The latest balance is not known: the billing API returned page ${formatNumber(mismatchedPage)} instead of page 1.`
  if (!isNewestFirst)
    return 'The latest balance is not known: the billing API did not send the transactions newest first, each with a time.'
  const hasNone = pools.every(({ balance, tied, gaps }) => balance === null && tied === 0 && gaps === 0)
  return hasNone ? 'None of these transactions has a balance.' : null
}

interface PoolRowProps {
  of: PoolBalance
  /** All pools. */
  among: readonly Pool[]
  asOf: string
  /** Its largest drop. */
  drop: ReactNode
}

/** The balance of one pool, the time since it applies, and the reply to the customer. */
function PoolRow({ of, among, asOf, drop }: PoolRowProps) {
  const { pool, balance, tied, at, newer, gaps, upcoming } = of
  const later = upcomingLabel(upcoming, balance, asOf)
  const unit = <PoolUnit pool={pool} among={among} />
  const reply = (say: Sentences) => balanceReply(of, among, say)
  return (
    <li className="flex flex-wrap items-start gap-x-8 gap-y-1.5 px-4 py-3">
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
        {later !== null && <p className="text-xs leading-5">{later}</p>}
        {drop}
        {gaps > 0 && <p className="text-yellow text-xs leading-5">{formatCount(gaps, 'gap')} between balances</p>}
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
      <div className="basis-full empty:hidden">
        <ReplyBox reply={reply} />
      </div>
    </li>
  )
}

interface LargestDropProps extends Pick<BalancesProps, 'newest' | 'externalId'> {
  poolKey: string
}

/** The entry that lowered a balance the most, among the newest ones. Leads to the explanation of its day. */
function LargestDrop({ poolKey, newest: { results, asOf }, externalId }: LargestDropProps) {
  const drop = largestDrop(results, poolKey, asOf)
  if (drop === null) return null
  return (
    <p className="text-xs leading-5">
      <TextLink href={balancePath(externalId, { pool: poolKey, explain: `${drop.day}..${drop.day}` })}>
        {`Largest drop in the newest ${formatCount(results.length, 'transaction')}: ${formatAmount(drop.by)} on ${formatDate(drop.day, 'UTC')}`}
      </TextLink>
    </p>
  )
}

function noBalance({ tied, gaps }: PoolBalance): string {
  if (gaps > 0) return 'Balance not certain'
  return tied > 0 ? 'Balance unknown' : 'No balance sent'
}
