import type { Big } from 'big.js'
import type { ChangeExplanation, ChangePart, PartKind } from '@/contract/console/whole-ledger'
import { writtenAmount } from '../../format/amount'
import { nameInSentence } from '../../format/bidi'
import { formatDate, formatNearDate } from '../../format/instant'
import { sumOf } from '../money/decimal'

/** Two UTC days, "2026-10-01", both included. */
export interface Days {
  from: string
  to: string
}

/** "8,000.00 expired on 1 Oct": an amount, written without its sign, and what became of it. */
interface Clause {
  amount: Big
  words: string
}

/**
 * Returns the sentence that tells a customer why a balance changed: "Between 1 and 8 Oct 2026 your balance fell by 9,187.24 AI
 * credits: 8,000.00 expired on 1 Oct (from invoice 1010), 1,187.24 were used." Null when the change is not certain, the balances
 * break, the unit has no name, or a number is too long to write.
 */
export function changeExplainedReply(explanation: ChangeExplanation, days: Days): string | null {
  const { pool, basis, breaks, opening, closing, parts, unexplained } = explanation
  const unit = nameInSentence(pool.unitName)
  if (
    basis === 'unsigned' ||
    breaks > 0 ||
    unit === null ||
    opening === null ||
    closing === null ||
    unexplained !== '0'
  )
    return null
  const clauses = clausesOf(parts, days)
  if (clauses === null) return null
  const moved = sumOf([closing]).minus(opening)
  const isUnchanged = moved.eq(0)
  const numbers = [sumOf([closing]), moved, ...clauses.map(({ amount }) => amount)]
  if (numbers.some((number) => writtenAmount(number.toFixed()).more > 0)) return null

  const subject = basis === 'amounts' ? 'the sum of your transactions' : 'your balance'
  const change = isUnchanged ? 'did not change' : `${moved.gt(0) ? 'rose' : 'fell'} by ${unsigned(moved)} ${unit}`
  // The unit stands once, at the first number of the sentence.
  const reasons = clauses.map(({ amount, words }, index) =>
    [unsigned(amount), isUnchanged && index === 0 && unit, words].filter(Boolean).join(' '),
  )
  const reason = reasons.length > 0 ? reasons.join(', ') : `it was ${writtenAmount(closing).text} ${unit}`
  return `${capitalized(daysInWords(days))} ${subject} ${change}: ${reason}.`
}

const unsigned = (amount: Big) => writtenAmount(amount.abs().toFixed()).text
const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** Returns the parts in words; null when a sum has the wrong sign for its kind, such as negative additions. */
function clausesOf(parts: readonly ChangePart[], days: Days): Clause[] | null {
  const of = (kind: PartKind) => parts.filter((part) => part.kind === kind)
  const [added, expired, used] = [total(of('added')), total(of('expired')), total(of('used'))]
  if (added.lt(0) || expired.gt(0) || used.gt(0)) return null
  return [
    { amount: added, words: 'were added' },
    { amount: expired, words: `expired${dayWords(of('expired'), days)}${invoiceWords(of('expired'))}` },
    { amount: used, words: `were used${billableWords(of('used'), used)}` },
    ...clausesBySign(of('adjusted'), 'manually'),
    ...clausesBySign(of('other'), 'by other transactions'),
  ].filter(({ amount }) => !amount.eq(0))
}

const total = (parts: readonly ChangePart[]) => sumOf(parts.map(({ amount }) => amount))

const isNegative = ({ amount }: ChangePart) => amount.startsWith('-')

/** Returns the additions and the deductions. */
function clausesBySign(parts: readonly ChangePart[], how: string): Clause[] {
  return [
    { amount: total(parts.filter((part) => !isNegative(part))), words: `were added ${how}` },
    { amount: total(parts.filter(isNegative)), words: `were deducted ${how}` },
  ]
}

/** Returns ` on 1 Oct` when all parts are of this day. */
function dayWords(parts: readonly ChangePart[], days: Days): string {
  const [day, ...others] = new Set(parts.flatMap(({ from, to }) => [from, to]))
  if (day === undefined || others.length > 0) return ''
  return ` on ${formatNearDate(`${day}T00:00:00Z`, `${days.to}T00:00:00Z`, 'UTC')}`
}

/** Returns ` (from invoice 1010)` when all parts are of blocks of this invoice. */
function invoiceWords(parts: readonly ChangePart[]): string {
  const [invoice] = parts.map((part) => part.invoice)
  const number = nameInSentence(invoice?.number ?? null)
  return number !== null && parts.every((part) => part.invoice?.id === invoice?.id) ? ` (from invoice ${number})` : ''
}

/** Returns ` for Completions` for the only billable, `, mostly for Completions` for one with more than half of the usage. */
function billableWords(parts: readonly ChangePart[], used: Big): string {
  const [first, ...others] = parts
  const most = others.length === 0 ? first : parts.find(({ amount }) => sumOf([amount, amount]).lt(used))
  const name = nameInSentence(most?.billableName ?? null)
  if (name === null) return ''
  return others.length === 0 ? ` for ${name}` : `, mostly for ${name}`
}

const inWords = (day: string) => formatDate(`${day}T00:00:00Z`, 'UTC')

/** Returns "on 1 Oct 2026" or "between 1 and 8 Oct 2026", with the month and year of the first day where they differ. */
export function daysInWords({ from, to }: Days): string {
  if (from === to) return `on ${inWords(from)}`
  const [day = '', month = '', year = ''] = inWords(from).split(' ')
  const isSameYear = from.slice(0, 4) === to.slice(0, 4)
  const isSameMonth = from.slice(0, 7) === to.slice(0, 7)
  return `between ${[day, !isSameMonth && month, !isSameYear && year].filter(Boolean).join(' ')} and ${inWords(to)}`
}
