import type { PrintedText } from '@/lib/core/printed-document'
import { withoutBidi } from '@/lib/text/bidi'
import { formatAmount, formatCount, formatMoney } from '@/lib/money/amount'
import { invoiceChain } from '../invoice-chain'
import { isAboutInvoice } from '../finding-kinds'
import { checksLabel, comparedLabel, invoiceFindingLabel, withReview } from '../finding-label'
import {
  CHAIN_BASIS_NAMES,
  CHAIN_NAMES,
  CUSTOMER_COPY,
  customerTotalLabel,
  hiddenTotalLabel,
  isCustomerTotalOther,
  roundingLabel,
  SEEN_LINES,
  totalLabel,
} from '../total-labels'
import { statusName } from '@/lib/objects/status-names'
import { UNKNOWN } from '@/lib/billing-api/unreadable'
import type { InvoiceFile } from './invoice-file'
import { dayText, sentValue } from './invoice-texts'

/** Returns all facts of an invoice with its IDs, what the checks found, and its sums with all digits. */
export const internalFacts = (file: InvoiceFile, asOf: string): PrintedText[] => [
  { text: `Internal copy, not for the customer · ${asOf} · all dates are UTC`, look: 'muted' },
  ...factsOf(file).map((text) => ({ text })),
  ...findingsOf(file),
  ...sumsOf(file),
]

function factsOf({ invoice, currencyNote, planName }: InvoiceFile): string[] {
  const plan = planName === null ? '' : ` (${withoutBidi(planName)})`
  return [
    `Status: ${statusName('invoice', sentValue(invoice.status))}`,
    `Issue date: ${dayText(invoice.issueDate)}`,
    `Due date: ${dayText(invoice.dueDate)}`,
    `Customer: ${sentValue(invoice.customerId)}`,
    `Subscription: ${sentValue(invoice.subscriptionId)}${plan}`,
    `Invoice ID: ${invoice.id}`,
    currencyNote,
  ]
}

function sumsOf({ invoice, currency }: InvoiceFile): PrintedText[] {
  const [totals, chain] = [invoice.totals, invoiceChain(invoice)]
  if (totals === null) return [{ text: 'Total not known: there are no line items.' }]
  const money = (amount: string) => formatAmount(amount, currency)
  const [all, hidden, seen] = [totalLabel(totals), hiddenTotalLabel(totals), customerTotalLabel(totals)]
  const { hiddenTotal, customerTotal, unreadableLines } = totals
  const total = chain?.total ?? (totals.lines === 0 ? null : totals.total)
  const hasHidden = totals.hiddenLines > 0
  const customer = `${SEEN_LINES} ${customerTotal === null ? seen.unknown?.short : money(customerTotal)}`
  const rounding = roundingLabel(customerTotal, currency)
  const copy = [
    seen.note,
    isCustomerTotalOther(totals) && CUSTOMER_COPY,
    rounding !== null && `${formatMoney(customerTotal ?? '', currency)} on the customer’s copy, ${rounding}`,
  ]
  const hiddenLines = `Hidden lines ${hiddenTotal === null ? hidden.unknown?.short : money(hiddenTotal)}`
  const unknown = [all, ...(hasHidden ? [hidden] : []), seen].flatMap((label) => label.unknown?.why ?? [])
  if (unreadableLines > 0)
    unknown.push(`Not included: ${formatCount(unreadableLines, 'line')} without a readable amount.`)
  return [
    ...(chain && /[1-9]/.test(chain.beside)
      ? [
          { text: `${CHAIN_NAMES.lines} ${money(chain.lines)}` },
          { text: `+ ${CHAIN_NAMES.beside} ${money(chain.beside)}` },
        ]
      : []),
    { text: `${CHAIN_NAMES.total} ${total === null ? (all.unknown?.short ?? UNKNOWN) : money(total)}`, look: 'sum' },
    { text: chain?.basis === 'sums' ? CHAIN_BASIS_NAMES.sums : all.note, look: 'muted' },
    ...(chain && /[1-9]/.test(chain.settled)
      ? [
          { text: `− ${CHAIN_NAMES.settled} ${money(chain.settled)}` },
          { text: `= ${CHAIN_NAMES.due} ${money(chain.due)}` },
        ]
      : []),
    ...(hasHidden ? [{ text: hiddenLines }] : []),
    ...(isCustomerTotalOther(totals) || seen.unknown !== null || rounding !== null
      ? [{ text: customer }, { text: copy.filter(Boolean).join(' · '), look: 'muted' as const }]
      : []),
    ...unknown.map((text) => ({ text })),
  ]
}

/** Returns what was found, then how many lines add up. Findings of single lines stand beside them. */
function findingsOf({ checked: { findings, checks }, comparedWith, currency }: InvoiceFile): PrintedText[] {
  const label = checksLabel(checks)
  const words = findings.filter(isAboutInvoice).map((found) =>
    withReview(
      found,
      invoiceFindingLabel(found, (amount) => formatAmount(amount, currency)),
    ),
  )
  const found = [label?.look, ...words].filter((text) => typeof text === 'string' && text !== '')
  const agreement = [label?.agreement, label?.note].filter(Boolean).join(' · ')
  return [
    ...found.map((text): PrintedText => ({ text: text ?? '', look: 'strong' })),
    ...(agreement === '' ? [] : [{ text: agreement }]),
    { text: comparedLabel(comparedWith), look: 'muted' },
  ]
}
