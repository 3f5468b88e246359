import { describe, expect, it } from 'vitest'
import { effectsOn } from '@/lib/changes/expected-effect'
import { invoiceFindingLabel } from '@/lib/invoices/finding-label'
import { isProblem } from '@/lib/invoices/finding-kinds'
import { lineVerdict } from '@/lib/invoices/line-verdict'
import { invoiceReply } from '@/lib/invoices/invoice-reply'
import { readableList } from '@/lib/billing-api/unreadable'
import { balanceReply, ledgerBalances } from '@/lib/ledger/ledger-balances'
import { forecast } from '@/lib/subscriptions/forecast'
import { subscriptionReply } from '@/lib/subscriptions/subscription-reply'
import { ENGLISH } from '@/lib/text/english'
import { tally } from '@/scripts/test/volume.mjs'
import { type ResponseKind, RESPONSE_KINDS, viewOf } from '@/testing/console/mutated-response'
import {
  agreeingLine,
  everyValue,
  wholeInvoice,
  wholeRow,
  wholeSubscription,
} from '@/testing/fake-billing-api/plain-resources'

/* Sums, replies and approvals never take an unreadable value for an absent one: they say less, and nothing else. */

const row = { ...wholeRow, previousBalance: 4.5, newBalance: 2 }
const BODIES: Record<ResponseKind, object> = {
  subscription: { ...wholeSubscription, id: 'sub_1', endDate: '2027-03-01T09:30:00.000Z' },
  invoice: {
    ...wholeInvoice,
    id: 'inv_1',
    status: 'overdue',
    invoiceLineItems: [...wholeInvoice.invoiceLineItems, agreeingLine],
    // The lines are 92.50.
    subtotal: 92.5,
    tax: 7.5,
    total: 100,
    amountPaid: 60,
    amountDue: 40,
  },
  ledger: {
    results: [row, { ...row, id: 'older', createdAt: '2026-01-04T09:30:00.000Z', previousBalance: 7, newBalance: 4.5 }],
    count: 2,
    pages: 1,
    currentPage: 1,
  },
}

/** Returns the days and the amounts of a reply. */
const factsOf = (reply: string | null): string[] =>
  (reply ?? '').match(/\d+ [A-Z][a-z]{2} \d{4}|[A-Z]{3} [\d.,]+\d/g) ?? []

/** What a page, a reply and an approval say for certain, a line each. */
const CLAIMS: Record<ResponseKind, (body: object) => string[]> = {
  subscription(body) {
    const view = viewOf('subscription', body)
    const { cancel, delete: deletes } = effectsOn(view)
    const reply = subscriptionReply(view, forecast(view, view.asOf), ENGLISH)
    return [...(typeof reply === 'string' ? factsOf(reply) : []), `cancel ${cancel}`, `delete ${deletes}`]
  },
  invoice(body) {
    const view = viewOf('invoice', body)
    const { total, customerTotal, unreadableLines = 0, unreadableCustomerLines = 0 } = view.totals ?? {}
    return [
      ...factsOf(invoiceReply(view, 'USD', ENGLISH)),
      ...(unreadableLines === 0 ? [`total ${total}`] : []),
      ...(unreadableCustomerLines === 0 ? [`customer total ${customerTotal}`] : []),
      `payable ${JSON.stringify(view.payable)}`,
      ...readableList(view.invoiceLineItems).flatMap((line, index) =>
        lineVerdict(line).state === 'agrees' ? `line ${index + 1} adds up` : [],
      ),
      ...view.own.findings.filter(isProblem).map((finding) => invoiceFindingLabel(finding, null)),
    ]
  },
  ledger(body) {
    const { pools, lastEntry } = ledgerBalances(viewOf('ledger', body))
    const all = pools.map(({ pool }) => pool)
    // A balance of an earlier day names it, and how many entries are newer.
    const newest = pools.filter(({ newer }) => newer === 0)
    return [
      ...newest.flatMap((of) => [`${of.pool.key} ${of.balance}`, String(balanceReply(of, all, ENGLISH))]),
      JSON.stringify(lastEntry),
    ]
  },
}

const IS_PLANTED = /(amount|price|total|tax|paid|due|balance|date|at|status|quantity|minimum|maximum)$/i
const IS_UNKNOWN = /unknown|null|unclear|not known| or earlier$/

/** Returns what a body claims that the whole one does not, with one value replaced at a time. */
function newClaims(kind: ResponseKind, put: unknown): { tried: number; claims: string[] } {
  const certain = new Set(CLAIMS[kind](BODIES[kind]))
  const paths: string[] = []
  everyValue(BODIES[kind], (_, path) => IS_PLANTED.test(path) && paths.push(path))
  const claims = paths.flatMap((path) =>
    CLAIMS[kind](everyValue(BODIES[kind], (value, at) => (at === path ? put : value)))
      .filter((claim) => !certain.has(claim) && !IS_UNKNOWN.test(claim))
      .map((claim) => `${path}: ${claim}`),
  )
  return { tried: paths.length, claims }
}

describe('an unreadable amount, date or status', () => {
  it.each(RESPONSE_KINDS)('adds no claim to the sums, the reply and the approval of a %s', (kind) => {
    const { tried, claims } = newClaims(kind, { odd: 1 })
    expect(claims).toEqual([])
    tally(`unreadable values in a ${kind}`, tried)
  })

  it.each(['invoice', 'ledger'] as const)('is judged by claims that another amount in a %s changes', (kind) => {
    expect(newClaims(kind, 77.5).claims).not.toEqual([])
  })

  it('is no absent end date: without one the reply says that the subscription renews', () => {
    expect(newClaims('subscription', undefined).claims).toContain('endDate: 5 Mar 2027')
  })
})
