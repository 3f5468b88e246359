import { Instant } from '@/components/instant'
import { Money } from '@/components/money'
import { TransactionType } from '@/components/transaction-type'
import type { PoolBalance } from '@/lib/domain/ledger/ledger-balances'
import type { Pool } from '@/lib/domain/ledger/pool'
import { formatCount } from '@/lib/format/amount'
import { PoolUnit } from './pool-unit'

interface BalanceTileProps {
  of: PoolBalance
  /** All pools that have a tile. */
  among: readonly Pool[]
}

/** The balance of one pool, the time since it applies, and the transaction that used most of it. */
export function BalanceTile({ of: { pool, balance, tied, at, newer, drop }, among }: BalanceTileProps) {
  const unit = <PoolUnit pool={pool} among={among} />
  return (
    <li className="bg-surface flex flex-wrap items-start gap-x-8 gap-y-1.5 px-4 py-3">
      <div className="min-w-44">
        <p className={balance === null ? 'text-muted text-sm' : 'text-xl font-semibold sm:text-2xl'}>
          {balance === null ? tied > 0 ? 'Balance not known' : 'No balance sent' : <Money amount={balance} />}
        </p>
        <p className="text-muted text-xs leading-5">
          {unit}
          {balance !== null && (
            <>
              {' '}
              since <Instant iso={at} dense missing="a time not sent" />
            </>
          )}
        </p>
        {tied > 0 && (
          <p className="text-yellow text-xs leading-5">
            {formatCount(tied, 'row')} of <Instant iso={at} dense />: which was the last cannot be told
          </p>
        )}
        {newer > 0 && (
          <p className="text-yellow text-xs leading-5">
            {balance === null && tied === 0
              ? `in ${formatCount(newer, 'row')}`
              : formatCount(newer, 'newer row carries no balance', 'newer rows carry no balance')}
          </p>
        )}
      </div>
      <div className="min-w-0 text-sm">
        <p className="text-muted text-xs">Largest drop</p>
        {drop ? (
          <>
            <p className="font-medium">
              −<Money amount={drop.by} /> {unit}
            </p>
            <p className="text-muted text-xs leading-5">
              <Instant iso={drop.at} dense missing="Time not sent" /> · <TransactionType type={drop.type} />
            </p>
          </>
        ) : (
          <p>None among these rows</p>
        )}
      </div>
    </li>
  )
}
