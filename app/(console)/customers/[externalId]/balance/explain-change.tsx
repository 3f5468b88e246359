import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Fragment, type SubmitEvent, useId, useState } from 'react'
import { ReplyBox } from '@/components/replies/reply-box'
import { Money } from '@/components/money/money'
import { ProblemPanel } from '@/components/page/problem-panel'
import { AmountMoved } from '@/components/money/signed-amount'
import { Button } from '@/components/ui/button'
import { Section } from '@/components/ui/section'
import { Skeleton } from '@/components/ui/skeleton'
import type { ChangeExplanation, ChangePart, LedgerPool, PartKind } from '@/lib/ledger/whole-ledger'
import { ledgerPath } from '@/lib/core/paths'
import { problemOf } from '@/lib/core/problem-of'
import { formatDate } from '@/lib/time/instant'
import { type Days, daysInWords } from '@/lib/text/english'
import { changeExplainedReply } from '@/lib/ledger/change-explained-reply'
import { sumOf } from '@/lib/money/decimal'
import { typedDay } from '@/lib/time/typed-day'
import { soFarLabel } from '@/lib/ledger/ledger-verdict'
import { operationQuery } from '@/lib/api'
import { PoolUnit, UNSIGNED } from '@/components/customers/pool-unit'
import { FilterText, typedTexts } from '@/components/lists/filter-fields'
import { ChangeWaterfall, type LinkOfPart } from './change-waterfall'

interface ExplainChangeProps {
  externalId: string
  /** The UTC days to explain, both included; null before they are chosen. */
  days: Days | null
  onDays: (days: Days | null) => void
  /** The last UTC day of the sums, where the presets end; null before the ledger was read. */
  asOfDay: string | null
  /** The pool to explain; all that changed without one. */
  poolKey: string | undefined
}

/** Explains why the balance of a pool changed between two days. */
export function ExplainChange({ externalId, poolKey, ...form }: ExplainChangeProps) {
  return (
    <Section title="Explain a change">
      <div className="space-y-4">
        <ExplainForm {...form} />
        {form.days && <Explanations externalId={externalId} days={form.days} poolKey={poolKey} />}
      </div>
    </Section>
  )
}

interface ExplanationsProps extends Pick<ExplainChangeProps, 'externalId' | 'poolKey'> {
  days: Days
}

function Explanations({ externalId, days: { from, to }, poolKey }: ExplanationsProps) {
  const { data, error, isPlaceholderData, isFetching, refetch } = useQuery({
    ...operationQuery('explainChange', { externalId, from, to }),
    placeholderData: keepPreviousData,
  })
  if (error) return <ProblemPanel problem={problemOf(error)} retrying={isFetching} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-48" />
  if (data.asOf === null) return <p className="text-muted text-sm">Read the whole ledger first to explain a change.</p>
  // Days in the URL may be in the wrong order: the response has them in order.
  const explained = { from: data.from, to: data.to }
  return (
    <div aria-busy={isPlaceholderData} className="space-y-6">
      {!isPlaceholderData && data.to < (from < to ? to : from) && (
        <p className="text-muted text-sm">To {formatDate(data.to, 'UTC')}: later days are still to come.</p>
      )}
      {!data.isComplete && (
        <p className="text-yellow text-sm">
          {data.soFar && `${soFarLabel(data.soFar)}. `}Not all transactions of these days were read, so this may be
          incomplete.
        </p>
      )}
      {data.pools.some(({ hasUnplaced }) => hasUnplaced) && (
        <p className="text-yellow text-sm">
          Some transactions up to {formatDate(data.to, 'UTC')} name no known pool. They may belong to any, so there is
          no reply.
        </p>
      )}
      {shownPools(data.pools, poolKey).map((explanation) => (
        <ChangeOfPool
          key={explanation.pool.key}
          isComplete={data.isComplete}
          explanation={explanation}
          among={data.pools.map(({ pool }) => pool)}
          days={explained}
          linkOfPart={(part, pool) => hrefOfPart(externalId, { ...part, ...explained }, pool)}
        />
      ))}
      {data.pools.length === 0 && <p className="text-muted text-sm">No transactions.</p>}
    </div>
  )
}

/** Returns the address of the transactions of a part. */
const hrefOfPart = (externalId: string, { type, billableId, blockId, from, to }: ChangePart, pool: LedgerPool) =>
  ledgerPath(externalId, {
    pool: pool.key,
    type: type ?? '',
    from,
    to,
    ...(billableId !== null && { billable: billableId }),
    ...(blockId !== null && { block: blockId }),
  })

/** Returns the pool of the key; without one the pools that changed or have transactions, or else the first. */
function shownPools(pools: readonly ChangeExplanation[], poolKey: string | undefined): readonly ChangeExplanation[] {
  const asked = pools.filter(({ pool }) => pool.key === poolKey)
  if (asked.length > 0) return asked
  const changed = pools.filter(({ parts, unexplained }) => parts.length > 0 || unexplained !== '0')
  return changed.length > 0 ? changed : pools.slice(0, 1)
}

const DAY_MS = 86_400_000
const PRESETS = [7, 30]

