import type { InvoiceLineItemView } from './invoice'
import type {
  AmountRole,
  InvoiceFinding,
  InvoiceName,
  LineChecks,
  LineFinding,
  Prorated,
  Review,
  TiersFinding,
  CheckedInvoice,
} from './finding'
import { type InvoiceWideFinding, isAboutInvoice, isProblem } from './finding-kinds'
import type { LineVerdict } from './line-verdict'
import { periodLastMoment } from '@/lib/time/end'
import { isUsableDate } from '@/lib/time/usable-date'
import { formatAmount, formatCount, formatNumber, formatQuantity, shortName } from '@/lib/money/amount'
import { withoutBidi } from '@/lib/text/bidi'
import { formatDate, formatNearDate } from '@/lib/time/instant'
import { priceGapsLabel, uncheckedLabel } from './price-gaps-label'
import { readable } from '@/lib/billing-api/unreadable'

const STATES: Record<LineVerdict['state'], string> = {
  agrees: 'Adds up',
  look: 'Needs a look',
  reviewed: 'Reviewed',
  unchecked: 'Cannot be checked',
}

/** The names of the kinds of findings, in files. */
export const FINDING_KIND_NAMES: Record<InvoiceFinding['kind'], string> = {
  amount: 'Quantity × unit price',
  subItems: 'Sum of the sub items',
  subItem: 'Sub item',
  periodReversed: 'Period reversed',
  unitPrice: 'Unit price',
  rules: 'Price rules',
  tiers: 'Price tiers',
  tiersOfLines: 'Price tiers of several lines',
  charged: 'Charged without a price',
  sameLine: 'Same line twice',
  roundedDown: 'Rounded down',
  afterEnd: 'After the subscription’s end',
  beyondEnd: 'Beyond the subscription’s end',
  beforeStart: 'Before the subscription’s start',
  dueBeforeIssue: 'Due before issued',
  netTerms: 'Due day against the net terms',
  otherCustomer: 'Subscription of another customer',
  otherCurrency: 'Currency against the subscription',
  otherPrice: 'Price against the subscription',
  minimum: 'Minimum not charged',
  creditAbove: 'Credit above the charge',
  taxRate: 'Tax rate',
  chargedInTrial: 'Charged in a trial',
  sameNumber: 'Number of another invoice',
  otherNumber: 'Two different numbers',
  freeAfterPaid: 'Free after a paid period',
  notSubtracted: 'Discount or credit not subtracted',
  sameCredit: 'Credit of another invoice',
  sentSum: 'Sum of the API',
  sameCharge: 'Charged on another invoice',
  blockOfAnother: 'Block of another customer',
  prorated: 'Prorated',
  packages: 'Packages',
  trial: 'Trial',
  overage: 'Units beyond the free tier',
}

/** Returns the result of a line's checks: "Adds up", or "Adds up, its unit price could not be checked: a credit, which follows no price". */
export function verdictLabel({ state, price }: Pick<LineVerdict, 'state' | 'price'>): string {
  if (state !== 'agrees' || price.state !== 'unchecked') return STATES[state]
  return `${STATES[state]}, its unit price could not be checked: ${uncheckedLabel(price.why)}`
}

/** Returns all that needs a look: how many lines, then each finding about several lines or the invoice. */
export function problemsOf({ findings, checks }: CheckedInvoice, currency: string | null): string[] {
  const wide = findings.filter((found) => isProblem(found) && isAboutInvoice(found))
  const words = wide.map((found) => invoiceFindingLabel(found, (amount) => formatAmount(amount, currency)))
  const look = checksLabel(checks)?.look ?? null
  return look === null ? words : [look, ...words]
}

/** Returns who reviewed a finding and why: "by Ann: agreed discount". */
const reviewedBy = ({ by, reason, isCurrent }: Review) =>
  isCurrent
    ? `by ${withoutBidi(by)}: ${withoutBidi(reason)}`
    : `before the invoice changed (${withoutBidi(by)}: ${withoutBidi(reason)})`

/**
 * Returns how many findings were reviewed, by whom and why: "1 finding reviewed by Ann: agreed discount". Show them with each verdict.
 */
export function reviewedLabels({ findings }: Pick<CheckedInvoice, 'findings'>): string[] {
  const reviews = new Map<string, { review: Review; count: number }>()
  for (const { review } of findings) {
    if (!review) continue
    const key = JSON.stringify([review.by, review.reason, review.isCurrent])
    reviews.set(key, { review, count: (reviews.get(key)?.count ?? 0) + 1 })
  }
  return [...reviews.values()].map(
    ({ review, count }) => `${formatCount(count, 'finding')} reviewed ${reviewedBy(review)}`,
  )
}

