import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import type { Problem } from '@/lib/core/problem'
import { ProblemError } from '@/lib/core/problem-error'
import { invoiceFindings } from '@/lib/invoices/invoice-findings'
import { planPrices } from '@/lib/subscriptions/plan-prices'
import { readable, readableList } from '@/lib/billing-api/unreadable'
import { operationQuery } from '@/lib/api'
import { isSignedLedger } from '@/components/money/signed-amount'
import { subscriptionSummaryQuery, summariseSubscription } from '@/components/subscriptions/subscription-summary'
import { runOperation } from '@/lib/run-operation'
import { firstHtml, type Queries, textOfHtml } from '@/testing/console/rendered-page'
import { testContext } from '@/testing/console/test-context'
import { NAUGHTY_STRINGS, withEveryText } from '@/testing/console/naughty-strings'
import {
  faultId,
  SCENARIO_IDS,
  type ResourceKind,
  type Scenario,
  SCENARIOS,
  useFakeBillingApi,
} from '@/testing/console/use-fake-billing-api'
// oxlint-disable-next-line no-restricted-imports -- the fake API's resources are shared with the browser tests
import {
  plainInvoice,
  plainLine,
  plainPlan,
  plainPrice,
  plainSubscription,
  plainTransaction,
} from '@/testing/fake-billing-api/plain-resources'
// oxlint-disable-next-line no-restricted-imports -- as above
import { jsonResponse } from '@/testing/fake-billing-api/response'
import { PageProblem } from '@/components/page/page-problem'
import { LedgerView } from './customers/[externalId]/transactions/ledger-view'
import { TransactionDetails } from './customers/[externalId]/transactions/table/transaction-details'
import { InvoiceDetails } from './invoices/[invoiceId]/invoice-details'
import { InvoiceFacts } from './invoices/[invoiceId]/invoice-facts'
import { LineItemDetails } from './invoices/[invoiceId]/line-items/line-item-details'
import { subscriptionDates } from '@/lib/invoices/against-subscription'
import { BillableDetails } from './subscriptions/[id]/price-tree/billable-details'
import { PriceDetails } from './subscriptions/[id]/price-tree/price-details'
import { SubscriptionDetails } from './subscriptions/[id]/subscription-details'
import { SubscriptionFields } from './subscriptions/[id]/subscription-facts'

/* What a page shows of another API's response, with all of its rows unfolded. `npm run prove` opens them in a browser (e2e/scenarios.spec.ts). */

const api = useFakeBillingApi({ BILLING_API_READ_TIMEOUT_MS: '2000', BILLING_API_READ_ATTEMPTS: '1' })

interface ScenarioPage {
  queries: Queries
  content: ReactNode
}

async function subscriptionPage(id: string): Promise<ScenarioPage> {
  const subscription = await runOperation('getSubscription', testContext(), { id })
  const currency = subscription.isInMinorUnits ? null : readable(subscription.currency)
  const prices = subscription.plan ? planPrices(subscription.plan, readable(subscription.billingCadence)) : []
  return {
    queries: [[operationQuery('getSubscription', { id }).queryKey, subscription]],
    content: (
      <>
        <SubscriptionDetails id={id} />
        <SubscriptionFields subscription={subscription} />
        {prices.map((planPrice) => (
          <div key={planPrice.key}>
            <PriceDetails planPrice={planPrice} currency={currency} />
            {planPrice.price?.billable && <BillableDetails billable={planPrice.price.billable} />}
          </div>
        ))}
      </>
    ),
  }
}

async function invoicePage(invoiceId: string): Promise<ScenarioPage> {
  const invoice = await runOperation('getInvoice', testContext(), { invoiceId })
  const subscriptionId = readable(invoice.subscriptionId)
  const summary = subscriptionId === null ? null : await summaryOf(subscriptionId)
  const currency = invoice.isInMinorUnits ? null : readable(summary?.currency)
  const { isTrial } = subscriptionDates(summary ?? undefined)
  const { checkLine } = invoiceFindings(invoice.own, { isTrial, outside: [], compared: [] })
  return {
    queries: [
      [operationQuery('getInvoice', { invoiceId }).queryKey, invoice],
      ...(summary === null ? [] : [[subscriptionSummaryQuery(subscriptionId ?? '').queryKey, summary] as const]),
    ],
    content: (
      <>
        <InvoiceDetails invoiceId={invoiceId} />
        <InvoiceFacts invoice={invoice} planName={summary?.planName ?? null} />
        {readableList(invoice.invoiceLineItems)
          .map((line, index) => ({ line, position: index + 1 }))
          .map(({ line, position }) => (
            <LineItemDetails
              key={position}
              line={line}
              check={checkLine(line, position)}
              currency={currency}
              subscriptionId={subscriptionId}
              isCustomers={false}
            />
          ))}
      </>
    ),
  }
}

/** Returns null when the subscription cannot be read: the page then shows the invoice without its currency. */
async function summaryOf(id: string) {
  try {
    return summariseSubscription(await runOperation('getSubscription', testContext(), { id }))
  } catch (error) {
    if (error instanceof ProblemError) return null
    throw error
  }
}

