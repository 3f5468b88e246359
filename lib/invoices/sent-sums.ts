import { Big } from 'big.js'
import type { InvoiceView, Payable, SentAmount } from './invoice'
import type { AmountRole, InvoiceFinding, SignedAmount, SumName } from './finding'
import { decimalsOfAmount, exactOf, quotientOf, roundingTo } from '@/lib/money/decimal'

interface SumsHead extends Pick<InvoiceView, 'status' | 'totals'> {
  sentAmounts: readonly SentAmount[]
  /** The decimals of the currency: 2 when it is unknown. */
  decimals: number
  /** The sum of the lines, each rounded half up to these decimals. */
  roundedLines: Big
}

/** A sum, or the sum of the lines, with its exact value. */
interface Sum<Name = SumName> {
  name: Name
  amount: string
  value: Big
}

/** An amount that can explain why a sum differs from the one before it. `moves` are what it can add to it. */
interface Part {
  /** In lower case, letters only. */
  name: string
  role: AmountRole
  value: Big
  moves: Big[]
}
type Step = { part: Part; move: Big }

/** Names in lower case, letters only. An amount "before tax" is neither a sum nor a part of one. */
const NO_PART = /excl|incl|before|after|without|net|gross|taxable|^amount$/
const SUMS: readonly (readonly [SumName, RegExp])[] = [
  ['subtotal', /^subtotal(amount)?$/],
  ['total', /^((grand|invoice)?total(amount)?|(amount|invoice)total|invoiceamount)$/],
  ['amountDue', /^((amount|total|payment)?due(amount|total)?|amountowed)$/],
  ['amountOpen', /^((amount|total)?(remaining|outstanding|unpaid)(amount|total)?|balancedue)$/],
]
const ROLES: readonly (readonly [AmountRole, RegExp])[] = [
  ['other', /balance|adjust|refund|rounding/],
  ['tax', /tax|vat/],
  ['fee', /fee|shipping/],
  ['discount', /discount/],
  ['credit', /credit|deposit/],
  ['paid', /paid/],
]
/** The names of the amount that was paid. A prepayment is another amount. */
const PAID = /^(amount|total)?paid(amount|total)?$/
/** The names of sums, taxes and fees: none of them is a payment. */
const TO_PAY = [...SUMS, ...ROLES.filter(([role]) => role === 'tax' || role === 'fee')].map(([, of]) => of)
/** With more amounts, almost any difference would be the sum of some of them. */
const MAX_PARTS = 6

const isDue = ({ name }: Sum) => name === 'amountDue' || name === 'amountOpen'
/** True for an amount that changes what is still to pay, and not what the invoice is for. */
const isSettling = ({ role }: { role: AmountRole }) => role === 'credit' || role === 'paid'

/**
 * Compares the sums that the API sends with the lines and with each other: subtotal, total, amount due. Taxes and fees only add;
 * discounts, credits and payments only subtract. Returns a note for each explained difference, and what the customer has to pay.
 */
export function sentSums(head: SumsHead): { findings: InvoiceFinding[]; payable: InvoiceView['payable'] } {
  const { totals, status, decimals } = head
  const lines = totals && totals.lines > 0 && totals.unreadableLines === 0 ? exactOf(totals.total) : null
  const { sums, parts } = amountsOf(head, lines ?? new Big(0))
  if (totals === null || lines === null)
    return { findings: [], payable: sums.length > 0 || parts.some(({ role }) => role !== 'other') ? 'unclear' : null }
  const findings: InvoiceFinding[] = []
  const steps: (Step & { isOfTotal: boolean })[] = []
  let base: Sum<SumName | 'lines'> = { name: 'lines', amount: totals.total ?? '', value: lines }
  for (const sum of sums) {
    const isLast = sum === sums.findLast(({ name }) => (isDue(sum) ? isDue({ ...sum, name }) : name === sum.name))
    const usable = sum.name === 'subtotal' ? parts.filter(({ role }) => role !== 'tax') : parts
    const needed = isLast ? neededRole(sum, sums) : null
    const isZeroed = isDue(sum) && sum.value.eq(0) && isSettled(base.value, parts, status)
    const isRounding = isRoundingOf(base, sum.value, head)
    const by = isZeroed
      ? settlingSteps(base.value, parts)
      : explain(base.value, sum.value, { parts: usable, needed, decimals, isRounding })
    const about = { lines: [], kind: 'sentSum' as const, name: sum.name, sent: sum.amount, ofLines: base.amount }
    if (by === null) {
      const beside = base.name === 'lines' ? [] : usable.map(({ role, value }) => ({ role, amount: value.toFixed() }))
      // A sum that repeats a wrong one is the same mistake.
      if (!findings.some((known) => known.severity === 'finding' && 'sent' in known && sum.value.eq(known.sent)))
        findings.push({ severity: 'finding', ...about, from: base.name, by: beside })
      continue
    }
    const isRoundedOtherwise = !isZeroed && !isShownAs(base.value, sum.value, decimals)
    if (by.length > 0 || isRoundedOtherwise)
      findings.push({ severity: 'note', ...about, from: base.name, by: by.map(signed) })
    for (const step of by) {
      parts.splice(parts.indexOf(step.part), 1)
      steps.push({ ...step, isOfTotal: !isDue(sum) })
    }
    base = sum
    if (status === 'paid' && isDue(sum) && isLast && sum.value.gt(0))
      findings.push({ severity: 'finding', ...about, from: 'status', by: [] })
  }
  if (!findings.some((each) => each.severity === 'finding')) findings.push(...paidInPart(head, lines, sums))
  const isWrong = findings.some(({ severity }) => severity === 'finding')
  if (!isWrong) findings.push(...notSubtracted(parts, sums))
  return { findings, payable: isWrong ? 'unclear' : payableOf(sums, steps, { left: parts, lines, head }) }
}

