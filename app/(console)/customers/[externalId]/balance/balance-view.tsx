'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useQueryStates } from 'nuqs'
import type { ReactNode } from 'react'
import { AsOf } from '@/components/time/as-of'
import { ProblemPanel } from '@/components/page/problem-panel'
import { lazyWithRetry } from '@/components/ui/lazy-with-retry'
import { Section } from '@/components/ui/section'
import { Skeleton } from '@/components/ui/skeleton'
import { problemOf } from '@/lib/core/problem-of'
import { ledgerTotalQuery } from '@/components/ledger/ledger-queries'
import { operationQuery } from '@/lib/api'
import { PoolUnit } from '@/components/customers/pool-unit'
import { CustomerHeader } from '@/components/customers/customer-header'
import { NothingYet } from '@/components/customers/nothing-yet'
import { useLedgerRead } from '@/components/customers/use-ledger-read'
import { BalanceChart } from './balance-chart'
import { LedgerVerdict } from './ledger-verdict'
import { balanceSearchParams } from './search-params'

/** Loaded after the chart. Their first HTML comes from the server. */
const ExplainChange = lazyWithRetry(
  () => import('./explain-change').then((module) => module.ExplainChange),
  <Skeleton className="h-32" />,
)
const LedgerMonths = lazyWithRetry(() => import('./ledger-months').then((module) => module.LedgerMonths))
const LedgerBlocks = lazyWithRetry(() => import('./ledger-blocks').then((module) => module.LedgerBlocks))

/** What is shown below the chart, one at a time. */
const BELOW = [
  { key: 'explain', label: 'Explain a change' },
  { key: 'months', label: 'Months' },
  { key: 'blocks', label: 'Blocks' },
] as const

/** The tab with the whole ledger: whether it agrees, and of one pool the balance over time, why it changed, its months and blocks. */
export function BalanceView({ externalId }: { externalId: string }) {
  const [{ range, explain, pool, show }, setSearch] = useQueryStates(balanceSearchParams, { history: 'push' })
  const { data, error, isFetching, refetch } = useQuery(ledgerTotalQuery(externalId))
  const total = data?.total ?? null
  const whole = useLedgerRead(externalId, total)
  const chart = useQuery({
    ...operationQuery('getBalanceChart', { externalId, range }),
    placeholderData: keepPreviousData,
  })
  const pools = chart.data?.charts.map((each) => each.pool) ?? []
  const shownPool = pools.find(({ key }) => key === pool) ?? pools[0]
  const [from, to] = explain?.split('..') ?? []
  const explainDays = (days: { from: string; to: string } | null) =>
    void setSearch({ explain: days && `${days.from}..${days.to}`, show: null })
  const isRead = whole.read !== undefined && whole.read.asOf !== null
  return (
    <div className="space-y-4">
      <CustomerHeader
        of={{ externalId }}
        tab="Balance"
        asOf={data && <AsOf iso={data.asOf} refreshing={isFetching} onRefresh={() => void refetch()} />}
      />
      {error && <ProblemPanel problem={problemOf(error)} retrying={isFetching} onRetry={() => void refetch()} />}
      {total === 0 && !isRead ? (
        <Section title="Balance" flush>
          <NothingYet of={{ externalId }} title="No transactions yet, so no balance">
            They appear when a plan allocates credits or usage draws on them. Refresh later, or check the customer ID.
          </NothingYet>
        </Section>
      ) : (
        <>
          <Section title="Balance" flush aside={<span className="text-muted text-xs">Days and months are UTC</span>}>
            <LedgerVerdict whole={whole} externalId={externalId} total={total} />
            {pools.length > 1 && (
              <div className="border-t px-4 pt-1">
                <Choices
                  label="Pool"
                  chosen={shownPool?.key}
                  choices={pools.map((each) => ({ key: each.key, label: <PoolUnit pool={each} among={pools} /> }))}
                  onChoose={(key) => void setSearch({ pool: key })}
                />
              </div>
            )}
            <BalanceChart
              externalId={externalId}
              range={range}
              read={chart}
              pool={shownPool}
              isComplete={whole.read?.isComplete === true}
              onRange={(wanted) => void setSearch({ range: wanted })}
              onExplain={(first, last) => explainDays({ from: first, to: last })}
            />
          </Section>
          {isRead && (
            <Choices
              label="Below the chart"
              chosen={show}
              choices={BELOW}
              onChoose={(key) => void setSearch({ show: key })}
            />
          )}
          {(isRead || explain !== null) && show === 'explain' && (
            <ExplainChange
              externalId={externalId}
              days={from !== undefined && to !== undefined ? { from, to } : null}
              onDays={explainDays}
              asOfDay={whole.read?.asOf?.slice(0, 10) ?? null}
              poolKey={shownPool?.key}
            />
          )}
          {isRead && shownPool && show === 'months' && <LedgerMonths externalId={externalId} pool={shownPool} />}
          {isRead && shownPool && show === 'blocks' && <LedgerBlocks externalId={externalId} pool={shownPool} />}
        </>
      )}
    </div>
  )
}

interface ChoicesProps<Key extends string> {
  label: string
  chosen: Key | undefined
  choices: readonly { key: Key; label: ReactNode }[]
  onChoose: (key: Key) => void
}

/** A row of buttons of which one is pressed. */
const Choices = <Key extends string>({ label, chosen, choices, onChoose }: ChoicesProps<Key>) => (
  <div role="group" aria-label={label} className="no-print flex flex-wrap gap-x-5 text-sm">
    {choices.map(({ key, label: name }) => (
      <button
        key={key}
        type="button"
        aria-pressed={key === chosen}
        onClick={() => onChoose(key)}
        className="text-muted hover:text-text aria-pressed:border-accent-solid aria-pressed:text-text min-h-8 border-b-2 border-transparent font-medium"
      >
        {name}
      </button>
    ))}
  </div>
)
