import { chargeLabel, perLabel, rangeLabel } from '@/lib/subscriptions/charge-label'
import type { InvoiceLineItemView } from '@/lib/invoices/invoice'
import type { DifferenceReason } from '@/lib/invoices/line-arithmetic'
import type { LineVerdict, PriceAgreement, PriceCheck } from '@/lib/invoices/line-verdict'
import type { PriceFinding } from '@/lib/invoices/finding'
import type { Rounding } from '@/lib/money/decimal'
import { beginsAtEndOf, type Tier, type TierStep } from '@/lib/subscriptions/rule-charge'
import { formatAmount, formatCount, formatQuantity } from '@/lib/money/amount'
import { isAbsent } from '@/lib/billing-api/unreadable'
import { uncheckedLabel } from '@/lib/invoices/finding-label'
import { moreOrLess, proratedLabel, tiersLabel } from '@/lib/invoices/finding-sentences'

/** The result of one check, as a sentence with its icon. */
interface Working {
  state: LineVerdict['state']
  text: string
}

interface Labels {
  line: InvoiceLineItemView
  money: (amount: string) => string
}

/** Returns "Matches the line amount." or the difference from quantity × unit price, with its cause. */
export function amountWorking(
  line: InvoiceLineItemView,
  { arithmetic: { product, difference, reason }, note }: Pick<LineVerdict, 'arithmetic' | 'note'>,
  currency: string | null,
): Working {
  const money = (amount: string) => formatAmount(amount, currency)
  if (isAbsent(line.amount)) return { state: 'unchecked', text: 'The API sent no readable amount for this line.' }
  const why = reason && reasonLabel(reason, { line, money })
  if (product === null || difference === null)
    return why
      ? { state: 'agrees', text: `The amount is ${money(line.amount)}: ${why}.` }
      : {
          state: 'unchecked',
          text: `The amount of ${money(line.amount)} could not be checked: a number is missing, unreadable or too long.`,
        }
  if (!/[1-9]/.test(difference)) return { state: 'agrees', text: 'Matches the line amount.' }
  const size = `The amount is ${moreOrLess(difference, money)}`
  if (note?.kind === 'trial')
    return {
      state: 'agrees',
      text: `${size}: the subscription ${note.hasEnded ? 'seems to have been' : 'is'} a trial.`,
    }
  return why
    ? { state: 'agrees', text: `${size}: ${why}.` }
    : { state: 'look', text: `${size}. Nothing readable in the response explains the difference.` }
}

/** Returns what the rules of the line's price yield, with tiers worked out; or why they yield nothing. */
export function priceWorking(
  line: InvoiceLineItemView,
  { price, note }: Pick<LineVerdict, 'price' | 'note'>,
  currency: string | null,
): Working {
  const labels = { line, money: (amount: string) => formatAmount(amount, currency) }
  if (note?.kind === 'trial' && price.state === 'differs')
    return { state: 'agrees', text: 'The price charges nothing in a trial.' }
  switch (price.state) {
    case 'agrees':
      return { state: 'agrees', text: agreementLabel(price.by, labels) }
    case 'differs':
      return { state: 'look', text: differenceLabel(price.finding, price.steps, labels, currency) }
    case 'unchecked':
      return { state: 'unchecked', text: `The unit price could not be checked: ${whyUnchecked(price, labels)}.` }
  }
}

const ROUNDINGS: Record<Rounding, string> = { halfUp: 'half up', halfEven: 'half even', down: 'down' }

const roundedBy = (rounding: Rounding | null) => (rounding === null ? '' : `, rounded ${ROUNDINGS[rounding]}`)

function reasonLabel(reason: DifferenceReason, { line, money }: Labels): string {
  switch (reason.kind) {
    case 'rounded':
      return `it is rounded to ${formatCount(reason.decimals, 'decimal')}, ${ROUNDINGS[reason.rounding]}`
    case 'minimum':
      return `the minimum of ${money(reason.bound)} applies`
    case 'maximum':
      return `the maximum of ${money(reason.bound)} applies`
    case 'prorated':
      return proratedLabel(reason, money)
    case 'packages':
      return `the price is for whole packages, ${formatQuantity(reason.count)} of ${perLabel(reason.size, line.price?.billable)} at ${money(reason.price)}`
    case 'fixed':
      return `the price is fixed at ${money(reason.price)}, whatever the quantity${roundedBy(reason.rounding)}`
    case 'perUnits':
      return `the price is ${money(reason.price)} for every ${perLabel(reason.quantity, line.price?.billable)}${roundedBy(reason.rounding)}`
    case 'subItems':
      return `it is the sum of its ${formatCount(reason.count, 'sub item')}`
    case 'tiers':
      return `the price has tiers, ${countingLabel(reason)}${stepsLabel(reason.steps, money)} = ${isAbsent(line.amount) ? '' : money(line.amount)}${roundedBy(reason.rounding)}`
  }
}