/** Names of an amount that is a rate, or a part of nothing that is due. */
const NO_MONEY_OFF = /percent|pct|rate|limit|available|earned|left|remaining/

/** Finds discounts that no sum subtracts, and credits that no amount due does: the lines may have them already. */
const notSubtracted = (left: readonly Part[], sums: readonly Sum[]): InvoiceFinding[] =>
  left.flatMap(({ name, role, value }): InvoiceFinding[] => {
    const isOff = (role === 'discount' && sums.some((sum) => sum.name !== 'subtotal')) || role === 'credit'
    if (!isOff || NO_MONEY_OFF.test(name) || (role === 'credit' && !sums.some(isDue))) return []
    return [{ severity: 'note', lines: [], kind: 'notSubtracted', role, amount: value.abs().toFixed() }]
  })

/** True when the console writes the exact sum as this one: it is the same, or rounded half up to the currency's decimals. */
const isShownAs = (exact: Big, sum: Big, decimals: number) =>
  sum.eq(exact) || sum.eq(exact.round(decimals, Big.roundHalfUp))

/** True when a sum follows by rounding alone: of the sum before it, or of each line. */
const isRoundingOf = (
  { name, value }: Sum<SumName | 'lines'>,
  sum: Big,
  { decimals, roundedLines }: SumsHead,
): boolean =>
  roundingTo(quotientOf(value), sum, decimalsOfAmount(sum, decimals)) !== null ||
  (name === 'lines' && sum.eq(roundedLines))

/** Finds a paid invoice of which the API says that less was paid, when no credit or other amount can be the rest. */
function paidInPart(head: SumsHead, lines: Big, sums: readonly Sum[]): InvoiceFinding[] {
  const { status, totals, sentAmounts, decimals } = head
  const amounts = namedAmounts(sentAmounts)
  const [paid] = amounts
    .filter(({ name }) => PAID.test(name))
    .toSorted((one, other) => other.value.abs().cmp(one.value.abs()))
  const rest = amounts.filter(({ name }) => ![...TO_PAY, PAID].some((of) => of.test(name)))
  const sent = sums.findLast(({ name }) => name === 'total')?.value
  // Without a total of the API, nothing says whether hidden lines are charged.
  if (sent === undefined && exactOf(totals?.hiddenTotal)?.eq(0) !== true) return []
  const total = sent ?? lines
  if (status !== 'paid' || !paid || rest.some(({ value }) => !value.eq(0))) return []
  if (total.minus(paid.value.abs()).lt(`1e-${decimals}`)) return []
  const about = { lines: [], kind: 'sentSum' as const, from: 'status' as const, by: [] }
  return [{ severity: 'finding', ...about, name: 'paid', sent: paid.amount, ofLines: total.toFixed() }]
}

/** Returns the sums in order, and the other amounts that can explain differences, none of them twice. */
function amountsOf({ sentAmounts, totals }: SumsHead, lines: Big): { sums: Sum[]; parts: Part[] } {
  const named = namedAmounts(sentAmounts)
  const sums = SUMS.flatMap(([name, of]) =>
    named.filter((each) => of.test(each.name)).map((each) => ({ ...each, name })),
  )
  const hidden = exactOf(totals?.hiddenTotal) ?? new Big(0)
  const parts: Part[] = hidden.eq(0) ? [] : [{ name: '', role: 'hidden', value: hidden, moves: [hidden.times(-1)] }]
  const seen = new Set<string>()
  for (const { name, value } of named) {
    // "tax" and "taxAmount" are one amount.
    const key = `${name.replaceAll(/total|amount|applied|s$/g, '')} ${value.toFixed()}`
    if (value.eq(0) || seen.has(key) || isSum(name) || parts.length === MAX_PARTS) continue
    seen.add(key)
    const role = roleOf(name)
    parts.push({ name, role, value, moves: movesOf(role, value, lines) })
  }
  return { sums, parts }
}

const isSum = (name: string) => SUMS.some(([, of]) => of.test(name))
const roleOf = (name: string): AmountRole => ROLES.find(([, of]) => of.test(name))?.[0] ?? 'other'

