'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ProblemPanel } from '@/components/problem-panel'
import { Section } from '@/components/ui/section'
import { Skeleton } from '@/components/ui/skeleton'
import type { ChangeExplanation } from '@/contract/console/whole-ledger'
import { problemOf } from '@/lib/browser/problem-of'
import { areWholeMonths, type Days } from '@/lib/domain/whole-ledger/days-in-words'
import { soFarLabel } from '@/lib/format/ledger-verdict'
import { operationQuery } from '@/lib/queries/operation-query'
import { ChangeOfPool } from './change-of-pool'
import type { LinkOfPart } from './change-waterfall'
import { ExplainForm } from './explain-form'

interface ExplainChangeProps {
  externalId: string
  /** The UTC days to explain, both included; null before they are chosen. */
  days: Days | null
  onDays: (days: Days | null) => void
  /** The last UTC day of the sums, where the presets end; null before the ledger was read. */
  asOfDay: string | null
  linkOfPart: LinkOfPart
}

/** Explains why the balance of each pool changed between two days. */
export function ExplainChange({ externalId, linkOfPart, ...form }: ExplainChangeProps) {
  return (
    <Section title="Explain a change" aside={<span className="text-muted text-xs">Days are UTC</span>}>
      <div className="space-y-4">
        <ExplainForm {...form} />
        {form.days && <Explanations externalId={externalId} days={form.days} linkOfPart={linkOfPart} />}
      </div>
    </Section>
  )
}

interface ExplanationsProps {
  externalId: string
  days: Days
  linkOfPart: LinkOfPart
}

function Explanations({ externalId, days: { from, to }, linkOfPart }: ExplanationsProps) {
  const { data, error, isPlaceholderData, isFetching, refetch } = useQuery({
    ...operationQuery('explainChange', { externalId, from, to }),
    placeholderData: keepPreviousData,
  })
  if (error) return <ProblemPanel problem={problemOf(error)} retrying={isFetching} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-48" />
  if (data.asOf === null) return <p className="text-muted text-sm">Read the whole ledger first to explain a change.</p>
  const explained = { from: data.from, to: data.to }
  // Days in the URL may be in the wrong order: the response has them in order.
  const isWidened =
    !isPlaceholderData && areWholeMonths(explained) && ![data.from, data.to].every((day) => day === from || day === to)
  return (
    <div aria-busy={isPlaceholderData} className="space-y-6">
      {isWidened && (
        <p className="text-muted text-sm">This ledger is so long that only whole months can be explained.</p>
      )}
      {/* Links take the explained days: the days of a part may be only the firsts of its months. */}
      {!data.isComplete && (
        <p className="text-yellow text-sm">
          {data.soFar && `${soFarLabel(data.soFar)}. `}Not all transactions of these days were read, so this may be
          incomplete.
        </p>
      )}
      {shownPools(data.pools).map((explanation) => (
        <ChangeOfPool
          key={explanation.pool.key}
          isComplete={data.isComplete}
          explanation={explanation}
          among={data.pools.map(({ pool }) => pool)}
          days={explained}
          linkOfPart={(part, pool) => linkOfPart({ ...part, ...explained }, pool)}
        />
      ))}
      {data.pools.length === 0 && <p className="text-muted text-sm">No transactions.</p>}
    </div>
  )
}

/** Returns the pools that changed or have transactions; the first pool when there is none. */
function shownPools(pools: readonly ChangeExplanation[]): readonly ChangeExplanation[] {
  const changed = pools.filter(({ parts, unexplained }) => parts.length > 0 || unexplained !== '0')
  return changed.length > 0 ? changed : pools.slice(0, 1)
}