/** Returns the most serious finding in a few words; undefined without one. */
export function problemMark({ findings, checks }: CheckedInvoice): string | undefined {
  const problems = findings.filter(isProblem)
  const kinds = new Set(problems.map(({ kind }) => kind))
  const twice = problems.filter(({ kind }) => kind === 'sameCharge' || kind === 'sameLine')
  if (twice.length > 0) return twice.every(isOfCredits) ? 'Credited twice?' : 'Charged twice?'
  if (kinds.has('afterEnd')) return 'Charged after cancelling?'
  return kinds.size > 0 || checks.look > 0 ? 'Needs a look' : undefined
}

const isOfCredits = (finding: InvoiceFinding) =>
  (finding.kind === 'sameCharge' || finding.kind === 'sameLine') && finding.isCredit === true

/**
 * Returns which other invoices an invoice was compared with, and with `isClean` that nothing was found; `others` is null when it was
 * not compared.
 */
export function comparedLabel(others: number | null, isClean = false): string {
  if (others === null) return 'Not compared with other invoices'
  return others === 0
    ? 'No other invoice of this subscription is known'
    : `Compared with ${formatCount(others, 'other invoice')} of this subscription, as last read${isClean ? ': nothing is charged twice' : ''}`
}

type Money = (amount: string) => string
type Period = Pick<InvoiceLineItemView, 'startDate' | 'endDate'>

/** Returns a finding in the row of a line: "$16.50, but 1 × $12.50 = $12.50 ($4.00 too much)". @param money formats an exact amount */
export function lineFindingLabel(finding: InvoiceFinding, line: Period, money: Money): string {
  if (!isAboutInvoice(finding)) return withReview(finding, lineLabel(finding, money))
  const { [finding.kind]: outside }: Partial<Record<InvoiceWideFinding['kind'], string>> = OUTSIDE
  return withReview(finding, outside ? `${coveredLabel(line)}, ${outside}` : invoiceFindingLabel(finding, money))
}

const OUTSIDE = { afterEnd: 'after the end', beyondEnd: 'beyond the end', beforeStart: 'before the start' }

/** Adds who reviewed a finding to its words. */
export const withReview = ({ review }: InvoiceFinding, words: string): string =>
  review ? `${words} (reviewed ${reviewedBy(review)})` : words

