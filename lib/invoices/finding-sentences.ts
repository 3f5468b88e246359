import type { AmountRole, InvoiceFinding, InvoiceName, Prorated, TiersFinding } from './finding'
import { withoutBidi } from '@/lib/text/bidi'
import { formatAmount, formatCount, formatNumber, formatQuantity, shortName } from '@/lib/money/amount'
import { periodLastMoment } from '@/lib/time/end'
import { formatDate } from '@/lib/time/instant'
import { isUsableDate } from '@/lib/time/usable-date'

/** Formats an exact amount. */
type Money = (amount: string) => string
type Kind = InvoiceFinding['kind']
type FindingOf<Of extends Kind> = Extract<InvoiceFinding, { kind: Of }>

/** What each kind of finding says. Of a single line without its position, which `invoiceFindingLabel` adds. */
const SENTENCES: { [Of in Kind]: (finding: FindingOf<Of>, money: Money) => string } = {
  // Of a single line.
  amount: amountSentence,
  subItems: ({ expected }, money) => `Sub items add up to ${money(expected)}`,
  subItem: ({ position, difference }, money) =>
    `Sub item ${position} is ${moreOrLess(difference, money)} than its quantity × price`,
  unitPrice: ({ expected }, money) => `Price rules give a unit price of ${money(expected)}`,
  rules: ({ expected }, money) => `Price rules give ${money(expected)} for this quantity`,
  tiers: (finding, money) => `Price tiers give ${eitherWay(finding, money)}`,
  charged: () => 'Not zero, although the price charges nothing',
  periodReversed: () => 'The period ends before it starts',
  prorated: proratedLabel,
  packages: ({ count, size, price }, money) =>
    `${formatCount(Number(count), 'package')} of ${formatQuantity(size)} at ${money(price)}`,
  trial: ({ hasEnded }) =>
    hasEnded
      ? 'Nothing charged at the start of the subscription, as in a trial'
      : 'Nothing charged: the subscription is a trial',
  overage: ({ free }) => `Right if the ${formatQuantity(free)} free units are not among its units`,

  // Of several lines.
  sameLine: (finding) =>
    `${finding.isCredit ? 'Credited' : 'Charged'} twice? ${positions(finding.lines)} have the same ${sameParts(finding)}`,
  roundedDown: ({ lines, roundedUp }) => `Rounded down: ${positions(lines, 'line')}; line ${roundedUp} is rounded up`,
  tiersOfLines: (finding, money) => `${positions(finding.lines)}: ${tiersLabel(finding, money)}`,
  afterEnd: ({ lines }) => `${formatCount(lines.length, 'line')} after the subscription’s end`,
  beyondEnd: ({ lines, subscriptionEnd }) =>
    `${formatCount(lines.length, 'line')} ${lines.length === 1 ? 'runs' : 'run'} beyond the subscription’s end, ${day(subscriptionEnd)}, although this invoice was issued after it`,
  beforeStart: ({ lines }) => `${formatCount(lines.length, 'line')} before the subscription’s start`,
  otherPrice: otherPriceSentence,
  minimum: ({ lines, expected, difference }, money) =>
    `${positions(lines)}: the minimum charge of ${money(expected)} is not charged (${moreOrLess(difference, money)} charged)`,
  creditAbove: ({ lines, difference, charged }, money) =>
    `${positions(lines)}: credits ${money(difference.replace('-', ''))} more than the ${money(charged)} that the same price and period charge`,
  taxRate: ({ lines, rate, base, expected }, money) =>
    `${positions(lines)}: ${rate}% of ${money(base)} would be ${money(expected)}`,
  chargedInTrial: ({ lines }) => `${formatCount(lines.length, 'line')} charged, although the subscription is a trial`,

  // Of the invoice as a whole.
  dueBeforeIssue: ({ dueDate, issueDate }) =>
    `The due date, ${day(dueDate)}, is before the issue date, ${day(issueDate)}`,
  netTerms: ({ dueDate, netTerms, expected }) =>
    `The due date is ${day(dueDate)}, but the subscription’s net terms, ${withoutBidi(netTerms)}, give ${day(expected)}`,
  otherCustomer: ({ ofSubscription, customerId }) =>
    `Its subscription belongs to another customer, ${withoutBidi(ofSubscription)}, not ${withoutBidi(customerId)}`,
  otherCurrency: ({ currency, ofSubscription }) =>
    `Its currency is ${withoutBidi(currency)}, but its subscription is in ${withoutBidi(ofSubscription)}`,
  otherNumber: ({ vanityIdString, vanityId }) =>
    `The API sends two numbers: ${withoutBidi(shortName(vanityIdString))} (vanityIdString) and ${withoutBidi(shortName(vanityId))} (vanityId)`,
  notSubtracted: ({ role, amount }, money) =>
    `The API sends a ${role} of ${money(amount)} that none of its sums subtracts`,
  sentSum: sentSumSentence,

  // Against other invoices and ledgers.
  sameCharge: sameChargeSentence,
  freeAfterPaid: ({ lines, other, name }) =>
    `${positions(lines)}: nothing charged, but ${invoiceName(other)} charges ${quotedPrice(name)} for an earlier period`,
  sameNumber: ({ other }) => `Another invoice has the same number: ${invoiceName(other)}`,
  sameCredit: ({ lines, other, more }) =>
    `${positions(lines)}: ${invoiceName(other)}${more > 0 ? ` and ${formatCount(more, 'more invoice')} have` : ' has'} a credit of the same text and amount`,
  blockOfAnother: ({ externalId }) =>
    `An allocation block of another customer, ${withoutBidi(externalId)}, names this invoice`,
}

