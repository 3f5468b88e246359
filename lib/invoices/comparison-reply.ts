import { Big } from 'big.js'
import type { BridgePart, InvoiceBridge, InvoiceComparison } from './invoice-comparison'
import { shortName, unitLabel, writtenQuantity } from '@/lib/money/amount'
import { nameInSentence } from '@/lib/text/bidi'
import { COMPARISON } from './comparison-words'
import type { Sentences } from '@/lib/text/english'
import { sumOf } from '@/lib/money/decimal'

/** Returns an amount without its sign as written; null when it is too long to write. */
type WriteMoney = (amount: string) => string | null

/** The most parts that a sentence names. */
const MAX_NAMED = 3

/**
 * Returns the parts in words, the largest first: "1,200 more API calls (+$150.00), new charges for Seats (+$40.00) and other changes
 * (−$5.80)". Null when an amount is too long to write, and without parts.
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
  const unit = nameInSentence(unitLabel(change.toFixed(), quantity.labels))
  const isSaid = unit === null || known.toLowerCase().includes(unit.toLowerCase())
  return words.quantity(more > 0 ? null : say.number(text), isSaid ? null : unit, known, change.gt(0))
}

/**
 * Returns what to tell a customer who asks why an invoice is higher: "Invoice 1014 for USD 1,420.00 is USD 184.20 higher than invoice 1013.
 * What changed: …". It has only the lines that the customer sees. Null when their totals are not known, or the parts do not lead from one to
 * the other.
 */
export function comparisonReply(
  { invoice, other, currency, bridge }: InvoiceComparison,
  say: Sentences,
): string | null {
  const { differs, isSame, because, otherInvoice } = COMPARISON[say.language]
  if (bridge === null || typeof bridge === 'string' || bridge.customer === null || other === null) return null
  const { before, after } = bridge.customer
  const [difference, parts] = [new Big(after).minus(before), visibleParts(bridge)]
  if (!sumOf(parts.map(({ amount }) => amount)).eq(difference)) return null
  const money: WriteMoney = (amount) => say.money(amount, currency)
  const total = money(after)
  const by = money(difference.abs().toFixed())
  const reasons = reasonsInWords(parts, say, money)
  if (total === null || by === null || (reasons === null && parts.length > 0)) return null
  const subject = say.invoice(nameInSentence(invoice.number), total)
  const than = otherInvoice(nameInSentence(other.number))
  const answer = difference.eq(0) ? isSame(subject, than) : differs(subject, by, difference.gt(0), than)
  return reasons === null ? answer : `${answer} ${because(reasons)}`
}

const visibleParts = ({ parts }: InvoiceBridge) => parts.filter(({ isHidden }) => !isHidden)
