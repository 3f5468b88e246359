import { Big } from 'big.js'
import type { InvoiceView, Payable, SentAmount } from './invoice'
import type { AmountRole, InvoiceFinding, SignedAmount, SumName } from './finding'
import { readable } from '@/lib/billing-api/unreadable'
import { exactOf, quotientOf, roundingTo } from '@/lib/money/decimal'

interface SumsHead extends Pick<InvoiceView, 'status' | 'totals'> {
  sentAmounts: readonly SentAmount[]
  /** The decimals of the currency: 2 when it is unknown. */
  decimals: number
  /** The sum of the lines, each rounded half up to these decimals. */
  roundedLines: Big
}

/** An amount that the API sends. */
interface NamedAmount {
  /** In lower case, letters only. */
  name: string
  amount: string
  value: Big
}

/** A sum that the API sends, or the sum of the lines, with its exact value. */
interface Sum {
  name: SumName | 'lines'
  amount: string
  value: Big
}

/** A tax, discount, payment and the like, which can explain why a sum differs from the one before it. */
interface Part {
  /** In lower case, letters only. */
  name: string
  role: AmountRole
  value: Big
  /** What it can add to a sum: a tax its value, a payment only less. */
  moves: Big[]
}

/** A part, with what it adds to a sum. */
interface Step {
  part: Part
  move: Big
}

/** The amounts of the API by what they are. */
interface SortedAmounts {
  named: NamedAmount[]
  /** In the order in which each follows from the one before. */
  sums: Sum[]
  /** None of them twice. */
  parts: Part[]
  /** The amounts that could not be read: whether one is a sum, and the role of each other, once. */
  unread: { hasSum: boolean; roles: AmountRole[] }
}

const SUMS: readonly (readonly [SumName, RegExp])[] = [
  ['subtotal', /^subtotal(amount)?$/],
  ['total', /^((grand|invoice)?total(amount)?|(amount|invoice)total|invoiceamount)$/],
  ['amountDue', /^((amount|total|payment)?due(amount|total)?|amountowed)$/],
  ['amountOpen', /^((amount|total)?(remaining|outstanding|unpaid)(amount|total)?|balancedue)$/],
]
const TAX = /tax|vat/
const FEE = /fee|shipping/
const ROLES: readonly (readonly [AmountRole, RegExp])[] = [
  ['other', /balance|adjust|refund|rounding/],
  ['tax', TAX],
  ['fee', FEE],
  ['discount', /discount/],
  ['credit', /credit|deposit/],
  ['paid', /paid/],
]
/** An amount "before tax" is neither a sum nor a part of one. */
const NEITHER_SUM_NOR_PART = /excl|incl|before|after|without|net|gross|taxable|^amount$/
/** The names of the amount that was paid. A prepayment is another amount. */
const PAID = /^(amount|total)?paid(amount|total)?$/
/** A rate, or a part of nothing that is due. */
const NOT_TAKEN_OFF = /percent|pct|rate|limit|available|earned|left|remaining/
/** A name of a part of a sum, whatever its value is: `discountCode` is none. */
const NAME_OF_PART = /(tax(es)?|vat|fees?|shipping|discounts?|credits?|deposits?|paid|amounts?|totals?|applied)$/
/** A flag or something empty, which only the name of an amount or a total makes an unreadable one. */
const FLAG_OR_EMPTY = /^(true|false|\[\]|\{\})$/
/** With more parts, almost any difference would be the sum of some of them. */
const MAX_PARTS = 6

const isSum = (name: string) => SUMS.some(([, pattern]) => pattern.test(name))
const roleOf = (name: string): AmountRole => ROLES.find(([, pattern]) => pattern.test(name))?.[0] ?? 'other'
const isDue = ({ name }: { name: string }) => name === 'amountDue' || name === 'amountOpen'
/** True for a sum, tax or fee: none of them is a payment. */
const isToPay = (name: string) => isSum(name) || TAX.test(name) || FEE.test(name)
/** True for an amount that changes what is still to pay, and not what the invoice is for. */
const isSettling = (role: AmountRole) => role === 'credit' || role === 'paid'
const isFinding = ({ severity }: InvoiceFinding) => severity === 'finding'

/**
 * Compares the sums that the API sends with the lines and with each other: subtotal, total, amount due. Taxes and fees only add;
 * discounts, credits and payments only subtract. Returns a note for each explained difference, and what the customer has to pay.
 */