async function ledgerPage(externalId: string): Promise<ScenarioPage> {
  const search = { externalId, page: 1, pageSize: 20, order: 'desc' } as const
  const page = await runOperation('listTransactions', testContext(), search)
  return {
    queries: [[operationQuery('listTransactions', search).queryKey, page]],
    content: (
      <>
        <LedgerView externalId={externalId} />
        {page.results
          .map((transaction, index) => ({ transaction, index }))
          .map(({ transaction, index }) => (
            <TransactionDetails key={index} transaction={transaction} isSigned={isSignedLedger(page.results)} />
          ))}
      </>
    ),
  }
}

const PAGES = { subscription: subscriptionPage, invoice: invoicePage, customer: ledgerPage }

/** Larger than the others, and shown by their browser tests. */
const isLarge = ({ id }: Scenario) =>
  [SCENARIO_IDS.invoice.large, SCENARIO_IDS.subscription.large].some((large) => large === id)
const scenarios = SCENARIOS.filter((scenario) => !isLarge(scenario))

test.each(scenarios.map((scenario) => [`${scenario.kind}: ${scenario.name}`, scenario] as const))(
  'the page shows %s',
  async (_, { kind, id, shows = [], never = [], unknown = [] }) => {
    const { queries, content } = await PAGES[kind](id)
    const html = await firstHtml(queries, content)
    expectHarmless(html)
    const words = textOfHtml(html)
    expect(shows.map(spaced).filter((text) => !words.includes(text))).toEqual([])
    for (const pattern of [...never, WRITTEN_OUT]) expect(words).not.toMatch(pattern)
    expect(unknown.filter((value) => !pillsOf(html).includes(value.trim()))).toEqual([])
  },
)

/** Each kind of failure, by its fault, and what the page says. What the console makes of it: response-problem.test.ts. */
test.each<[fault: string, kind: ResourceKind, words: RegExp]>([
  ['html', 'subscription', /sent an unreadable response/],
  ['redirect', 'customer', /sent an unreadable response/],
  ['401-error', 'invoice', /does not accept our key/],
  ['403-message', 'customer', /The billing API refused.*Words/],
  ['409-html', 'subscription', /The billing API refused(?!.*says: “).*See “Show the response”\./],
  ['500-text', 'invoice', /The billing API failed/],
  ['rate-limited', 'customer', /is busy.*in 7 s/],
  ['503-empty', 'subscription', /is busy.*in a moment/],
  ['drops', 'invoice', /cannot be reached/],
  ['truncated', 'customer', /response broke off/],
  ['hang-before', 'subscription', /did not respond in time/],
])('the page says why it shows no data after %s of a %s', async (fault, kind, words) => {
  const problem = await problemOf(kind, faultId(fault, 'page'))
  const html = await firstHtml([], <PageProblem problem={problem} />)
  expectHarmless(html)
  expect(textOfHtml(html)).toMatch(words)
})

const STRINGS = NAUGHTY_STRINGS.filter((text) => text.trim() !== '')
const naughty = (sample: object) =>
  STRINGS.map((text, index) => ({ ...Object(withEveryText(sample, text)), id: `${index}`, amount: 1 }))

test.each<[ResourceKind, object]>([
  ['subscription', { ...plainSubscription, plan: { ...plainPlan, prices: naughty(plainPrice) } }],
  ['invoice', { ...plainInvoice, invoiceLineItems: naughty(plainLine) }],
  ['customer', { results: naughty(plainTransaction), count: STRINGS.length, pages: 1, currentPage: 1 }],
])('the page of a %s shows every naughty string and runs none', async (kind, body) => {
  api().add(kind, 'naughty', jsonResponse({ ...body, id: 'naughty' }))
  const { queries, content } = await PAGES[kind]('naughty')
  const html = await firstHtml(queries, content)
  expectHarmless(html)
  const words = textOfHtml(html)
  expect(STRINGS.map(spaced).filter((text) => !words.includes(text))).toEqual([])
})

/** Returns the problem with which a page fails. */
async function problemOf(kind: ResourceKind, id: string): Promise<Problem> {
  try {
    await PAGES[kind](id)
  } catch (error) {
    if (error instanceof ProblemError) return error.problem
    throw error
  }
  throw new Error('It shows data')
}

/** Text that shows a value was printed without being read. */
const WRITTEN_OUT = /\b(undefined|NaN)\b|\[object \w+\]|Invalid Date/

/** Expects no foreign element, no handler, and links that lead to pages only. */
function expectHarmless(html: string): void {
  expect(html).not.toMatch(/<(iframe|object|embed|img)\b|<[^>]* on\w+="|\b(?:href|src)="(?![/?#]|https?:)/)
}

/** Collapses white space as a browser does. */
const spaced = (text: string) => text.replaceAll(/\s+/g, ' ')

/** Returns the texts of the dashed pills, in which an unknown value is shown. */
function pillsOf(html: string): string[] {
  return [...html.matchAll(/<span [^>]*\bborder-dashed\b/g)].map(({ index }) => {
    let depth = 0
    for (const tag of html.slice(index).matchAll(/<(\/?)span\b/g)) {
      depth += tag[1] === '/' ? -1 : 1
      if (depth === 0) return textOfHtml(html.slice(index, index + tag.index)).trim()
    }
    return ''
  })
}
