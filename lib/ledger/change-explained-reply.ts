import type { Big } from 'big.js'
import type { ChangeExplanation, ChangePart, PartKind } from './whole-ledger'
import { writtenAmount } from '@/lib/money/amount'
import { nameInSentence } from '@/lib/text/bidi'
import type { Days, Sentences } from '@/lib/text/english'
import { sumOf } from '@/lib/money/decimal'

/** "8,000.00 expired on 1 Oct": an amount, written without its sign, and what became of it. */
interface Clause {
  amount: Big
  words: string
}

/**
 * Returns the sentence that tells a customer why a balance changed: "Between 1 and 8 Oct 2026 your balance fell by 9,187.24 AI
 * credits: 8,000.00 expired on 1 Oct (from invoice 1010), 1,187.24 were used." Null when the change is not certain, the balances
 * have gaps, an entry names no pool, the unit has no name, or a number is too long to write.
 */
export function changeExplainedReply(explanation: ChangeExplanation, days: Days, say: Sentences): string | null {
  const { pool, basis, gaps, opening, closing, parts, unexplained, hasUnplaced } = explanation
  const unit = nameInSentence(pool.unitName)
  if (
    basis === 'unsigned' ||
    gaps > 0 ||
    hasUnplaced ||
    unit === null ||
    opening === null ||
    closing === null ||
    unexplained !== '0'
  )
    return null
  const clauses = clausesOf(parts, days, say)
  if (clauses === null) return null
  const moved = sumOf([closing]).minus(opening)
  const isUnchanged = moved.eq(0)
  const numbers = [sumOf([closing]), moved, ...clauses.map(({ amount }) => amount)]
  if (numbers.some((number) => writtenAmount(number.toFixed()).more > 0)) return null

  const number = (amount: Big) => say.number(writtenAmount(amount.abs().toFixed()).text)
  // The unit stands once, at the first number of the sentence.
  const reasons = clauses.map(({ amount, words }, index) =>
    [number(amount), isUnchanged && index === 0 && unit, words].filter(Boolean).join(' '),
  )
  return say.balanceChange({
    days: say.days(days),
    isSum: basis === 'amounts',
    moved: isUnchanged ? null : { isUp: moved.gt(0), by: `${number(moved)} ${unit}` },
    reasons: reasons.length > 0 ? reasons.join(', ') : null,
    closing: `${say.number(writtenAmount(closing).text)} ${unit}`,
  })
}

/** Returns the parts in words; null when one has the wrong sign for its kind, such as negative additions, or both signs. */
function clausesOf(parts: readonly ChangePart[], days: Days, say: Sentences): Clause[] | null {
  const of = (kind: PartKind) => parts.filter((part) => part.kind === kind)
  const [added, expired, used] = [total(of('added')), total(of('expired')), total(of('used'))]
  const isWrong = of('added').some(isNegative) || [...of('expired'), ...of('used')].some(isPositive)
  if (isWrong || parts.some(({ hasBothSigns }) => hasBothSigns)) return null
  const billable = mainBillable(of('used'), used)
  return [
    { amount: added, words: say.wereAdded },
    { amount: expired, words: say.expired(onlyDay(of('expired'), days, say), onlyInvoice(of('expired'))) },
    { amount: used, words: say.wereUsed(billable, of('used').length === 1) },
    ...clausesBySign(of('adjusted'), say.manually),
    ...clausesBySign(of('other'), say.byOthers),
  ].filter(({ amount }) => !amount.eq(0))
}

const total = (parts: readonly ChangePart[]) => sumOf(parts.map(({ amount }) => amount))

const isNegative = ({ amount }: ChangePart) => amount.startsWith('-')
const isPositive = ({ amount }: ChangePart) => sumOf([amount]).gt(0)

/** Returns the additions and the deductions. */
function clausesBySign(parts: readonly ChangePart[], words: (isAdded: boolean) => string): Clause[] {
  return [
    { amount: total(parts.filter((part) => !isNegative(part))), words: words(true) },
    { amount: total(parts.filter(isNegative)), words: words(false) },
  ]
}

/** Returns the day of all parts, `1 Oct`; null when they are of several days. */
function onlyDay(parts: readonly ChangePart[], days: Days, say: Sentences): string | null {
  const [day, ...others] = new Set(parts.flatMap(({ from, to }) => [from, to]))
  return day === undefined || others.length > 0 ? null : say.nearDay(`${day}T00:00:00Z`, `${days.to}T00:00:00Z`)
}

/** Returns the number of the invoice that all parts are from; null when there is none, or more than one. */
function onlyInvoice(parts: readonly ChangePart[]): string | null {
  const [invoice] = parts.map((part) => part.invoice)
  const number = nameInSentence(invoice?.number ?? null)
  return parts.every((part) => part.invoice?.id === invoice?.id) ? number : null
}

/** Returns the name of the only billable, or of one with more than half of the usage. */
function mainBillable(parts: readonly ChangePart[], used: Big): string | null {
  const [first, ...others] = parts
  const most = others.length === 0 ? first : parts.find(({ amount }) => sumOf([amount, amount]).lt(used))
  return nameInSentence(most?.billableName ?? null)
}