export function sentSums(head: SumsHead): { findings: InvoiceFinding[]; payable: InvoiceView['payable'] } {
  const lines = sumOfLines(head.totals)
  const sent = sortAmounts(head, lines?.value ?? new Big(0))
  const { sums, parts, unread } = sent
  if (lines === null) {
    const isSumSent = sums.length > 0 || unread.hasSum
    const roles = [...parts.map(({ role }) => role), ...unread.roles]
    return { findings: [], payable: isSumSent || roles.some((role) => role !== 'other') ? 'unclear' : null }
  }
  const { findings, steps, unused } = followSums(lines, sent, head)
  if (!findings.some(isFinding)) findings.push(...paidInPart(head, lines.value, sent))
  if (findings.some(isFinding)) return { findings, payable: 'unclear' }
  findings.push(...notSubtracted(unused, sums))
  if (unread.hasSum) return { findings, payable: 'unclear' }
  const left = [...unused.map(({ role }) => role), ...unread.roles]
  return { findings, payable: payableOf({ lines: lines.value, sums, steps, left }, head) }
}

/** Returns the sum of the lines; null without lines, and when an amount of them is unknown. */
function sumOfLines(totals: SumsHead['totals']): Sum | null {
  if (totals === null || totals.lines === 0 || totals.unreadableLines > 0) return null
  const value = exactOf(totals.total)
  return value && { name: 'lines', amount: totals.total ?? '', value }
}

/* Which amount is what. */

function sortAmounts({ sentAmounts, totals }: SumsHead, lines: Big): SortedAmounts {
  const known = sentAmounts.flatMap(({ name, amount }) => {
    const letters = name.toLowerCase().replaceAll(/[^a-z]/g, '')
    return NEITHER_SUM_NOR_PART.test(letters) ? [] : { name: letters, amount, value: exactOf(amount) }
  })
  const named = known.flatMap(({ name, amount, value }) => {
    const text = readable(amount)
    return text === null || value === null ? [] : { name, amount: text, value }
  })
  const unread = known.filter(({ name, amount, value }) => value === null && isUnreadAmount(name, amount))
  return {
    named,
    sums: SUMS.flatMap(([name, pattern]) =>
      named.filter((each) => pattern.test(each.name)).map((each) => ({ ...each, name })),
    ),
    parts: partsOf(named, exactOf(totals?.hiddenTotal) ?? new Big(0), lines),
    unread: {
      hasSum: unread.some(({ name }) => isSum(name)),
      roles: [...new Set(unread.filter(({ name }) => !isSum(name)).map(({ name }) => roleOf(name)))],
    },
  }
}

/** True for a value that should be an amount: `paid: true`, `discounts: []`, `totalTaxAmounts: []` and `discountCode` are no amounts. */
function isUnreadAmount(name: string, amount: SentAmount['amount']): boolean {
  const sent = typeof amount === 'string' ? amount : amount.unreadable
  const isEmptyList = sent === '[]' && name.endsWith('s')
  if (FLAG_OR_EMPTY.test(sent)) return !isEmptyList && /amount|total/.test(name)
  return isSum(name) || NAME_OF_PART.test(name)
}

/** Returns the amounts that can be parts of a sum, first the lines that the customer does not see. */
function partsOf(named: readonly NamedAmount[], hidden: Big, lines: Big): Part[] {
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
  return parts
}

function movesOf(role: AmountRole, value: Big, lines: Big): Big[] {
  const less = value.times(-1)
  if (role === 'tax' || role === 'fee') return [value]
  return role === 'other' || lines.lt(0) ? [less, value] : [value.abs().times(-1)]
}

/* How each sum follows from the one before. */

interface FollowedSums {
  findings: InvoiceFinding[]
  /** All parts that explain a sum. `isOfTotal`: of a sum before the amount due. */
  steps: (Step & { isOfTotal: boolean })[]
  unused: Part[]
}

