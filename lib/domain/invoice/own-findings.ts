import { Big } from 'big.js'
import type { InvoiceLineItemView, InvoiceView } from '@/contract/console/invoice'
import type { InvoiceFinding, LineChecks, OwnFindings } from '@/contract/console/invoice-findings'
import type { Pieces } from '@/contract/pieces'
import { readable } from '../../format/unreadable'
import { exactOf } from '../money/decimal'
import { decimalsOf } from '../money/rounding'
import { usableDate } from '../time/usable-date'
import { type Charge, chargeOf } from './invoice-charges'
import { groupsByLine } from './invoice-findings'
import { findingsOfLine, isNothingCharged, type LineVerdict, lineVerdict } from './line-verdict'
import { unsettledCharges } from './charged-wrongly'
import { tierGroups } from './tier-groups'

/** A sum or another amount that the API sends with the invoice, by the name of its field. */
export interface SentAmount {
  name: string
  amount: string
}

/** The fields of an invoice that the checks need, besides its lines. */
interface InvoiceHead extends Pick<InvoiceView, 'status' | 'issueDate' | 'dueDate' | 'totals'> {
  sentAmounts: readonly SentAmount[]
  /** The decimals of the currency: 2 when it is unknown. */
  decimals: number
}

/** The number of lines that are checked before other work may run. */
const LINES_A_PIECE = 100
/** The most findings of single lines that are kept. All are counted, and each line is checked again where it is shown. */
const MAX_LINE_FINDINGS = 50

/** Returns the result of the checks that need only the invoice itself. Yields after every 100 lines. */
export function* ownFindings(lines: readonly InvoiceLineItemView[], head: InvoiceHead): Pieces<OwnFindings> {
  const { decimals } = head
  const groups = tierGroups(lines, decimals)
  const same = sameLines(lines, new Set(groups.flatMap(({ lines: all, finding }) => (finding ? [] : all))))
  const [groupOf, repeated] = [groupsByLine(groups), new Set(same.flatMap((finding) => finding.lines))]
  const found: InvoiceFinding[] = []
  const checks: LineChecks = { agrees: 0, look: 0, unchecked: 0, withoutPriceCheck: 0, nothingCharged: 0 }
  let more = 0
  for (const [index, line] of lines.entries()) {
    if (index % LINES_A_PIECE === 0) yield
    const position = index + 1
    const verdict = lineVerdict(line, { group: groupOf.get(position), decimals })
    count(checks, line, verdict, repeated.has(position))
    const isFree = isNothingCharged(line, verdict.findings)
    const ofLine = findingsOfLine(verdict, position).map((finding) =>
      isFree ? { ...finding, isNothingCharged: true } : finding,
    )
    if (found.length + ofLine.length <= MAX_LINE_FINDINGS) found.push(...ofLine)
    else more += ofLine.length
  }
  const ofTiers = groups.flatMap(({ lines: positions, finding }): InvoiceFinding[] =>
    finding ? [{ severity: 'finding', lines: positions, ...finding }] : [],
  )
  return {
    findings: [...ofTiers, ...same, ...wrongDates(head), ...sumFindings(head), ...found],
    more,
    tierGroups: groups,
    checks,
    decimals,
  }
}

function count(
  checks: LineChecks,
  line: InvoiceLineItemView,
  { state, findings, price }: LineVerdict,
  isSame: boolean,
) {
  const shown = isSame ? 'look' : state
  checks[shown] += 1
  if (shown === 'agrees' && price.state === 'unchecked') checks.withoutPriceCheck += 1
  if (!isSame && isNothingCharged(line, findings)) checks.nothingCharged += 1
}

