import type { ImportLine } from '../import-line'
import { customerIdOf, subscriptionIdOf, subscriptionOf, type Account } from './account'
import { demoCatalogue } from './catalogue'
import { crowdAccount } from './crowd'
import { type DemoContext, hasInvoices, invoicesOf } from './invoices'
import { ledgerOf } from './ledger'
import { seededRandom } from './random'
import { showcaseAccounts } from './showcase'

interface DemoOptions {
  merchantId: string
  /** Number of customers: the accounts to try, which always exist, and a crowd. */
  customers: number
  transactions: number
  seed: string
  /** The current instant of the data; the same instant gives the same data. */
  asOf: string
}

/** A suggested id and what it shows. */
interface Highlight {
  kind: 'customer' | 'subscription' | 'invoice'
  /** The id as entered in the console: for a customer, the external id. */
  id: string
  shows: string
}

/** Factor by which the first ledger is longer than the others. */
const FIRST_LEDGER_WEIGHT = 8

/** Yields demo data as import lines, account by account. */
export function* demoLines(options: DemoOptions): Generator<ImportLine> {
  const { merchantId, asOf, seed } = options
  const accounts = accountsOf(options)
  const weights = accounts.map((account, index) => ledgerWeight(account, index, options))
  const entryCounts = shareOut(options.transactions, weights)
  let vanityId = 1_000
  const nextVanityId = () => (vanityId += 1)

  for (const [index, account] of accounts.entries()) {
    const random = seededRandom(`${seed}/${account.slug}`)
    const context = { merchantId, asOf, random, nextVanityId }
    const { customer, subscription, invoices, entries } = objectsOf(account, entryCounts[index] ?? 0, context)
    yield { kind: 'customer', data: customer }
    yield { kind: 'subscription', data: subscription }
    for (const invoice of invoices) yield { kind: 'invoice', data: invoice }
    for (const entry of entries) yield { kind: 'transaction', data: entry }
  }
}

function objectsOf(account: Account, entryCount: number, context: DemoContext) {
  const { externalId, name, email } = account
  const invoices = invoicesOf(account, context)
  return {
    customer: { id: customerIdOf(account), externalId, name, email },
    subscription: subscriptionOf(account, context.merchantId, context.asOf),
    invoices,
    entries: ledgerOf(account, invoices, entryCount, context),
  }
}

/** Returns Acme, the first customer of the demo, with an invoice that it has on every day and two ledger entries. */
export function demoExample(merchantId: string, asOf: string) {
  const [account] = showcaseAccounts(demoCatalogue(merchantId, asOf), asOf)
  if (!account) throw new TypeError('the demo has no accounts')
  const context = { merchantId, asOf, random: seededRandom('example'), nextVanityId: () => 1_042 }
  const { customer, subscription, invoices, entries } = objectsOf(account, 2, context)
  const invoice = invoices.find(({ id }) => id === 'inv_acme_12')
  if (!invoice) throw new TypeError('the first account of the demo has no such invoice')
  return { customer, subscription, invoice, entries: [...entries] }
}

/** Returns the suggested ids, the customer with the longest ledger first. */
export function demoHighlights(options: DemoOptions): Highlight[] {
  const examples = showcaseAccounts(demoCatalogue(options.merchantId, options.asOf), options.asOf)
  const [first] = examples
  const allStatuses = examples.find((account) => account.showsEveryInvoiceStatus)
  const customers = examples.filter((account) => ledgerWeight(account, 0, options) > 0 || account === allStatuses)
  return [
    ...customers.map((account) => ({
      kind: 'customer' as const,
      id: account.externalId,
      shows: account === first ? 'the longest ledger' : account === allStatuses ? 'no ledger entries' : 'a ledger',
    })),
    ...examples.map((account) => ({
      kind: 'subscription' as const,
      id: subscriptionIdOf(account),
      shows: account.shows ?? account.status,
    })),
    ...['paid', 'overdue', 'issued', 'paymentFailed', 'paymentActionRequired', 'draft', 'void', 'uncollectible'].map(
      (status) => ({ kind: 'invoice' as const, id: `inv_${allStatuses?.slug}_${status}`, shows: status }),
    ),
  ]
}

function accountsOf({ merchantId, asOf, customers, seed }: DemoOptions): Account[] {
  const catalogue = demoCatalogue(merchantId, asOf)
  const examples = showcaseAccounts(catalogue, asOf)
  const crowd = Array.from({ length: Math.max(0, customers - examples.length) }, (_, index) =>
    crowdAccount(index + 1, catalogue, asOf, seededRandom(`${seed}/crowd/${index + 1}`)),
  )
  return [...examples, ...crowd]
}

/** Returns the relative length of the ledger; 0 when the account has no invoices to bring allocations. */
function ledgerWeight(account: Account, index: number, { asOf }: DemoOptions): number {
  if (account.offer.allocations.length === 0 || account.showsEveryInvoiceStatus || !hasInvoices(account, asOf)) return 0
  return index === 0 ? FIRST_LEDGER_WEIGHT : 1 + (index % 3)
}

/** Splits `total` by weight into whole numbers; the first gets the remainder. */
function shareOut(total: number, weights: number[]): number[] {
  const sum = weights.reduce((before, weight) => before + weight, 0)
  const shares = weights.map((weight) => Math.floor((total * weight) / sum))
  const left = total - shares.reduce((before, share) => before + share, 0)
  return shares.map((share, index) => (index === 0 ? share + left : share))
}
