import type { Invoice, InvoiceStatus } from '@/contract/billing/invoice'
import type { NetTerms } from '@/contract/billing/scalars'
import type { Whole } from '@/contract/billing/whole'
import { MONTHS } from '../../domain/billing-period'
import { customerIdOf, subscriptionIdOf, type Account } from './account'
import { plusDays, plusMonths } from './calendar'
import { lineItemsFor, type Months } from './line-items'
import type { Random } from './random'

/** An invoice with the fields that the demo ledger needs. */
export type DemoInvoice = Invoice &
  Pick<Whole<Invoice, keyof Invoice>, 'pendingDate' | 'issueDate' | 'dueDate' | 'vanityId' | 'invoiceLineItems'>

const MAX_INVOICES = 14
const DAYS_TO_PAY: Record<NetTerms, number> = { uponReceipt: 0, net30: 30, net60: 60, net90: 90 }

/** The merchant, the current instant and the generators that all demo objects share. */
export interface DemoContext {
  merchantId: string
  asOf: string
  random: Random
  /** Returns the next human-facing invoice number of a merchant. */
  nextVanityId: () => number
}

/** Returns an account's invoices, oldest first: one for each started period, at most the last 14. */
export function invoicesOf(account: Account, context: DemoContext): DemoInvoice[] {
  if (account.showsEveryInvoiceStatus) return invoiceOfEachStatus(account, context)
  if (!hasInvoices(account, context.asOf)) return []
  return periodsOf(account, context.asOf).map(({ start, months, number }) => {
    const terms = account.isAutoCharged ? 'uponReceipt' : account.netTerms
    const issueDate = plusDays(start, 1)
    const dates = { pendingDate: start, issueDate, dueDate: plusDays(issueDate, DAYS_TO_PAY[terms]) }
    const status = likelyStatus(account, dates, context)
    return invoice(account, `inv_${account.slug}_${number}`, months, dates, status, context)
  })
}

/** True when a charged period has started. */
export function hasInvoices({ status, startDate, isTrial, chargesUsageInTrial }: Account, asOf: string): boolean {
  if (status === 'draft' || status === 'deleted' || startDate >= asOf) return false
  return !isTrial || chargesUsageInTrial
}

/** Returns the started periods, numbered from 1. */
function periodsOf(account: Account, asOf: string): { start: string; months: Months; number: number }[] {
  const { startDate, endDate, cadence } = account
  const count = MONTHS[cadence] ?? 1
  const until = endDate !== null && endDate < asOf ? endDate : asOf
  const periods: { start: string; months: Months; number: number }[] = []
  for (let number = 1; ; number += 1) {
    const first = (number - 1) * count
    const start = plusMonths(startDate, first)
    const hasBegun = start < until && (cadence !== 'oneTime' || number === 1)
    if (!hasBegun) break
    periods.push({ start, months: { first, count }, number })
  }
  return periods.slice(-MAX_INVOICES)
}

const ON_ITS_WAY: InvoiceStatus[] = [
  'paused',
  'readyToSync',
  'syncing',
  'readyToCollect',
  'pendingPayment',
  'readyToSend',
  'sending',
]
/** Statuses from the coming month back to the first, so that each fits the age of its invoice. */
const STATUS_BY_MONTH: InvoiceStatus[] = [
  'draft',
  'pending',
  'issued',
  'paymentActionRequired',
  'paymentFailed',
  'overdue',
  'paid',
  'void',
  'uncollectible',
  'deletedFromPaymentGateway',
  'test',
  ...ON_ITS_WAY,
]

/** Returns an invoice in each status, one a month. Seats are charged by the year, the rest by quarter or month. */
function invoiceOfEachStatus(account: Account, context: DemoContext): DemoInvoice[] {
  return STATUS_BY_MONTH.map((status, index) => {
    const first = STATUS_BY_MONTH.length - 1 - index
    const monthEnd = plusMonths(account.startDate, first + 1)
    // A pending invoice was billed late, otherwise it would be long overdue.
    const pendingDate = ON_ITS_WAY.includes(status) ? plusDays(context.asOf, -12) : monthEnd
    const issueDate = plusDays(pendingDate, 2)
    const dates = { pendingDate, issueDate, dueDate: plusDays(issueDate, DAYS_TO_PAY[account.netTerms]) }
    return invoice(account, `inv_${account.slug}_${status}`, { first, count: 1 }, dates, status, context)
  })
}

type Dates = Pick<DemoInvoice, 'pendingDate' | 'issueDate' | 'dueDate'>

function invoice(
  account: Account,
  id: string,
  months: Months,
  dates: Dates,
  status: InvoiceStatus,
  { merchantId, asOf, random, nextVanityId }: DemoContext,
): DemoInvoice {
  const vanityId = nextVanityId()
  const createdAt = dates.pendingDate < asOf ? dates.pendingDate : asOf
  const updatedAt = dates.issueDate < asOf ? dates.issueDate : createdAt
  const isKnownToGateway = account.gateway !== null && !BEFORE_THE_GATEWAY.has(status)
  const lineItems = lineItemsFor(account, months, random).map((item, index) => ({
    ...item,
    id: `li_${id.slice(4)}_${index + 1}`,
    invoiceId: id,
    merchantId,
    createdAt,
    updatedAt: createdAt,
  }))
  return {
    id,
    createdAt,
    updatedAt,
    ...dates,
    externalId: isKnownToGateway ? `${account.gateway}_${1_000_000 + vanityId}` : null,
    status,
    vanityId: String(vanityId),
    vanityIdString: String(vanityId),
    customerId: customerIdOf(account),
    merchantId,
    subscriptionId: subscriptionIdOf(account),
    autoSyncInvoice: account.gateway === null ? null : true,
    autoSendInvoice: account.gateway === null ? null : !account.isAutoCharged,
    autoChargeInvoice: account.gateway === null ? null : account.isAutoCharged,
    paymentGateway: account.gateway,
    invoiceLineItems: lineItems,
  }
}

const BEFORE_THE_GATEWAY = new Set<InvoiceStatus>(['test', 'draft', 'pending', 'paused', 'readyToSync', 'syncing'])

/** Returns a plausible status: old invoices are mostly paid, recent ones pending, due or overdue. */
function likelyStatus(account: Account, { issueDate, dueDate }: Dates, { asOf, random }: DemoContext): InvoiceStatus {
  if (issueDate > asOf) return 'pending'
  if (account.isTrial) return 'draft'
  const isLate = dueDate < plusDays(asOf, -5)
  if (isLate && dueDate < plusDays(asOf, -60))
    return random.chance(0.93) ? 'paid' : random.pick(['void', 'uncollectible'])
  if (isLate) return random.chance(0.8) ? 'paid' : account.isAutoCharged ? 'paymentFailed' : 'overdue'
  if (account.isAutoCharged) return random.pick(['paid', 'pendingPayment', 'paymentActionRequired', 'readyToCollect'])
  return random.pick(['issued', 'issued', 'paid', 'readyToSend', 'sending', 'syncing'])
}
