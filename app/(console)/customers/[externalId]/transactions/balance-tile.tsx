import type { ReactNode } from 'react'
import { Instant } from '@/components/instant'
import { Money } from '@/components/money'
import { TransactionType } from '@/components/transaction-type'
import type { PoolBalance } from '@/lib/domain/ledger-balances'
import type { Pool } from '@/lib/domain/pool'
import { formatCount } from '@/lib/format/amount'
import { PoolUnit } from './pool-unit'

interface BalanceTileProps {
  of: PoolBalance
  /** All pools that have a tile. */
  among: readonly Pool[]
}

/** What a customer has of one unit, since when, and the row that took most of it. */
export function BalanceTile({ of: { pool, balance, at, newer, drop }, among }: BalanceTileProps) {
  const unit = <PoolUnit pool={pool} among={among} />
  return (
    <li className="bg-surface flex flex-wrap items-start gap-x-8 gap-y-1.5 px-4 py-3">
      <div className="min-w-44">
        {balance === null ? (
          <p className="text-muted text-sm">No balance sent</p>
        ) : (
          <p className="text-xl font-semibold sm:text-2xl">
            <Money amount={balance} />
          </p>
        )}
        <p className="text-muted text-xs">{unit}</p>
      </div>
      <dl className="flex min-w-0 flex-wrap gap-x-8 gap-y-1.5 text-sm">
        {balance !== null && (
          <TileFact label="Since">
            <Instant iso={at} shape="dateTime" dense missing="Time not sent" />
          </TileFact>
        )}
        {newer > 0 && (
          <TileFact label="Without a balance">
            <span className="text-yellow">
              {balance === null ? formatCount(newer, 'row') : formatCount(newer, 'newer row')}
            </span>
          </TileFact>
        )}
        <TileFact label="Largest drop">
          {drop ? (
            <>
              <span className="font-medium">
                −<Money amount={drop.by} />
              </span>{' '}
              {unit}, <Instant iso={drop.at} shape="dateTime" dense missing="time not sent" />
              <span className="text-muted">
                {' '}
                · <TransactionType type={drop.type} />
              </span>
            </>
          ) : (
            'None among these rows'
          )}
        </TileFact>
      </dl>
    </li>
  )
}

function TileFact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-muted text-xs">{label}</dt>
      <dd className="mt-0.5">{children}</dd>
    </div>
  )
}
