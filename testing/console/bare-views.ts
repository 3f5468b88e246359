import type { SubscriptionChange } from '@/lib/changes/change'
import type { InvoiceLineItemView, InvoiceView } from '@/lib/invoices/invoice'
import type { BillableView, PriceView } from '@/lib/billing-api/price'
import type { PlanView, SubscriptionView } from '@/lib/subscriptions/subscription'
import type { TransactionView } from '@/lib/ledger/transaction'
import { billableView, planView, priceView } from '@/lib/billing-api/server/tolerant/subscription-view'
import { FieldReader } from '@/lib/billing-api/server/tolerant/field-reader'
import { lineItemView } from '@/lib/billing-api/server/tolerant/invoice-view'
import { transactionView } from '@/lib/billing-api/server/tolerant/transaction-view'
import { invoiceView, subscriptionView } from '@/testing/console/whole-views'

/** Views that have only the given fields. */

const context = { amountUnit: 'major', asOf: '2027-02-10T12:00:00.000Z' } as const
const nothing = () => new FieldReader({}, context)

export const bareSubscription = (sent: Partial<SubscriptionView> = {}): SubscriptionView => ({
  ...subscriptionView({ id: 'sub_1' }, context),
  drift: { items: [], total: 0 },
  ...sent,
})

export const bareInvoice = (sent: Partial<InvoiceView> = {}): InvoiceView => ({
  ...invoiceView({ id: 'inv_1' }, context),
  drift: { items: [], total: 0 },
  ...sent,
})

export const bareLine = (sent: Partial<InvoiceLineItemView> = {}): InvoiceLineItemView => ({
  ...lineItemView(nothing()),
  ...sent,
})

export const barePlan = (sent: Partial<PlanView> = {}): PlanView => ({ ...planView(nothing()), ...sent })

export const barePrice = (sent: Partial<PriceView> = {}): PriceView => ({ ...priceView(nothing()), ...sent })

export const bareBillable = (): BillableView => billableView(nothing())

export const bareTransaction = (sent: Partial<TransactionView> = {}): TransactionView => ({
  ...transactionView(nothing(), new Map()),
  ...sent,
})

/** A cancel that is in effect. */
export const bareChange = (changes: Partial<SubscriptionChange> = {}): SubscriptionChange => ({
  id: 'op_1',
  action: 'cancel',
  subscriptionId: 'sub_1',
  groupId: null,
  state: 'CONFIRMED',
  cause: { kind: 'onItsWay' },
  detail: '',
  nextCheckAt: null,
  isOpen: false,
  differences: [],
  actor: 'ann@example.com',
  reason: 'Asked for',
  ticket: null,
  requestId: 'test',
  createdAt: context.asOf,
  changedAt: context.asOf,
  upstreamStatus: null,
  upstreamMessage: null,
  upstreamBody: null,
  closed: null,
  proposal: null,
  ...changes,
})