/** Returns a finding beside the invoice: "Line 3: $16.50, but 1 × $12.50 = $12.50 ($4.00 too much)", "2 lines after the subscription’s end". */
export function invoiceFindingLabel(finding: InvoiceFinding, money: Money): string {
  if (!isAboutInvoice(finding)) return `${positionsLabel(finding.lines)}: ${lineLabel(finding, money)}`
  switch (finding.kind) {
    case 'sameLine':
      return `${finding.isCredit ? 'Credited' : 'Charged'} twice? ${positionsLabel(finding.lines)} have the same ${sameLabel(finding)}`
    case 'roundedDown':
      return `Rounded down: ${positionsLabel(finding.lines, 'line')}; line ${finding.roundedUp} is rounded up`
    case 'tiersOfLines':
      return `${positionsLabel(finding.lines)}: ${tiersLabel(finding, money)}`
    case 'afterEnd':
      return `${formatCount(finding.lines.length, 'line')} after the subscription’s end`
    case 'beyondEnd':
      return `${formatCount(finding.lines.length, 'line')} ${finding.lines.length === 1 ? 'runs' : 'run'} beyond the subscription’s end, ${formatDate(finding.subscriptionEnd, 'UTC')}, although this invoice was issued after it`
    case 'beforeStart':
      return `${formatCount(finding.lines.length, 'line')} before the subscription’s start`
    case 'sameCharge': {
      const { other, name, start, end, isChargedOnce } = finding
      const what = name === null ? 'the same price' : `“${withoutBidi(name)}”`
      const hasPeriod = isUsableDate(start) && isUsableDate(end)
      const period = hasPeriod
        ? `${formatDate(start, 'UTC')} to ${formatDate(periodLastMoment(start, end), 'UTC')} (UTC)`
        : 'the same period'
      const time = isChargedOnce ? ', and the subscription is charged once' : ` for ${period}`
      const also = `${otherName(other)} also ${finding.isCredit ? 'credits' : 'charges'} ${what}${time}`
      if (finding.severity === 'note') return also
      return finding.isCredit ? `Credited twice? ${also}` : `Charged twice? ${also}`
    }
    case 'otherCustomer':
      return `Its subscription belongs to another customer, ${withoutBidi(finding.ofSubscription)}, not ${withoutBidi(finding.customerId)}`
    case 'otherCurrency':
      return `Its currency is ${withoutBidi(finding.currency)}, but its subscription is in ${withoutBidi(finding.ofSubscription)}`
    case 'netTerms':
      return `The due date is ${formatDate(finding.dueDate, 'UTC')}, but the subscription’s net terms, ${withoutBidi(finding.netTerms)}, give ${formatDate(finding.expected, 'UTC')}`
    case 'otherPrice': {
      const { ofLine, ofSubscription, lines } = finding
      const isSame = ofLine === null || ofSubscription === null || ofLine === ofSubscription
      const differ = isSame ? '' : `: ${money(ofLine)} here, ${money(ofSubscription)} there`
      return `${positionsLabel(lines)}: the subscription has other terms for the same price${differ}`
    }
    case 'minimum':
      return `${positionsLabel(finding.lines)}: the minimum charge of ${money(finding.expected)} is not charged (${moreOrLess(finding.difference, money)} charged)`
    case 'creditAbove':
      return `${positionsLabel(finding.lines)}: credits ${money(finding.difference.replace('-', ''))} more than the ${money(finding.charged)} that the same price and period charge`
    case 'taxRate':
      return `${positionsLabel(finding.lines)}: ${finding.rate}% of ${money(finding.base)} would be ${money(finding.expected)}`
    case 'chargedInTrial':
      return `${formatCount(finding.lines.length, 'line')} charged, although the subscription is a trial`
    case 'freeAfterPaid': {
      const what = finding.name === null ? 'the same price' : `“${withoutBidi(finding.name)}”`
      return `${positionsLabel(finding.lines)}: nothing charged, but ${otherName(finding.other)} charges ${what} for an earlier period`
    }
    case 'otherNumber':
      return `The API sends two numbers: ${withoutBidi(shortName(finding.vanityIdString))} (vanityIdString) and ${withoutBidi(shortName(finding.vanityId))} (vanityId)`
    case 'notSubtracted':
      return `The API sends a ${finding.role} of ${money(finding.amount)} that none of its sums subtracts`
    case 'sameNumber':
      return `Another invoice has the same number: ${otherName(finding.other)}`
    case 'sameCredit': {
      const others = finding.more > 0 ? ` and ${formatCount(finding.more, 'more invoice')}` : ''
      return `${positionsLabel(finding.lines)}: ${otherName(finding.other)}${others} ${finding.more > 0 ? 'have' : 'has'} a credit of the same text and amount`
    }
    case 'dueBeforeIssue':
      return `The due date, ${formatDate(finding.dueDate, 'UTC')}, is before the issue date, ${formatDate(finding.issueDate, 'UTC')}`
    case 'sentSum':
      return sentSumLabel(finding, money)
    case 'blockOfAnother':
      return `An allocation block of another customer, ${withoutBidi(finding.externalId)}, names this invoice`
  }
}

/** Returns "price, period, quantity and amount" and the like. */
function sameLabel({ by, period }: InvoiceFinding & { kind: 'sameLine' }): string {
  if (by === 'id') return 'ID'
  const subject = by ?? 'price'
  if (period === 'overlaps') return `${subject}, quantity and amount for overlapping periods`
  if (period === 'once') return `${subject}, quantity and amount, and the subscription is charged once`
  return `${subject}, period, quantity and amount`
}

const SUM_NAMES: Partial<Record<string, string>> = { amountDue: 'amount due', amountOpen: 'open amount' }
const ROLES: Record<AmountRole, string> = {
  hidden: 'hidden lines',
  tax: 'tax',
  fee: 'fees',
  discount: 'discount',
  credit: 'credit',
  paid: 'paid',
  other: 'other amounts',
}

/** Returns the name of an amount beside a sum: "Tax", "Paid". */
export const amountRoleLabel = (role: AmountRole): string => ROLES[role].replace(/^./, (first) => first.toUpperCase())