/** Goes from the lines to each sum in turn. A sum that nothing explains is a finding, and the next one follows from the sum before it. */
function followSums(lines: Sum, { sums, parts, unread }: SortedAmounts, head: SumsHead): FollowedSums {
  const { status, decimals } = head
  const followed: FollowedSums = { findings: [], steps: [], unused: parts }
  const { findings, steps } = followed
  let base: Sum = lines
  for (const sum of sums) {
    const { unused } = followed
    const usable = sum.name === 'subtotal' ? unused.filter(({ role }) => role !== 'tax') : unused
    const isLast = sum === sums.findLast((each) => (isDue(sum) ? isDue(each) : each.name === sum.name))
    const isSettled = isDue(sum) && sum.value.eq(0) && isNothingDue(base.value, unused, status)
    const by = isSettled
      ? stepsToZero(base.value, unused)
      : fewestSteps(base, sum, usable, isLast ? neededRole(sum, sums) : null, head)
    const about = { lines: [], kind: 'sentSum' as const, name: sum.name, sent: sum.amount, ofLines: base.amount }
    if (by === null) {
      const beside = base.name === 'lines' ? [] : usable.map(({ role, value }) => ({ role, amount: value.toFixed() }))
      const notKnown = unread.roles.length > 0 && { unread: unread.roles }
      // A sum that repeats a wrong one is the same mistake.
      if (!findings.some((known) => isFinding(known) && 'sent' in known && sum.value.eq(known.sent)))
        findings.push({ severity: 'finding', ...about, from: base.name, by: beside, ...notKnown })
      continue
    }
    const isRoundedOtherwise = !isSettled && !isShownAs(base.value, sum.value, decimals)
    if (by.length > 0 || isRoundedOtherwise)
      findings.push({ severity: 'note', ...about, from: base.name, by: by.map(signed) })
    if (status === 'paid' && isDue(sum) && isLast && sum.value.gt(0))
      findings.push({ severity: 'finding', ...about, from: 'status', by: [] })
    steps.push(...by.map((step) => ({ ...step, isOfTotal: !isDue(sum) })))
    followed.unused = unused.filter((part) => by.every((step) => step.part !== part))
    base = sum
  }
  return followed
}

/** The role without which a sum can't be right: a total has the tax, and an amount due lacks what was paid. */
function neededRole(sum: Sum, sums: readonly Sum[]): AmountRole | null {
  if (isDue(sum)) return 'paid'
  return sum.name === 'total' && sums.some(({ name }) => name === 'subtotal') ? 'tax' : null
}

/** True when nothing is due any more: by the status, of a credit, or because credits and payments reach the sum. */
const isNothingDue = (base: Big, parts: readonly Part[], status: SumsHead['status']): boolean =>
  status === 'paid' || status === 'void' || base.lte(0) || stepsToZero(base, parts).length > 0

/** Returns the credits and payments when they reach the sum: a customer can have paid more. */
function stepsToZero(base: Big, parts: readonly Part[]): Step[] {
  const steps = parts.filter(({ role }) => isSettling(role)).map((part) => ({ part, move: part.value.abs().times(-1) }))
  return base.gt(0) && plus(base, steps).lte(0) ? steps : []
}

/**
 * Returns the fewest parts that lead from one sum to the other, none for rounding alone; null when no parts do.
 * @param needed when a part has this role, the steps must have such a part
 */
function fewestSteps(
  from: Sum,
  to: Sum,
  parts: readonly Part[],
  needed: AmountRole | null,
  head: SumsHead,
): Step[] | null {
  const isNeeded = parts.some(({ role }) => role === needed)
  const ways = selectionsOf(parts).toSorted((one, other) => one.length - other.length)
  const way = ways.find((steps) => {
    if (isNeeded && !steps.some(({ part }) => part.role === needed)) return false
    if (steps.length === 0) return isRoundingOf(from, to.value, head)
    return plus(from.value, steps).minus(to.value).abs().lt(`1e-${head.decimals}`)
  })
  return way ?? null
}

/** Returns all selections of the parts. */
function selectionsOf([first, ...rest]: readonly Part[]): Step[][] {
  if (first === undefined) return [[]]
  const without = selectionsOf(rest)
  return [...without, ...first.moves.flatMap((move) => without.map((steps) => [{ part: first, move }, ...steps]))]
}

/** True when a sum follows by rounding alone: of the sum before it, or of each line. */
const isRoundingOf = ({ name, value }: Sum, sum: Big, { decimals, roundedLines }: SumsHead): boolean =>
  roundingTo(quotientOf(value), sum, decimals) !== null || (name === 'lines' && sum.eq(roundedLines))