/** Returns the amounts that can be a sum or a part of one, with their names in lower case, letters only. */
const namedAmounts = (sentAmounts: readonly SentAmount[]) =>
  sentAmounts.flatMap(({ name: sentName, amount }) => {
    const [name, value] = [sentName.toLowerCase().replaceAll(/[^a-z]/g, ''), exactOf(amount)]
    return value === null || NO_PART.test(name) ? [] : { name, amount, value }
  })

function movesOf(role: AmountRole, value: Big, lines: Big): Big[] {
  const less = value.times(-1)
  if (role === 'tax' || role === 'fee') return [value]
  return role === 'other' || lines.lt(0) ? [less, value] : [value.abs().times(-1)]
}

/** The role without which a sum can't be right: a total has the tax, and an amount due lacks what was paid. */
function neededRole(sum: Sum, sums: readonly Sum[]): AmountRole | null {
  if (isDue(sum)) return 'paid'
  return sum.name === 'total' && sums.some(({ name }) => name === 'subtotal') ? 'tax' : null
}

/** True when nothing is due any more: by the status, of a credit, or because credits and payments reach the sum. */
const isSettled = (base: Big, parts: readonly Part[], status: SumsHead['status']): boolean =>
  status === 'paid' || status === 'void' || base.lte(0) || settlingSteps(base, parts).length > 0

/** Returns the credits and payments when they reach the sum: a customer can have paid more. */
function settlingSteps(base: Big, parts: readonly Part[]): Step[] {
  const steps = parts.filter(isSettling).map((part) => ({ part, move: part.value.abs().times(-1) }))
  return base.gt(0) && steps.reduce((sum, { move }) => sum.plus(move), base).lte(0) ? steps : []
}

/** Returns the fewest parts that lead from one sum to the other; null when none do, or only some without the needed role. */
function explain(
  from: Big,
  to: Big,
  {
    parts,
    needed,
    decimals,
    isRounding,
  }: { parts: readonly Part[]; needed: AmountRole | null; decimals: number; isRounding: boolean },
): Step[] | null {
  const isNeeded = parts.some(({ role }) => role === needed)
  const ways = waysOf(parts).toSorted((one, other) => one.length - other.length)
  const way = ways.find((steps) => {
    if (isNeeded && !steps.some(({ part }) => part.role === needed)) return false
    if (steps.length === 0) return isRounding
    return steps
      .reduce((left, { move }) => left.minus(move), to.minus(from))
      .abs()
      .lt(`1e-${decimals}`)
  })
  return way ?? null
}

/** Returns all selections of the parts. */
function waysOf([first, ...rest]: readonly Part[]): Step[][] {
  if (first === undefined) return [[]]
  const without = waysOf(rest)
  return [...without, ...first.moves.flatMap((move) => without.map((way) => [{ part: first, move }, ...way]))]
}

const signed = ({ part, move }: Step): SignedAmount => ({ role: part.role, amount: move.toFixed() })

/** Returns what the customer has to pay; null when it is what the console adds up, `unclear` when the sums don't say it. */
function payableOf(
  sums: readonly Sum[],
  steps: readonly (Step & { isOfTotal: boolean })[],
  { left, lines, head: { status, decimals } }: { left: readonly Part[]; lines: Big; head: SumsHead },
): Payable | 'unclear' | null {
  const [total, due] = [sums.findLast(({ name }) => name === 'total'), sums.findLast(isDue)]
  const isOpen = (part: Part) => !(status === 'paid' && part.role === 'paid')
  const after = total ?? due
  if (after === undefined)
    return left.some((part) => part.role !== 'other' && part.role !== 'hidden' && isOpen(part)) ? 'unclear' : null
  // The customer sees neither hidden lines nor amounts without a known meaning.
  if (left.some(({ role }) => role === 'hidden') || steps.some(({ part }) => part.role === 'other')) return 'unclear'
  if (due === undefined && left.some((part) => isSettling(part) && isOpen(part))) return 'unclear'
  const [ofHidden, seen] = [steps.filter(isOfHidden), steps.filter((step) => !isOfHidden(step))]
  const isOfTotal = (step: (typeof seen)[number]) => (total === undefined ? !isSettling(step.part) : step.isOfTotal)
  const dueBy = seen.filter((step) => !isOfTotal(step))
  const payable = {
    total: total?.amount ?? plus(after.value, dueBy, -1).toFixed(),
    totalBy: seen.filter(isOfTotal).map(signed),
    due: (due ?? after).amount,
    dueBy: dueBy.map(signed),
  }
  const isSame =
    exactOf(payable.due)?.eq(payable.total) && isShownAs(plus(lines, ofHidden), new Big(payable.total), decimals)
  return seen.length === 0 && isSame ? null : payable
}

const isOfHidden = ({ part }: Step) => part.role === 'hidden'
const plus = (sum: Big, steps: readonly Step[], sign: 1 | -1 = 1): Big =>
  steps.reduce((all, { move }) => all.plus(move.times(sign)), sum)