function sentSumLabel(finding: InvoiceFinding & { kind: 'sentSum' }, money: Money): string {
  const { name, sent, ofLines, from = 'lines', by = [], unread = [] } = finding
  if (name === 'paid') return `The API’s status is paid, but it says that ${money(sent)} of ${money(ofLines)} was paid`
  const sum = `The API’s ${SUM_NAMES[name] ?? name} is ${money(sent)}`
  if (from === 'status') return `${sum}, but its status is paid`
  if (finding.severity === 'finding') {
    const beside = by.map(({ role, amount }) => `, ${ROLES[role]} ${money(amount)}`).join('')
    const notKnown = unread.map((role) => `, ${ROLES[role]} not known`).join('')
    return `${sum}; ${from === 'lines' ? 'the lines add up to' : `its ${SUM_NAMES[from] ?? from} is`} ${money(ofLines)}${beside}${notKnown}.`
  }
  const steps = by.map(({ role, amount }) => {
    const isLess = amount.startsWith('-')
    return `, ${isLess ? 'less' : 'plus'} ${money(amount.replace('-', ''))} ${ROLES[role]}`
  })
  return `${sum}: ${from === 'lines' ? 'the lines' : `its ${SUM_NAMES[from] ?? from}`}, ${money(ofLines)}${by.length > 0 ? steps.join('') : ', rounded in another way'}`
}

function otherName({ id, number, isNumberShared }: InvoiceName): string {
  if (number === null) return `Invoice ${withoutBidi(id)}`
  return `Invoice ${withoutBidi(shortName(number))}${isNumberShared ? ` (ID ${withoutBidi(id)})` : ''}`
}

function lineLabel(finding: Exclude<InvoiceFinding, InvoiceWideFinding>, money: Money): string {
  switch (finding.kind) {
    case 'amount':
      return amountLabel(finding, money)
    case 'subItems':
      return `Sub items add up to ${money(finding.expected)}`
    case 'subItem':
      return `Sub item ${finding.position} is ${moreOrLess(finding.difference, money)} than its quantity × price`
    case 'unitPrice':
      return `Price rules give a unit price of ${money(finding.expected)}`
    case 'rules':
      return `Price rules give ${money(finding.expected)} for this quantity`
    case 'tiers':
      return `Price tiers give ${eitherWay(finding, money)}`
    case 'charged':
      return 'Not zero, although the price charges nothing'
    case 'periodReversed':
      return 'The period ends before it starts'
    case 'prorated':
      return proratedLabel(finding, money)
    case 'packages':
      return `${formatCount(Number(finding.count), 'package')} of ${formatQuantity(finding.size)} at ${money(finding.price)}`
    case 'trial':
      return finding.hasEnded
        ? 'Nothing charged at the start of the subscription, as in a trial'
        : 'Nothing charged: the subscription is a trial'
    case 'overage':
      return `Right if the ${formatQuantity(finding.free)} free units are not among its units`
  }
}

function amountLabel({ difference, calculation, days }: LineFinding & { kind: 'amount' }, money: Money): string {
  if (!calculation) return `${moreOrLess(difference, money)} than quantity × unit price`
  const { amount, quantity, unitPrice, expected, part, bound } = calculation
  const isLess = difference.startsWith('-')
  // Of a credit, less is a larger credit.
  const isCredit = amount.startsWith('-') && expected.startsWith('-')
  const size = `${money(difference.replace('-', ''))} too ${isLess === isCredit ? 'much' : 'little'}`
  const share = part ? `, for ${part.days} of ${formatCount(part.of, 'day')} ${money(part.expected)}` : ''
  const limit = bound ? `, ${bound.kind} ${money(bound.amount)}` : ''
  const product = `${formatQuantity(quantity)} × ${money(unitPrice)} = ${money(expected)}${share}${limit}`
  const words = `${money(amount)}, but ${product} (${size}${isCredit ? ' credited' : ''})`
  if (!days) return words
  const inPeriod = part ? '' : `, and its period has ${formatNumber(days.inPeriod)}`
  return `${words}: ${days.days} of ${formatCount(days.of, 'day')} would give it${inPeriod}`
}

/** Returns "11 of 30 days would give $14.67". */
export function proratedLabel({ days, of, unit, expected, rounding }: Prorated, money: Money): string {
  const words = `${days} of ${formatCount(of, unit ?? 'day')} would give ${money(expected)}`
  return rounding ? `${words}, rounded ${rounding === 'down' ? 'down' : 'half to even'}` : words
}

