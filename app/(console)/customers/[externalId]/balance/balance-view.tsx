'use client'

import { useQuery } from '@tanstack/react-query'
import { useQueryStates } from 'nuqs'
import { AsOf } from '@/components/time/as-of'
import { ProblemPanel } from '@/components/page/problem-panel'
import { lazyWithRetry } from '@/components/ui/lazy-with-retry'
import { Section } from '@/components/ui/section'
import { Skeleton } from '@/components/ui/skeleton'
import { problemOf } from '@/lib/core/problem-of'
import { ledgerTotalQuery } from '@/components/ledger/ledger-queries'
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

/** The tab with the whole ledger: whether it agrees, the balance over time, why it changed, its months and blocks. */
export function BalanceView({ externalId }: { externalId: string }) {
  const [{ range, explain }, setSearch] = useQueryStates(balanceSearchParams, { history: 'push' })
  const { data, error, isFetching, refetch } = useQuery(ledgerTotalQuery(externalId))
  const total = data?.total ?? null
  const whole = useLedgerRead(externalId, total)
  const [from, to] = explain?.split('..') ?? []
  const explainDays = (days: { from: string; to: string } | null) =>
    void setSearch({ explain: days && `${days.from}..${days.to}` })
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
          <NothingYet title="No transactions yet, so no balance">
            They appear when a plan allocates credits or usage draws on them. Refresh later, or check the customer ID.
          </NothingYet>
        </Section>
      ) : (
        <>
          <Section title="Balance" flush aside={<span className="text-muted text-xs">Days and months are UTC</span>}>
            <LedgerVerdict {...whole} externalId={externalId} total={total} />
            <BalanceChart
              externalId={externalId}
              range={range}
              isComplete={whole.read?.isComplete === true}
              onRange={(wanted) => void setSearch({ range: wanted })}
              onExplain={(first, last) => explainDays({ from: first, to: last })}
            />
          </Section>
          {(isRead || explain !== null) && (
            <ExplainChange
              externalId={externalId}
              days={from !== undefined && to !== undefined ? { from, to } : null}
              onDays={explainDays}
              asOfDay={whole.read?.asOf?.slice(0, 10) ?? null}
            />
          )}
          {isRead && (
            <>
              <LedgerMonths externalId={externalId} />
              <LedgerBlocks externalId={externalId} />
            </>
          )}
        </>
      )}
    </div>
  )
}
