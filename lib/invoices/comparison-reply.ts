import { Big } from 'big.js'
import type { BridgePart, InvoiceComparison } from './invoice-comparison'
import { shortName, unitLabel, writtenQuantity } from '@/lib/money/amount'
import { nameInSentence } from '@/lib/text/bidi'
import { COMPARISON } from './comparison-words'
import type { Sentences } from '@/lib/text/english'
import { sumOf } from '@/lib/money/decimal'
import { isSameLength } from './previous-invoice'

/** Returns an amount without its sign as written; null when it is too long to write. */
type WriteMoney = (amount: string) => string | null

/** The most parts that a sentence names. */
const MAX_NAMED = 3

/**
 * Returns the parts in words, the largest first: "1,200 more API calls (+$150.00), charges for Seats (+$40.00) and
 * other changes (−$5.80)". Null when an amount is too long to write, and without parts.
 */
export function reasonsInWords(parts: readonly BridgePart[], say: Sentences, money: WriteMoney): string | null {
  const { list, otherChanges } = COMPARISON[say.language]
  const named = parts.length === MAX_NAMED + 1 ? parts : parts.slice(0, MAX_NAMED)
  const rest = sumOf(parts.slice(named.length).map(({ amount }) => amount))
  const reasons = named.map((part) => withAmount(partInWords(part, say), part.amount, money))
  if (!rest.eq(0)) reasons.push(withAmount(otherChanges, rest.toFixed(), money))
  const written = reasons.filter((reason) => reason !== null)
  return written.length < reasons.length || written.length === 0 ? null : list.format(written)
}

function withAmount(words: string, amount: string, money: WriteMoney): string | null {
  const written = money(amount.replace('-', ''))
  return written && `${words} (${amount.startsWith('-') ? '−' : '+'}${written})`
}

function partInWords({ kind, name, amount, quantity, role }: BridgePart, say: Sentences): string {
  const words = COMPARISON[say.language]
  const known = nameInSentence(name && shortName(name)) ?? words.unnamed
  if (kind === 'beside') return words.roles[role ?? 'other']
  if (kind === 'credit') return words.credit(known, amount.startsWith('-'))
  if (kind !== 'quantity') return words.parts[kind](known)
  if (!quantity) return words.quantity(null, null, known, true)
  const change = new Big(quantity.after).minus(quantity.before)
  const { text, more } = writtenQuantity(change.abs().toFixed())
  const sent = nameInSentence(unitLabel(change.toFixed(), quantity.labels))
  const isSaid = sent === null || known.toLowerCase().includes(sent.toLowerCase())
  const isOne = change.abs().eq(1)
  const [unit, counted] = isSaid ? [null, say.unit(known, isOne)] : [say.unit(sent, isOne), known]
  return words.quantity(more > 0 ? null : say.number(text), unit, more > 0 ? known : counted, change.gt(0))
}

/**
 * Returns what to tell a customer who asks why an invoice is higher: "Invoice 1014 for USD 1,420.00 is USD 184.20 higher than invoice 1013.
 * What changed: …". It has only the lines that the customer sees. Null when their totals are not known, or the parts do not lead from one to
 * the other.
 */
export function comparisonReply(comparison: InvoiceComparison, say: Sentences): string | null {
  const { differs, isSame, because, otherInvoice } = COMPARISON[say.language]
  const seen = seenDifference(comparison)
  if (seen === null) return null
  const { total: after, difference, parts } = seen
  const money: WriteMoney = (amount) => say.money(amount, comparison.currency)
  const total = money(after)
  const by = money(difference.abs().toFixed())
  const reasons = reasonsInWords(parts, say, money)
  if (total === null || by === null || (reasons === null && parts.length > 0)) return null
  const subject = say.invoice(nameInSentence(comparison.invoice.number), total)
  const than = otherInvoice(nameInSentence(seen.other.number))
  const answer = difference.eq(0) ? isSame(subject, than) : differs(subject, by, difference.gt(0), than)
  return reasons === null ? answer : `${answer} ${because(reasons)}`
}

/**
 * Returns what an invoice's own reply says of a higher total: "It is USD 184.20 higher than invoice 1013. The largest reason: the new
 * price of Seats (+USD 40.00)." Null for a total that is not higher, for periods of different lengths, and as `comparisonReply`.
 */
export function higherReply(comparison: InvoiceComparison, say: Sentences): string | null {
  const { isHigher, otherInvoice } = COMPARISON[say.language]
  const seen = seenDifference(comparison)
  const largest = seen?.parts.find(({ amount }) => !amount.startsWith('-'))
  if (!seen?.difference.gt(0) || !largest || !isSameLength(comparison.invoice, seen.other)) return null
  const money: WriteMoney = (amount) => say.money(amount, comparison.currency)
  const by = money(seen.difference.toFixed())
  const reason = withAmount(partInWords(largest, say), largest.amount, money)
  return by === null || reason === null ? null : isHigher(by, otherInvoice(nameInSentence(seen.other.number)), reason)
}

/** Returns how the totals that the customer sees differ, and why; null when that is not known. */
function seenDifference({ bridge, other }: InvoiceComparison) {
  if (bridge === null || typeof bridge === 'string' || bridge.customer === null || other === null) return null
  const { before, after: total } = bridge.customer
  const difference = new Big(total).minus(before)
  const parts = bridge.parts.filter(({ isHidden }) => !isHidden)
  return sumOf(parts.map(({ amount }) => amount)).eq(difference) ? { total, difference, parts, other } : null
}
