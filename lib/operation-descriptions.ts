import type { ConsoleOperationName } from '@/lib/core/operations'

/**
 * Describes each operation that access keys may run, for docs/openapi.json and for assistants, in one or two sentences. Separate from the
 * table of operations, which the browser loads.
 */
export const OPERATION_DESCRIPTIONS: Partial<Record<ConsoleOperationName, string>> = {
  getSubscription: 'A subscription with its plan, prices and billables, read from the billing API.',
  getRawSubscription: 'The billing API’s response for a subscription, as it was sent.',
  getSubscriptionHistory:
    'The newest 50 audit entries about a subscription: who requested a change in this console, why, and its `outcome`. An entry does not prove that anything changed. Changes made elsewhere are not in it.',
  proposeCancel: 'Proposes to cancel a subscription. Nothing is sent until another person approves it in the console.',
  proposeDelete: 'Proposes to delete a subscription. Nothing is sent until another person approves it in the console.',
  getChange: 'A cancel or delete with its state, from the proposal to the outcome.',
  listChanges:
    'Cancels and deletes that were requested in this console, the newest first. By default only those whose outcome is not known yet; finished ones and proposals need another `state`. `groups` says how far the groups of these changes are.',
  exportChanges: 'A CSV of the cancels and deletes that the activity of the user shows, or of those of a group.',
  getInvoice:
    'An invoice with its lines and the findings of its own checks: sums, prices and periods. The list of invoices and the tool’s `inWords` also compare it with other invoices.',
  getRawInvoice: 'The billing API’s response for an invoice, as it was sent.',
  compareInvoices:
    'The differences between an invoice and an earlier one, by price. By default the earlier one is the newest of the subscription that the console has read. `bridge` says why when they can’t be compared.',
  listTransactions: 'A page of a customer’s ledger, read from the billing API.',
  listRawTransactions: 'The billing API’s response for a page of a ledger, as it was sent.',
  find: 'Finds the subscription, invoice or customer with an ID. Asks the billing API; an invoice number is found only after the console has read the invoice.',
  suggest: 'Objects that the console knows whose name or ID begins with the text.',
  listSubscriptions:
    'The subscriptions that the console has read, with filters. `endDate` is the first moment after the end: with 2026-12-01T00:00Z the last day is 30 Nov. A date without a time is itself the last day.',
  listInvoices: 'The invoices that the console has read, with the verdict of their checks and with filters.',
  sumInvoices:
    'The sums of the invoices that the console has read and that match the filters, by currency and status, and what is owed by age.',
  listCustomers: 'The customers that the console has read.',
  getCustomer:
    'A customer by the external ID of their ledger: balances, subscriptions and invoices that the console knows.',
  getApiCustomer: 'A customer by their ID in the billing API.',
  listDifferences: 'How the billing API’s responses differ from its interface document.',
  getRelated:
    'Up to 50 invoices of a subscription, and up to 20 ledgers, as far as the console has read them. Only those in `externalIds` belong to the customer; the other `ledgers` only name an invoice.',
  getAttention: 'How many objects need attention: overdue invoices, failed payments, subscriptions that end soon.',
  listReviews: 'The findings of an invoice that people have reviewed, with their reasons.',
  listNotes: 'The notes on a customer, a subscription or an invoice.',
  exportSubscriptions: 'A CSV of the subscriptions that match the filters.',
  exportInvoices: 'A CSV of the invoices that match the filters.',
  exportInvoiceLines: 'A CSV of every line of the invoices that match the filters. Each invoice is read again.',
  exportCustomers: 'A CSV of the customers that match the filters.',
  readThese:
    'Starts to read the objects of a list again, in the background. Afterwards the list with the filter `run` has them. It changes nothing in billing.',
  listReads: 'The runs that read the objects of a list again, the newest first, with their progress.',
  getRead: 'How far a run of `readThese` is, and the IDs that were not found or not read.',
  listCredits: 'The credits outstanding at the end of a day, by customer, of the ledgers that were read whole.',
  exportCredits: 'A CSV of the credits outstanding at the end of a day.',
  printInvoiceMonth:
    'The invoices issued in a month for paper: their sums, each invoice, and what is missing. At most 5,000 invoices.',
  printInvoice: 'An invoice for paper: the customer’s copy, or the internal one.',
  downloadInvoiceCsv: 'A CSV of an invoice’s lines.',
  exportTransactions: 'A CSV of a ledger, or of its entries that match the filters.',
  readLedger: 'Starts to read a customer’s whole ledger, which balances, months and explanations come from.',
  getLedgerRead: 'Whether a customer’s whole ledger was read, when, and what its checks found.',
  getBalanceChart:
    'The balance of the first twelve pools after each day with entries; by month for more than 400 days.',
  explainChange:
    'Why a balance changed from the start of one day to the end of another: the sums by type, billable and block. They add up exactly with `unexplained`.',
  listLedgerMonths: 'The sums of each month of a ledger, with opening and closing balances.',
  listLedgerBlocks: 'The blocks of a ledger with what was granted, used and expired.',
  listGrantedBlocks:
    'The blocks that an invoice granted, in the ledgers that the console has read. A block with `soFar` is of a ledger that was read only in part.',
  listFilterOptions: 'The types, billables, blocks and pools that a ledger’s entries name.',
  filterTransactions:
    'The entries of a ledger that was read, up to its `asOf`, that match the filters: the newest first, in parts. While `nextBeforePage` is not null there are more to search.',
  exportLedgerMonths: 'A CSV of the months of a ledger.',
  printMonths: 'The months of a ledger for paper.',
  getStatus: 'The state of the console and of the billing API: latencies, failures, unknown values and fields.',
}
