import type { ConsoleOperationName } from './operations'

/**
 * What each operation that access keys may run returns or does, in one or two sentences, for docs/openapi.json and for assistants. Not in
 * the table of operations, because the browser loads that.
 */
export const OPERATION_DESCRIPTIONS: Partial<Record<ConsoleOperationName, string>> = {
  getSubscription: 'A subscription with its plan, prices and billables, read from the billing API.',
  getRawSubscription: 'The billing API’s response for a subscription, as it was sent.',
  getSubscriptionHistory:
    'What people did to a subscription in this console, the newest first, at most 50. Changes made elsewhere are not in it.',
  proposeCancel: 'Proposes to cancel a subscription. Nothing is sent until another person approves it in the console.',
  proposeDelete: 'Proposes to delete a subscription. Nothing is sent until another person approves it in the console.',
  getChange: 'A cancel or delete with its state, from the proposal to the outcome.',
  listChanges:
    'Cancels and deletes, the newest first. Without `state` only those that were sent and whose outcome is not known: no proposals.',
  getInvoice:
    'An invoice with its lines, and the findings of its checks: sums, prices, periods, and lines that another invoice has too.',
  getRawInvoice: 'The billing API’s response for an invoice, as it was sent.',
  compareInvoices:
    'The differences between an invoice and the one before it, or another one, by price; they add up exactly.',
  listTransactions: 'A page of a customer’s ledger, read from the billing API.',
  listRawTransactions: 'The billing API’s response for a page of a ledger, as it was sent.',
  find: 'What an ID names: a subscription, an invoice or a customer. Asks the billing API. An invoice number is found only when the console has read the invoice.',
  suggest: 'Objects that the console knows whose name or ID begins with the text.',
  listSubscriptions:
    'The subscriptions that the console has read, with filters. `endDate` is when it is over: its last day is the one before midnight.',
  listInvoices: 'The invoices that the console has read, with the verdict of their checks and with filters.',
  sumInvoices:
    'The sums of the invoices that the console has read and that match the filters, by currency and status, and what is owed by age.',
  listCustomers: 'The customers that the console has read.',
  getCustomer:
    'A customer by the external ID of their ledger: balances, subscriptions and invoices that the console knows.',
  getApiCustomer: 'A customer by their ID in the billing API.',
  listDifferences: 'How the billing API’s responses differ from its interface document.',
  getRelated:
    'The invoices of a subscription, and the ledgers of an invoice or a customer, as far as the console has read them.',
  getAttention: 'How many objects need attention: overdue invoices, failed payments, subscriptions that end soon.',
  listReviews: 'The findings of an invoice that people have reviewed, with their reasons.',
  listNotes: 'The notes on a customer, a subscription or an invoice.',
  exportSubscriptions: 'A CSV of the subscriptions that match the filters.',
  exportInvoices: 'A CSV of the invoices that match the filters.',
  exportInvoiceLines: 'A CSV of every line of the invoices that match the filters. Each invoice is read again.',
  exportCustomers: 'A CSV of the customers that match the filters.',
  startCheck:
    'Starts a check: the console reads each object of a list again, and gives it a verdict. It changes nothing in billing.',
  listChecks: 'The checks of lists, the newest first, with their progress.',
  getCheck: 'A page of a check’s objects with their verdicts, and its counts.',
  listGaps: 'The gaps in the invoice numbers that the console knows.',
  exportCheck: 'A CSV of a check’s objects with their verdicts.',
  exportCheckLines: 'A CSV of every line of a check’s invoices. Each invoice is read again.',
  getCheckMonths: 'What a check’s invoices earn in each month, and what is deferred at its end, by plan and price.',
  exportCheckMonths: 'A CSV of the months of a check.',
  listBatches: 'The batches of cancels or deletes, the newest first, with their progress.',
  getBatch: 'A page of a batch’s subscriptions with the effect on each and its outcome.',
  exportBatch: 'A CSV of a batch’s subscriptions with effect and outcome.',
  listCredits: 'The credits outstanding at the end of a day, by customer, of the ledgers that were read whole.',
  exportCredits: 'A CSV of the credits outstanding at the end of a day.',
  downloadInvoicePdf: 'An invoice as PDF: the customer’s copy, or the internal one.',
  downloadInvoiceCsv: 'A CSV of an invoice’s lines.',
  exportTransactions: 'A CSV of a ledger, or of its entries that match the filters.',
  exportInvoiceEvidence: 'A signed ZIP that proves an invoice: responses, checks and audit.',
  exportCustomerEvidence: 'A signed ZIP that proves a customer’s month: responses, checks, ledger and audit.',
  exportChangeEvidence: 'A signed ZIP that proves a cancel or delete.',
  readLedger: 'Starts to read a customer’s whole ledger, which balances, months and explanations come from.',
  getLedgerRead: 'Whether a customer’s whole ledger was read, when, and what its checks found.',
  getBalanceChart: 'The balance of each pool at the end of each day.',
  explainChange:
    'Why a balance changed from the start of one day to the end of another: the sums by type, billable and block, which add up exactly.',
  listLedgerMonths: 'The sums of each month of a ledger, with opening and closing balances.',
  listLedgerBlocks: 'The blocks of a ledger with what was granted, used and expired.',
  listGrantedBlocks: 'The blocks that an invoice granted.',
  listFilterOptions: 'The types, billables, blocks and pools that a ledger’s entries name.',
  filterTransactions: 'The entries of a whole ledger that match the filters.',
  exportLedgerMonths: 'A CSV of the months of a ledger.',
  downloadLedgerMonthsPdf: 'The months of a ledger as PDF.',
  getStatus: 'The state of the console and of the billing API: latencies, failures, unknown values and fields.',
}
