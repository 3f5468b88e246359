import type { InvoiceLineItemView } from '@/contract/console/invoice'

/** Whether a customer does not see the line: as `totals.customerTotal` counts it. */
export const isHiddenFromCustomer = ({ price }: InvoiceLineItemView) =>
  price?.billable?.hidden === true || price?.billable?.showOnInvoice === false