/** Returns "the price tiers give $1,072.33 for 12,345 units: $31.50 less charged, in the tier above 100 to 1,000". */
export function tiersLabel(finding: TiersFinding, money: Money): string {
  const { quantity, difference, tier } = finding
  const where = tier === null ? '' : `, in the tier ${tierName(tier)}`
  return `the price tiers give ${eitherWay(finding, money)} for ${formatQuantity(quantity)} units: ${moreOrLess(difference, money)} charged${where}`
}

/** Returns "$45.00 (graduated) or $60.00 (volume)" of a price that may count either way. */
const eitherWay = ({ expected, asVolume }: { expected: string; asVolume?: string }, money: Money): string =>
  asVolume === undefined ? money(expected) : `${money(expected)} (graduated) or ${money(asVolume)} (volume)`

function tierName({ above, end }: NonNullable<TiersFinding['tier']>): string {
  const to = end === null ? '' : ` to ${formatQuantity(end)}`
  return above === '0' ? `from 0${to}` : `above ${formatQuantity(above)}${to}`
}

const MAX_POSITIONS = 5
const conjunction = new Intl.ListFormat('en-GB', { type: 'conjunction' })

/** Returns "Line 3", "Lines 2 and 5", or "Lines 1, 2, 3, 4, 5 and 20 more". */
function positionsLabel(lines: readonly number[], noun = 'Line'): string {
  const shown = lines.slice(0, MAX_POSITIONS).map(String)
  const left = lines.length - shown.length
  return `${lines.length === 1 ? noun : `${noun}s`} ${conjunction.format(left > 0 ? [...shown, `${left} more`] : shown)}`
}

/** Returns "Covers 30 Nov–29 Dec", the first and the last UTC day, with years when they differ. */
function coveredLabel(line: Period): string {
  const start = readable(line.startDate) ?? ''
  const sentEnd = readable(line.endDate)
  if (sentEnd === null) return `Starts ${formatDate(start, 'UTC')}`
  const end = periodLastMoment(start, sentEnd)
  return `Covers ${formatNearDate(start, end, 'UTC')}–${formatNearDate(end, start, 'UTC')}`
}

/** Returns "$4.00 more" or "$0.01 less". */
export const moreOrLess = (difference: string, money: Money) =>
  `${money(difference.replace('-', ''))} ${difference.startsWith('-') ? 'less' : 'more'}`

interface ChecksLabel {
  /** "3 of 7 lines need a look"; null when none does. It leads. */
  look: string | null
  /** "All 7 lines add up", "6 of 8 lines add up · 2 not checked"; null when every line needs a look. */
  agreement: string | null
  /** True when every line was checked whole: only then a tick is right. */
  isWhole: boolean
  /** "1 unit price not checked: a credit, which follows no price"; empty when all were. */
  note: string
}

/** Returns the result of the checks of all lines in words; null without lines. */
export function checksLabel({
  agrees,
  look,
  reviewed = 0,
  unchecked,
  withoutPriceCheck,
  priceGaps = {},
}: LineChecks): ChecksLabel | null {
  const lines = agrees + look + reviewed + unchecked
  if (lines === 0) return null
  return {
    look:
      look === 0
        ? null
        : `${formatNumber(look)} of ${formatCount(lines, 'line')} ${look === 1 ? 'needs' : 'need'} a look`,
    agreement: agreementLabel({ agrees, unchecked, reviewed, lines }),
    isWhole: agrees === lines && withoutPriceCheck === 0,
    note: withoutPriceCheck > 0 ? priceGapsLabel(withoutPriceCheck, priceGaps) : '',
  }
}

function agreementLabel({
  agrees,
  unchecked,
  reviewed,
  lines,
}: Record<'agrees' | 'unchecked' | 'reviewed' | 'lines', number>) {
  if (agrees === lines) return lines === 1 ? 'The line adds up' : `All ${formatCount(lines, 'line')} add up`
  if (unchecked === lines) return lines === 1 ? 'The line cannot be checked' : 'No line can be checked'
  const notChecked = unchecked > 0 && `${formatNumber(unchecked)} not checked`
  const addUp =
    agrees > 0 && `${formatNumber(agrees)} of ${formatCount(lines, 'line')} ${agrees === 1 ? 'adds' : 'add'} up`
  const wereReviewed = reviewed > 0 && `${formatNumber(reviewed)} reviewed`
  return [addUp, wereReviewed, notChecked].filter(Boolean).join(' · ') || null
}