/** Chooses the days to explain, by typing them or by a preset. */
function ExplainForm({ days, onDays, asOfDay }: Omit<ExplainChangeProps, 'externalId' | 'poolKey'>) {
  const [refused, setRefused] = useState<{ why: string; shown: string } | null>(null)
  const errorId = useId()
  const shown = days ? `${days.from}..${days.to}` : ''
  // An error is about what was typed: days that come from elsewhere, such as Back, replace it.
  const error = refused?.shown === shown ? refused.why : null
  const choose = (chosen: Days | null) => {
    setRefused(null)
    onDays(chosen)
  }
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const [from = '', to = ''] = typedTexts(event.currentTarget, 'from', 'to')
    const parsed = from === '' && to === '' ? null : daysOf(from, to)
    if (typeof parsed === 'string') setRefused({ why: parsed, shown })
    else choose(parsed)
  }
  return (
    <form onSubmit={submit} noValidate className="no-print">
      <div className="flex flex-wrap items-end gap-x-3 gap-y-2">
        <div className="grid min-w-0 grow grid-cols-2 gap-3 sm:max-w-72">
          <FilterText
            label="From"
            name="from"
            value={days?.from ?? null}
            placeholder="YYYY-MM-DD"
            errorId={error === null ? undefined : errorId}
          />
          <FilterText
            label="To"
            name="to"
            value={days?.to ?? null}
            placeholder="YYYY-MM-DD"
            errorId={error === null ? undefined : errorId}
          />
        </div>
        <div className="flex flex-wrap gap-1.5">
          <Button type="submit" small className="min-h-8">
            Explain
          </Button>
          {asOfDay !== null &&
            PRESETS.map((count) => (
              <Button
                key={count}
                small
                variant="ghost"
                className="min-h-8"
                onClick={() => choose({ from: daysBefore(asOfDay, count - 1), to: asOfDay })}
              >
                Last {count} days
              </Button>
            ))}
        </div>
      </div>
      <p id={errorId} role="alert" className="text-red mt-1 text-xs empty:hidden">
        {error}
      </p>
    </form>
  )
}

/** Returns the days that were typed, or why they are refused. */
function daysOf(typedFrom: string, typedTo: string): Days | string {
  const [from, to] = [typedDay(typedFrom), typedDay(typedTo)]
  if (from === null || to === null) return 'Use 2026-03-03 or 3 Mar 2026'
  return from > to ? 'From is after To. Swap the days.' : { from, to }
}

const daysBefore = (day: string, count: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) - count * DAY_MS).toISOString().slice(0, 10)

interface ChangeOfPoolProps {
  /** False when not all entries of the days were read: then no sentence is offered to the customer. */
  isComplete: boolean
  explanation: ChangeExplanation
  /** All pools of the ledger. */
  among: readonly LedgerPool[]
  /** The days that are explained. */
  days: Days
  linkOfPart: LinkOfPart
}

/** Why the balance of a pool changed: by how much, its parts, the proof that they add up, and the reply to the customer. */
function ChangeOfPool({ isComplete, explanation, among, days, linkOfPart }: ChangeOfPoolProps) {
  const { pool, opening, closing, parts, unexplained } = explanation
  const unit = <PoolUnit pool={pool} among={among} />
  if (parts.length === 0 && unexplained === '0')
    return <p className="text-muted text-sm">No transactions {daysInWords(days)}.</p>
  if (opening === null || closing === null)
    return (
      <div className="text-sm">
        <h3 className="font-semibold">{unit}</h3>
        <p className="text-muted">{UNSIGNED}</p>
      </div>
    )
  return (
    <div className="space-y-2">
      <h3 className="text-sm">
        <span className="font-semibold">
          <AmountMoved amount={sumOf([closing]).minus(opening).toFixed()} /> {unit}
        </span>{' '}
        <span className="text-muted">{daysInWords(days)}</span>
      </h3>
      <div className="-mx-4">
        <ChangeWaterfall explanation={{ ...explanation, opening, closing }} linkOfPart={linkOfPart} />
      </div>
      <Proof explanation={{ ...explanation, opening, closing }} />
      {isComplete && <ReplyBox reply={(say) => changeExplainedReply(explanation, days, say)} />}
    </div>
  )
}

/** The order of the proof and of the reply. */
const PROOF_KINDS: readonly PartKind[] = ['added', 'expired', 'used', 'adjusted', 'other']

/** "12,480.25 + 500.00 − 8,000.00 − 1,187.24 = 3,793.01": the sums of each kind between the two balances. */
function Proof({ explanation }: { explanation: ChangeExplanation & { opening: string; closing: string } }) {
  const { opening, closing, parts, unexplained } = explanation
  const kinds = PROOF_KINDS.map((kind) => ({
    kind,
    sum: sumOf(parts.filter((part) => part.kind === kind).map(({ amount }) => amount)),
  }))
  const terms = [...kinds, { kind: 'unexplained', sum: sumOf([unexplained]) }].filter(({ sum }) => !sum.eq(0))
  return (
    <div className="text-sm">
      <Money amount={opening} />
      {terms.map(({ kind, sum }) => (
        <Fragment key={kind}>
          {sum.lt(0) ? ' − ' : ' + '}
          <Money amount={sum.abs().toFixed()} />
          {kind === 'unexplained' && <span className="text-red"> (not explained)</span>}
        </Fragment>
      ))}
      {' = '}
      <Money amount={closing} />
    </div>
  )
}
