import type { ImportLine } from '../import-line'
import { customerIdOf, subscriptionIdOf, subscriptionOf, type Account } from './account'
import { demoCatalogue } from './catalogue'
import { crowdAccount } from './crowd'
import { hasInvoices, invoicesOf } from './invoices'
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
  const entryCounts = shareOut(
    options.transactions,
    accounts.map((account, index) => ledgerWeight(account, index, options)),
  )
  let vanityId = 1_000
  const nextVanityId = () => (vanityId += 1)

  for (const [index, account] of accounts.entries()) {
    const random = seededRandom(`${seed}/${account.slug}`)
    const { externalId, name, email } = account
    yield { kind: 'customer', data: { id: customerIdOf(account), externalId, name, email } }
    yield { kind: 'subscription', data: subscriptionOf(account, merchantId, asOf) }
    const invoices = invoicesOf(account, { merchantId, asOf, random, nextVanityId })
    for (const invoice of invoices) yield { kind: 'invoice', data: invoice }
    for (const entry of ledgerOf(account, invoices, entryCounts[index] ?? 0, { merchantId, asOf, random })) {
      yield { kind: 'transaction', data: entry }
    }
  }
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
