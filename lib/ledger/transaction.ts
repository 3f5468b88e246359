import type { AllocationBlock, Transaction } from '@/contract/billing/transaction'
import type { Drift, Field, ViewOf } from '@/lib/billing-api/view-of'

/** An amount of a filter: "-12.50". */
export const FILTER_AMOUNT = String.raw`-?\d{1,40}(\.\d{1,60})?`

/** The allocation block of an entry (section 2.6), with nested fields on the same level. */
export interface AllocationBlockView extends Pick<
  ViewOf<typeof AllocationBlock.shape>,
  'id' | 'amount' | 'customPricingUnitId'
> {
  /** The unit of the amounts, `customPricingUnit.displayName`. */
  pricingUnit?: Field<string>
  invoiceId?: Field<string>
  invoiceVanityId?: Field<string>
  billingCadence?: Field<string>
  planName?: Field<string>
}

/** One ledger entry as the console shows it (section 2.6). The sign of `amount` is the API's own. */
export interface TransactionView extends Omit<ViewOf<typeof Transaction.shape>, 'customerId' | 'allocationBlock'> {
  allocationBlock?: AllocationBlockView
  /** True when the API sends money in minor units and no custom pricing unit is named: this amount is as sent, without a currency. */
  isUnitUncertain?: boolean
}

/** A customer of the billing API that a ledger belongs to, and an entry that proves it. */
export interface LedgerCustomer {
  id: string
  transactionId: string | null
}

/** A page of a customer's ledger, in the order the API sent it. */
export interface TransactionPageView {
  externalId: string
  results: TransactionView[]
  /** The customers that its entries name (`customerId`); usually one. */
  customers: LedgerCustomer[]
  /** Null when the API sent none. */
  count: number | null
  pages: number | null
  currentPage: number
  pageSize: number
  drift: Drift
  asOf: string
}
