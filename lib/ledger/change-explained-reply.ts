import type { Big } from 'big.js'
import type { ChangeExplanation, ChangePart, PartKind } from './whole-ledger'
import { writtenQuantity } from '@/lib/money/amount'
import { nameInSentence } from '@/lib/text/bidi'
import type { Days, Sentences } from '@/lib/text/english'
import { sumOf } from '@/lib/money/decimal'

/** "8,000 expired on 1 Oct": an amount, written without its sign, and what became of it. */
interface Clause {
  amount: Big
  words: (isOne: boolean) => string
}

/**
 * Returns the sentences that tell a customer why a balance changed: "Between 1 and 8 Oct 2026 your balance fell by 9,187.24 AI
 * credits: 8,000 expired on 1 Oct (from invoice 1010), 1,187.24 were used. The largest single entry: …" Null when the change is not
 * certain, the balances have gaps, an entry names no pool, the unit names no pool, or a number is too long to write.
 */
export function changeExplainedReply(explanation: ChangeExplanation, days: Days, say: Sentences): string | null {
  const { pool, basis, gaps, opening, closing, parts, largest, unexplained, hasUnplaced, isUnitShared } = explanation
  const unit = nameInSentence(pool.unitName)
  if (
    basis === 'unsigned' ||
    gaps > 0 ||
    hasUnplaced ||
    isUnitShared ||
    unit === null ||
    opening === null ||
    closing === null ||
    unexplained !== '0'
  )
    return null
  const near = (day: string) => say.nearDay(`${day}T00:00:00Z`, `${days.to}T00:00:00Z`)
  const expiredOn = onlyDay(parts.filter(({ kind }) => kind === 'expired'))
  const clauses = clausesOf(parts, expiredOn && near(expiredOn), say)
  if (clauses === null) return null
  const moved = sumOf([closing]).minus(opening)
  const isUnchanged = moved.eq(0)
  const numbers = [sumOf([closing]), moved, ...clauses.map(({ amount }) => amount)]
  if (numbers.some((number) => writtenQuantity(number.toFixed()).more > 0)) return null

  const number = (amount: Big) => say.number(writtenQuantity(amount.toFixed()).text)
  const inUnit = (amount: Big) => `${number(amount)} ${say.unit(unit, isOneUnit(amount))}`
  const inWords = ({ amount, words }: Clause, hasUnit: boolean) =>
    `${hasUnit ? inUnit(amount.abs()) : number(amount.abs())} ${words(isOneUnit(amount))}`
  // The unit stands once, at the first number of the sentence.
  const reasons = clauses.map((clause, index) => inWords(clause, isUnchanged && index === 0))
  // A kind with a single entry says it already.
  const isSaid = sumEntries(parts.filter(({ kind }) => kind === largest?.kind)) <= 1
  const most = largest === null || isSaid ? undefined : clausesOf([largest], null, say)?.[0]
  const change = say.balanceChange({
    days: say.days(days),
    isSum: basis === 'amounts',
    moved: isUnchanged ? null : { isUp: moved.gt(0), by: inUnit(moved.abs()) },
    reasons: reasons.length > 0 ? reasons.join(', ') : null,
    closing: inUnit(sumOf([closing])),
  })
  if (!most || !largest) return change
  return `${change} ${say.largest(near(largest.from), inWords(most, false), largest.entries === 1)}`
}

/**
 * Returns the parts in words; null when one has the wrong sign for its kind, such as negative additions, or both signs.
 * @param day on which everything expired; null for none, or several
 */
function clausesOf(parts: readonly ChangePart[], day: string | null, say: Sentences): Clause[] | null {
  const of = (kind: PartKind) => parts.filter((part) => part.kind === kind)
  const [added, expired, used] = [total(of('added')), total(of('expired')), total(of('used'))]
  const isWrong = of('added').some(isNegative) || [...of('expired'), ...of('used')].some(isPositive)
  if (isWrong || parts.some(({ hasBothSigns }) => hasBothSigns)) return null
  const billable = mainBillable(of('used'), used)
  const invoice = onlyInvoice(of('expired'))
  return [
    { amount: added, words: say.wereAdded },
    { amount: expired, words: (isOne: boolean) => say.expired(isOne, day, invoice) },
    { amount: used, words: (isOne: boolean) => say.wereUsed(isOne, billable, of('used').length === 1) },
    ...clausesBySign(of('adjusted'), say.manually),
    ...clausesBySign(of('other'), say.byOthers),
  ].filter(({ amount }) => !amount.eq(0))
}

const isOneUnit = (amount: Big) => amount.abs().eq(1)
const sumEntries = (parts: readonly ChangePart[]) => parts.reduce((sum, { entries }) => sum + entries, 0)
const total = (parts: readonly ChangePart[]) => sumOf(parts.map(({ amount }) => amount))

const isNegative = ({ amount }: ChangePart) => amount.startsWith('-')
const isPositive = ({ amount }: ChangePart) => sumOf([amount]).gt(0)

/** Returns the additions and the deductions. */
function clausesBySign(parts: readonly ChangePart[], words: (isOne: boolean, isAdded: boolean) => string): Clause[] {
  return [
    { amount: total(parts.filter((part) => !isNegative(part))), words: (isOne) => words(isOne, true) },
    { amount: total(parts.filter(isNegative)), words: (isOne) => words(isOne, false) },
  ]
}

/** Returns the UTC day of all parts; null when they are of several days. */
function onlyDay(parts: readonly ChangePart[]): string | null {
  const [day, ...others] = new Set(parts.flatMap(({ from, to }) => [from, to]))
  return day === undefined || others.length > 0 ? null : day
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
