import { z } from 'zod'
import { Invoice } from './invoice'
import { MAX_PAGE, MAX_PAGE_SIZE } from './limits'
import type { BillingErrorCode } from './problem'
import { Id } from './scalars'
import { ExpandedSubscription, Subscription } from './subscription'
import { TransactionPage } from './transaction'

export const CancelSubscriptionInput = z.object({ id: Id, externalCustomerId: Id.optional() })
export const CancelSubscriptionOutput = z.object({ cancelled: z.literal(true), subscription: Subscription })
export const DeleteSubscriptionInput = z.object({ id: Id })
export const GetSubscriptionInput = z.object({ id: Id })
export const GetInvoiceInput = z.object({ invoiceId: Id })

export const TransactionOrder = z.enum(['asc', 'desc'])

/** Pages count from 1; `order` applies to `createdAt`, ties by id (section 4.5, gaps.md). */
export const ListTransactionsInput = z.object({
  externalId: Id,
  page: z.int().min(1).max(MAX_PAGE).default(1),
  pageSize: z.int().min(1).max(MAX_PAGE_SIZE).default(20),
  order: TransactionOrder.default('desc'),
  orderBy: z.literal('createdAt').default('createdAt'),
})

/** An operation of the billing API: its path, input, output and errors. */
export interface BillingOperation {
  summary: string
  /** The group of the OpenAPI document. */
  tag: 'Subscriptions' | 'Invoices' | 'Transactions'
  method: 'GET' | 'POST' | 'DELETE'
  /** Path with its parameters in braces; each parameter is one percent-encoded segment. */
  path: string
  /** Input fields in the query string, and those in the JSON body; all others are path parameters. */
  query: readonly string[]
  body: readonly string[]
  input: z.ZodObject
  status: 200 | 204
  /** Body of a successful response; null when it has none. */
  output: z.ZodType | null
  errors: readonly BillingErrorCode[]
}

/** The five operations of the interface (section 4). */
export const BILLING_OPERATIONS = {
  cancelSubscription: {
    summary: 'Cancel subscription',
    tag: 'Subscriptions',
    method: 'POST',
    path: '/external/subscriptions/{id}/cancel',
    query: [],
    body: ['externalCustomerId'],
    input: CancelSubscriptionInput,
    status: 200,
    output: CancelSubscriptionOutput,
    errors: ['subscription_not_found', 'customer_mismatch', 'not_cancellable', 'outcome_unknown'],
  },
  deleteSubscription: {
    summary: 'Delete subscription',
    tag: 'Subscriptions',
    method: 'DELETE',
    path: '/external/subscriptions/{id}',
    query: [],
    body: [],
    input: DeleteSubscriptionInput,
    status: 204,
    output: null,
    errors: ['subscription_not_found', 'subscription_active', 'outcome_unknown'],
  },
  getSubscription: {
    summary: 'Get subscription with expanded data',
    tag: 'Subscriptions',
    method: 'GET',
    path: '/external/subscriptions/{id}/expanded',
    query: [],
    body: [],
    input: GetSubscriptionInput,
    status: 200,
    output: ExpandedSubscription,
    errors: ['subscription_not_found'],
  },
  getInvoice: {
    summary: 'Get invoice with line items',
    tag: 'Invoices',
    method: 'GET',
    path: '/external/invoices/{invoiceId}/with-line-items',
    query: [],
    body: [],
    input: GetInvoiceInput,
    status: 200,
    output: Invoice,
    errors: ['invoice_not_found'],
  },
  listTransactions: {
    summary: 'Get customer transactions',
    tag: 'Transactions',
    method: 'GET',
    path: '/external/customers/external-id/{externalId}/transactions',
    query: ['page', 'pageSize', 'order', 'orderBy'],
    body: [],
    input: ListTransactionsInput,
    status: 200,
    output: TransactionPage,
    errors: ['customer_not_found'],
  },
} as const satisfies Record<string, BillingOperation>

export type BillingOperationName = keyof typeof BILLING_OPERATIONS
export type CancelSubscriptionInput = z.infer<typeof CancelSubscriptionInput>
export type CancelSubscriptionOutput = z.infer<typeof CancelSubscriptionOutput>
export type DeleteSubscriptionInput = z.infer<typeof DeleteSubscriptionInput>
export type GetSubscriptionInput = z.infer<typeof GetSubscriptionInput>
export type GetInvoiceInput = z.infer<typeof GetInvoiceInput>
export type TransactionOrder = z.infer<typeof TransactionOrder>
export type ListTransactionsInput = z.infer<typeof ListTransactionsInput>
