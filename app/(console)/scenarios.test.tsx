import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import type { Problem } from '@/contract/console/problem'
import { ProblemError } from '@/contract/console/problem-error'
import { invoiceFindings } from '@/lib/domain/invoice/invoice-findings'
import { planPrices } from '@/lib/domain/subscription/plan-prices'
import { readable, readableList } from '@/lib/format/unreadable'
import { operationQuery } from '@/lib/queries/operation-query'
import { subscriptionSummaryQuery, summariseSubscription } from '@/lib/queries/subscription-summary'
import { runOperation } from '@/lib/server/run-operation'
import { firstHtml, type Queries, textOfHtml } from '@/testing/console/rendered-page'
import { testContext } from '@/testing/console/test-context'
import { isMissing, READ_SCENARIOS, type ReadScenario, useFakeBillingApi } from '@/testing/console/use-fake-billing-api'
import { PageProblem } from './_shell/page-problem'
import { LedgerView } from './customers/[externalId]/transactions/ledger-view'
import { pageMarks } from './customers/[externalId]/transactions/table/page-marks'
import { TransactionDetails } from './customers/[externalId]/transactions/table/transaction-details'
import { InvoiceDetails } from './invoices/[invoiceId]/invoice-details'
import { LineItemDetails } from './invoices/[invoiceId]/line-items/line-item-details'
import { checkedSubscription } from './invoices/[invoiceId]/line-items/matching-lines'
import { BillableDetails } from './subscriptions/[id]/price-tree/billable-details'
import { PriceDetails } from './subscriptions/[id]/price-tree/price-details'
import { SubscriptionDetails } from './subscriptions/[id]/subscription-details'

/* What a page shows of another API's response, with all of its rows unfolded. `npm run prove` opens them in a browser (e2e/scenarios.spec.ts). */

useFakeBillingApi()

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
  const { isTrial } = checkedSubscription(summary ?? undefined)
  const { checkLine } = invoiceFindings(invoice.own, { isTrial, outside: [], compared: [] })
  return {
    queries: [
      [operationQuery('getInvoice', { invoiceId }).queryKey, invoice],
      ...(summary === null ? [] : [[subscriptionSummaryQuery(subscriptionId ?? '').queryKey, summary] as const]),
    ],
    content: (
      <>
        <InvoiceDetails invoiceId={invoiceId} />
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
  const marks = pageMarks(page)
  return {
    queries: [[operationQuery('listTransactions', search).queryKey, page]],
    content: (
      <>
        <LedgerView externalId={externalId} />
        {page.results
          .map((transaction, index) => ({ transaction, index }))
          .map(({ transaction, index }) => (
            <TransactionDetails key={index} transaction={transaction} marks={marks} />
          ))}
      </>
    ),
  }
}

const PAGES = { subscription: subscriptionPage, invoice: invoicePage, customer: ledgerPage }

/** Their page is that of other failures, or only larger. */
const isSlow = ({ gap, name }: ReadScenario) => gap === 'Deadlines' || ['20,000 lines', '3,000 prices'].includes(name)
const scenarios = READ_SCENARIOS.filter((scenario) => !isSlow(scenario))
const named = (of: readonly ReadScenario[]) =>
  of.map((scenario) => [`${scenario.kind}: ${scenario.gap}: ${scenario.name}`, scenario] as const)

/** Returns the problem with which the page of a scenario fails. */
async function problemOf({ kind, id }: ReadScenario): Promise<Problem> {
  try {
    await PAGES[kind](id)
  } catch (error) {
    if (error instanceof ProblemError) return error.problem
    throw error
  }
  throw new Error('It shows data')
}

test.each(named(scenarios.filter(({ problem }) => problem === undefined)))('the page shows %s', async (_, scenario) => {
  const { queries, content } = await PAGES[scenario.kind](scenario.id)
  const html = await firstHtml(queries, content)
  expectHarmless(html)
  expectWords(textOfHtml(html), scenario)
  expect(scenario.unknown?.filter((value) => !pillsOf(html).includes(value.trim())) ?? []).toEqual([])
})

const failing = scenarios.filter(({ problem }) => problem !== undefined)
test.each(named(failing.filter((scenario) => !isMissing(scenario))))(
  'the page says why it shows no data: %s',
  async (_, scenario) => {
    const html = await firstHtml([], <PageProblem problem={await problemOf(scenario)} />)
    expectHarmless(html)
    const words = textOfHtml(html)
    expectWords(words, scenario)
    expect(words).toMatch(scenario.problem ?? /./)
  },
)

// Next renders its page.
test.each(named(failing.filter(isMissing)))('the page does not exist: %s', async (_, scenario) => {
  expect(await problemOf(scenario)).toHaveProperty('code', 'not_found')
})

function expectWords(words: string, { shows = [], inOrder = [], never = [] }: ReadScenario): void {
  for (const text of shows) expect(words).toContain(spaced(text))
  expect(words).toMatch(new RegExp(inOrder.map(spaced).map(escaped).join('.*'), 's'))
  for (const pattern of never) expect(words).not.toMatch(pattern)
  expect(words).not.toMatch(/\b(undefined|NaN)\b|\[object \w+\]|Invalid Date/)
}

/** Expects no foreign element, no handler, and links that lead to pages only. */
function expectHarmless(html: string): void {
  expect(html).not.toMatch(/<(iframe|object|embed|img)\b|<[^>]* on\w+="|\b(?:href|src)="(?![/?#]|https?:)/)
}

/** Collapses white space as a browser does. */
const spaced = (text: string) => text.replaceAll(/\s+/g, ' ')
const escaped = (text: string) => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&')

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