/** Returns what a finding says: "Price rules give $12.50 for this quantity". */
export const findingSentence = (finding: InvoiceFinding, currency: string | null): string =>
  sentenceOf(finding.kind, finding, (amount) => formatAmount(amount, currency))

const sentenceOf = <Of extends Kind>(kind: Of, finding: FindingOf<Of>, money: Money): string =>
  SENTENCES[kind](finding, money)

/* Sentences with cases. */

function amountSentence({ difference, calculation, days }: FindingOf<'amount'>, money: Money): string {
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

/** Returns "price, period, quantity and amount" and the like. */
function sameParts({ by, period }: FindingOf<'sameLine'>): string {
  if (by === 'id') return 'ID'
  const subject = by ?? 'price'
  if (period === 'overlaps') return `${subject}, quantity and amount for overlapping periods`
  if (period === 'once') return `${subject}, quantity and amount, and the subscription is charged once`
  return `${subject}, period, quantity and amount`
}

function otherPriceSentence({ lines, ofLine, ofSubscription }: FindingOf<'otherPrice'>, money: Money): string {
  const isSame = ofLine === null || ofSubscription === null || ofLine === ofSubscription
  const differ = isSame ? '' : `: ${money(ofLine)} here, ${money(ofSubscription)} there`
  return `${positions(lines)}: the subscription has other terms for the same price${differ}`
}

function sameChargeSentence(finding: FindingOf<'sameCharge'>): string {
  const { severity, other, name, start, end, isCredit, isChargedOnce } = finding
  const hasPeriod = isUsableDate(start) && isUsableDate(end)
  const period = hasPeriod ? `${day(start)} to ${day(periodLastMoment(start, end))} (UTC)` : 'the same period'
  const time = isChargedOnce ? ', and the subscription is charged once' : ` for ${period}`
  const also = `${invoiceName(other)} also ${isCredit ? 'credits' : 'charges'} ${quotedPrice(name)}${time}`
  return severity === 'note' ? also : `${isCredit ? 'Credited' : 'Charged'} twice? ${also}`
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

function sentSumSentence(finding: FindingOf<'sentSum'>, money: Money): string {
  const { severity, name, sent, ofLines, from = 'lines', by = [], unread = [] } = finding
  if (name === 'paid') return `The API’s status is paid, but it says that ${money(sent)} of ${money(ofLines)} was paid`
  const sum = `The API’s ${SUM_NAMES[name] ?? name} is ${money(sent)}`
  if (from === 'status') return `${sum}, but its status is paid`
  const [isOfLines, base] = [from === 'lines', `its ${SUM_NAMES[from] ?? from}`]
  if (severity === 'finding') {
    const beside = by.map(({ role, amount }) => `, ${ROLES[role]} ${money(amount)}`)
    const notKnown = unread.map((role) => `, ${ROLES[role]} not known`)
    return `${sum}; ${isOfLines ? 'the lines add up to' : `${base} is`} ${money(ofLines)}${[...beside, ...notKnown].join('')}.`
  }
  const steps = by.map(
    ({ role, amount }) =>
      `, ${amount.startsWith('-') ? 'less' : 'plus'} ${money(amount.replace('-', ''))} ${ROLES[role]}`,
  )
  return `${sum}: ${isOfLines ? 'the lines' : base}, ${money(ofLines)}${steps.join('') || ', rounded in another way'}`
}

/* Words of several sentences. */

const MAX_POSITIONS = 5
const conjunction = new Intl.ListFormat('en-GB', { type: 'conjunction' })

/** Returns "Line 3", "Lines 2 and 5", or "Lines 1, 2, 3, 4, 5 and 20 more". */
export function positions(lines: readonly number[], noun = 'Line'): string {
  const shown = lines.slice(0, MAX_POSITIONS).map(String)
  const left = lines.length - shown.length
  return `${lines.length === 1 ? noun : `${noun}s`} ${conjunction.format(left > 0 ? [...shown, `${left} more`] : shown)}`
}

/** Returns "$4.00 more" or "$0.01 less". */
export const moreOrLess = (difference: string, money: Money) =>
  `${money(difference.replace('-', ''))} ${difference.startsWith('-') ? 'less' : 'more'}`

const day = (iso: string) => formatDate(iso, 'UTC')

const quotedPrice = (name: string | null) => (name === null ? 'the same price' : `“${withoutBidi(name)}”`)

function invoiceName({ id, number, isNumberShared }: InvoiceName): string {
  if (number === null) return `Invoice ${withoutBidi(id)}`
  return `Invoice ${withoutBidi(shortName(number))}${isNumberShared ? ` (ID ${withoutBidi(id)})` : ''}`
}