/** True when the console writes the exact sum as this one: it is the same, or rounded half up to the currency's decimals. */
const isShownAs = (exact: Big, sum: Big, decimals: number) =>
  sum.eq(exact) || sum.eq(exact.round(decimals, Big.roundHalfUp))

/* What no sum says. */

/** Finds a paid invoice of which the API says that less was paid, when no credit or other amount can be the rest. */
function paidInPart(
  { status, totals, decimals }: SumsHead,
  lines: Big,
  { named, sums, unread }: SortedAmounts,
): InvoiceFinding[] {
  if (status !== 'paid' || unread.hasSum || unread.roles.length > 0) return []
  const payments = named.filter(({ name }) => PAID.test(name))
  const [paid] = payments.toSorted((one, other) => other.value.abs().cmp(one.value.abs()))
  if (!paid || named.some(({ name, value }) => !value.eq(0) && !PAID.test(name) && !isToPay(name))) return []
  const sent = sums.findLast(({ name }) => name === 'total')?.value
  // Without a total of the API, nothing says whether hidden lines are charged.
  if (sent === undefined && exactOf(totals?.hiddenTotal)?.eq(0) !== true) return []
  const total = sent ?? lines
  if (total.minus(paid.value.abs()).lt(`1e-${decimals}`)) return []
  const ofLines = total.toFixed()
  return [
    {
      severity: 'finding',
      lines: [],
      kind: 'sentSum',
      name: 'paid',
      sent: paid.amount,
      ofLines,
      from: 'status',
      by: [],
    },
  ]
}

/** Finds discounts that no sum subtracts, and credits that no amount due does: the lines may have them already. */
const notSubtracted = (unused: readonly Part[], sums: readonly Sum[]): InvoiceFinding[] =>
  unused.flatMap(({ name, role, value }): InvoiceFinding[] => {
    const isOff = (role === 'discount' && sums.some((sum) => sum.name !== 'subtotal')) || role === 'credit'
    if (!isOff || NOT_TAKEN_OFF.test(name) || (role === 'credit' && !sums.some(isDue))) return []
    return [{ severity: 'note', lines: [], kind: 'notSubtracted', role, amount: value.abs().toFixed() }]
  })

interface PayableSums extends Pick<SortedAmounts, 'sums'>, Pick<FollowedSums, 'steps'> {
  lines: Big
  /** The roles of the parts that explain no sum. */
  left: readonly AmountRole[]
}

/** Returns what the customer has to pay; null when it is what the console adds up, `unclear` when the sums don't say it. */
function payableOf(
  { lines, sums, steps, left }: PayableSums,
  { status, decimals }: SumsHead,
): Payable | 'unclear' | null {
  const [total, due] = [sums.findLast(({ name }) => name === 'total'), sums.findLast(isDue)]
  const last = total ?? due
  const isOpen = (role: AmountRole) => !(status === 'paid' && role === 'paid')
  if (last === undefined)
    return left.some((role) => role !== 'other' && role !== 'hidden' && isOpen(role)) ? 'unclear' : null
  // The customer sees neither hidden lines nor amounts without a known meaning.
  if (left.includes('hidden') || steps.some(({ part }) => part.role === 'other')) return 'unclear'
  if (due === undefined && left.some((role) => isSettling(role) && isOpen(role))) return 'unclear'

  const ofHidden = steps.filter(({ part }) => part.role === 'hidden')
  const seen = steps.filter(({ part }) => part.role !== 'hidden')
  const isOfTotal = (step: (typeof seen)[number]) =>
    total === undefined ? !isSettling(step.part.role) : step.isOfTotal
  const dueBy = seen.filter((step) => !isOfTotal(step))
  const payable = {
    total: total?.amount ?? dueBy.reduce((sum, { move }) => sum.minus(move), last.value).toFixed(),
    totalBy: seen.filter(isOfTotal).map(signed),
    due: (due ?? last).amount,
    dueBy: dueBy.map(signed),
  }
  const isOfLines = isShownAs(plus(lines, ofHidden), new Big(payable.total), decimals)
  const isSame = isOfLines && exactOf(payable.due)?.eq(payable.total) === true
  return seen.length === 0 && isSame ? null : payable
}

const plus = (sum: Big, steps: readonly Step[]): Big => steps.reduce((all, { move }) => all.plus(move), sum)
const signed = ({ part, move }: Step): SignedAmount => ({ role: part.role, amount: move.toFixed() })
