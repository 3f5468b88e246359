'use client'

import { Fragment } from 'react'
import { CopyReply } from '@/components/copy-reply'
import { Money } from '@/components/money'
import { AmountMoved } from '@/components/signed-amount'
import type { ChangeExplanation, LedgerPool, PartKind } from '@/contract/console/whole-ledger'
import { changeExplainedReply } from '@/lib/domain/whole-ledger/change-explained-reply'
import { type Days, daysInWords } from '@/lib/domain/whole-ledger/days-in-words'
import { sumOf } from '@/lib/domain/whole-ledger/sum-of'
import { ChangeWaterfall, type LinkOfPart } from './change-waterfall'
import { LedgerUnit } from './ledger-unit'
import { UNSIGNED } from './unsigned'

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
export function ChangeOfPool({ isComplete, explanation, among, days, linkOfPart }: ChangeOfPoolProps) {
  const { pool, opening, closing, parts, unexplained } = explanation
  const unit = <LedgerUnit pool={pool} among={among} />
  if (parts.length === 0 && unexplained === '0')
    return <p className="text-muted text-sm">No transactions {daysInWords(days)}.</p>
  if (opening === null || closing === null)
    return (
      <div className="text-sm">
        <h3 className="font-semibold">{unit}</h3>
        <p className="text-muted">{UNSIGNED}</p>
      </div>
    )
  const isShared = among.some(({ key, unitName }) => key !== pool.key && unitName === pool.unitName)
  const reply = isShared || !isComplete ? null : changeExplainedReply(explanation, days)
  return (
    <div className="space-y-2">
      <h3 className="text-sm">
        <span className="font-semibold">
          <AmountMoved amount={sumOf([closing]).minus(opening).toFixed()} /> {unit}
        </span>{' '}
        <span className="text-muted">{daysInWords(days)} (UTC)</span>
      </h3>
      <ChangeWaterfall explanation={{ ...explanation, opening, closing }} days={days} linkOfPart={linkOfPart} />
      <Proof explanation={{ ...explanation, opening, closing }} />
      {reply !== null && <CopyReply sentence={reply} />}
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
    <div className="px-2 text-sm">
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