/** Finds lines with the same price, period, quantity and amount that no credit settles. Lines of an agreeing tier group may be equal. */
function sameLines(lines: readonly InvoiceLineItemView[], inTiers: ReadonlySet<number>): InvoiceFinding[] {
  const byCharge = new Map<string, number[]>()
  const credits = new Map<string, Charge[]>()
  for (const [index, line] of lines.entries()) {
    const charge = chargeOf(line)
    const { priceId, start, end } = charge
    const [amount, quantity] = [exactOf(line.amount), exactOf(line.quantity)]
    if (priceId === null || start === null || end === null) continue
    if (amount?.lt(0)) credits.set(priceId, [...(credits.get(priceId) ?? []), charge])
    if (!amount?.gt(0) || inTiers.has(index + 1)) continue
    const key = JSON.stringify([priceId, start, end, amount.toFixed(), quantity?.toFixed() ?? readable(line.quantity)])
    const positions = byCharge.get(key)
    if (positions) positions.push(index + 1)
    else byCharge.set(key, [index + 1])
  }
  return [...byCharge.values()].flatMap((positions): InvoiceFinding[] => {
    const charges = positions.flatMap((position) => lines[position - 1] ?? []).map(chargeOf)
    const [first] = charges
    if (!first || charges.length < 2) return []
    const unsettled = unsettledCharges([...charges, ...(credits.get(first.priceId ?? '') ?? [])])
    return unsettled.filter((charge) => charges.includes(charge)).length < 2
      ? []
      : [{ severity: 'finding', lines: positions, kind: 'sameLine' }]
  })
}

function wrongDates({ issueDate, dueDate }: InvoiceHead): InvoiceFinding[] {
  const [issued, due] = [usableDate(issueDate), usableDate(dueDate)]
  if (issued === null || due === null) return []
  if (due.slice(0, 10) >= issued.slice(0, 10)) return []
  return [{ severity: 'finding', lines: [], kind: 'dueBeforeIssue', dueDate: due, issueDate: issued }]
}

const SUMS = ['total', 'subtotal', 'amountDue']
/** With more amounts, almost any difference would be the sum of some of them. */
const MAX_EXPLAINING = 6

/** Returns the sums of the API that differ from the lines: a note when other amounts of the invoice explain the difference. */
function sumFindings({ sentAmounts, totals, status, decimals }: InvoiceHead): InvoiceFinding[] {
  const sum = exactOf(totals?.unreadableLines === 0 ? totals.total : null)
  if (sum === null || totals === null || totals.total === null || totals.lines === 0) return []
  const hidden = exactOf(totals.hiddenTotal) ?? new Big(0)
  const findings: InvoiceFinding[] = []
  for (const { name, amount } of sentAmounts) {
    const sent = exactOf(amount)
    if (!SUMS.includes(name) || sent === null || isRounded(sent, sum, decimals)) continue
    // A paid invoice has nothing due.
    if (name === 'amountDue' && sent.eq(0) && (status === 'paid' || status === 'void')) continue
    const others = sentAmounts
      .filter((other) => !SUMS.includes(other.name))
      .flatMap((other) => exactOf(other.amount) ?? [])
    const isExplained = isSumOf(sent.minus(sum), [hidden, ...others].slice(0, MAX_EXPLAINING), `1e-${decimals}`)
    const severity: InvoiceFinding['severity'] = isExplained ? 'note' : 'finding'
    findings.push({ severity, lines: [], kind: 'sentSum', name, sent: amount, ofLines: totals.total })
  }
  return findings
}

const isRounded = (sent: Big, sum: Big, decimals: number): boolean =>
  sent.minus(sum).abs().lt(`1e-${decimals}`) && (decimalsOf(sum) > decimals || sent.eq(sum))

/** True when some of the amounts, each added or subtracted, give the difference to the cent, the currency's smallest unit. */
function isSumOf(difference: Big, amounts: readonly Big[], cent: string): boolean {
  const [first, ...rest] = amounts
  if (first === undefined) return false
  return [-1, 0, 1].some((sign) => {
    const left = difference.minus(first.times(sign))
    return (sign !== 0 && left.abs().lt(cent)) || isSumOf(left, rest, cent)
  })
}
