import type { AllocationBlock, Transaction } from '@/contract/billing/transaction'
import type { Drift, Field, ViewOf } from '@/lib/billing-api/view-of'

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

/** The length of an amount's bar. */
export interface AmountShare {
  /** From 0 to 1, the full length. */
  share: number
  /** True when the amount is larger than the full length stands for. */
  isClipped?: true
}

/** What follows for an entry from the other entries of its page. */
export interface EntryMarks {
  /** Absent for an amount that could not be read. */
  share?: AmountShare | undefined
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
  /** The marks of each of the results; absent on a page that is read in the background. */
  marks?: EntryMarks[]
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