function agreementLabel(by: PriceAgreement, labels: Labels): string {
  switch (by.kind) {
    case 'nothing':
      return 'The price charges nothing, and the amount is zero.'
    case 'unitPrice':
      return `The price is ${labels.money(by.price)} per ${perLabel(by.quantity, labels.line.price?.billable)}${roundedBy(by.rounding)}: the unit price agrees.`
    case 'fixedUnitPrice':
      return `The price is fixed at ${labels.money(by.price)}${roundedBy(by.rounding)}: the unit price agrees.`
    case 'fixed':
      return `The price is fixed at ${labels.money(by.price)}${roundedBy(by.rounding)}: the amount agrees.`
    case 'tiers':
      return `The price tiers give the amount: ${countingLabel(by)}${stepsLabel(by.steps, labels.money)}${roundedBy(by.rounding)}.`
    case 'tiersOfLines': {
      const { lines, quantity, expected } = by.group
      return `The price tiers give ${labels.money(expected)} for the ${formatQuantity(quantity)} units of its ${formatCount(lines.length, 'line')}: they add up.`
    }
    default:
      return `The price agrees: ${reasonLabel(by, labels)}.`
  }
}

function differenceLabel(finding: PriceFinding, steps: TierStep[], { line, money }: Labels, currency: string | null) {
  switch (finding.kind) {
    case 'charged':
      return `The price charges nothing, and the amount is ${money(finding.difference)}.`
    case 'tiersOfLines':
      return `Of its ${formatCount(finding.lineCount, 'line')} together: ${tiersLabel(finding, money)}.`
    case 'tiers':
      return `The price tiers give ${stepsLabel(steps, money)} = ${money(finding.expected)}${finding.asVolume === undefined ? '' : ` (graduated), or ${money(finding.asVolume)} (volume)`}: the amount is ${moreOrLess(finding.difference, money)}.`
    case 'rules':
      return `The price gives ${money(finding.expected)} for this quantity: the amount is ${moreOrLess(finding.difference, money)}.`
    case 'unitPrice': {
      const charge = line.price ? chargeLabel(line.price.rules, currency, line.price.billable) : ''
      const size = finding.difference === null ? '' : `: the amount is ${moreOrLess(finding.difference, money)}`
      return `The unit price differs from the price, ${charge}${size}.`
    }
  }
}

const countingLabel = ({ isVolume, free }: { isVolume: boolean; free?: string }) =>
  isVolume
    ? 'all units at the price of one tier, '
    : free === undefined
      ? ''
      : `only the units beyond the free ${formatQuantity(free)}, `

const stepsLabel = (steps: TierStep[], money: Labels['money']) =>
  steps.map(({ quantity, price }) => `${formatQuantity(quantity)} × ${money(price)}`).join(' + ')

/**
 * Returns "above 100" when a tier starts at the end of the one before, "from 101" when it starts at the next whole
 * number.
 */
function tierLabel(tier: Tier, { line: { price } }: Labels): string {
  const tiers = price?.rules.kind === 'tier' ? price.rules.tiers : []
  if (!beginsAtEndOf(tiers[tiers.indexOf(tier) - 1], tier)) return rangeLabel(tier)
  const above = `above ${formatQuantity(tier.start ?? '')}`
  return tier.end === undefined ? above : `${above} to ${formatQuantity(tier.end)}`
}

const whyUnchecked = (price: Extract<PriceCheck, { state: 'unchecked' }>, labels: Labels) =>
  price.why === 'oneTier'
    ? `it matches one tier only, ${tierLabel(price.tier, labels)}; all tiers together give ${labels.money(price.expected)}`
    : uncheckedLabel(price.why)
