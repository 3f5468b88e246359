import type { ConsoleOperationName, ConsoleOutput } from '@/contract/console/operations'
import type { SoFar } from '@/contract/console/whole-ledger'
import { isOutputOf } from './is-output-of'

/** The tools whose results have only what the console has read. */
const INDEX_TOOLS: ReadonlySet<ConsoleOperationName> = new Set([
  'listSubscriptions',
  'listInvoices',
  'sumInvoices',
  'listCustomers',
  'listCredits',
  'listGrantedBlocks',
  'getCustomer',
  'getRelated',
  'getAttention',
])
/** The tools whose results come from the read of a whole ledger. */
const LEDGER_TOOLS: ReadonlySet<ConsoleOperationName> = new Set([
  'getBalanceChart',
  'listLedgerMonths',
  'listLedgerBlocks',
  'filterTransactions',
])

const ONLY_READ = 'This is only what this console has read: there may be more. Read an object by its ID.'
const UNKNOWN_CUSTOMER =
  'This console has read nothing of this customer. For an external ID, call read_ledger. For a customer ID of the billing API, call find.'
const ONLY_OPEN =
  'This list has only changes whose outcome is not known yet. Call it with the state "all" for finished changes and proposals.'
const NO_EARLIER_INVOICE =
  'This console has read no earlier invoice of the subscription. There may be one: read it by its ID, or name it in "with".'
const NO_SUCH_INVOICE = 'The billing API does not have the other invoice. Check its ID.'
const NEWEST_READ =
  'The other invoice is the newest earlier one that this console has read. A later one may exist: name both invoices in a reply.'
const EMPTY_LEDGER =
  'The billing API may answer without transactions for any ID, and beyond the last page. This does not prove that the customer exists, or has none: check the external ID and the page.'
const INCOMPLETE_SEARCH = 'Not everything could be searched: see "unanswered". Do not say that the ID does not exist.'
const UNREAD_LEDGER =
  'This ledger was not read yet, so nothing is known. Call read_ledger, then get_ledger_read until its state is not "running". If it is "partial", say why, and give no figures.'
const PARTIAL_LEDGER =
  'Only a part of this ledger was read, so these figures are not final. Call get_ledger_read. Wait while its state is "running"; otherwise call read_ledger.'
const LEDGER_AS_OF =
  'These figures end at "asOf" in "data". Call read_ledger for later transactions. A pool with breaks, or with the basis "unsigned", has no certain balance.'
const NOT_READ_TO_LAST_DAY =
  'This ledger was not read up to the last day. Call read_ledger, then get_ledger_read until its state is not "running", and ask again.'

/**
 * Returns what a result does not prove, and which tool to call next, in words of this console alone; undefined when there is nothing to
 * say.
 */
export function nextStepOf(name: ConsoleOperationName, input: object, output: object): string | undefined {
  if (isOutputOf('find', name, output)) {
    if (output.unanswered.length > 0) return INCOMPLETE_SEARCH
    return output.hits.some(({ empty }) => empty === true) ? EMPTY_LEDGER : undefined
  }
  if (isOutputOf('listTransactions', name, output)) return output.results.length === 0 ? EMPTY_LEDGER : undefined
  if (isOutputOf('listChanges', name, output)) return Object(input).state === 'open' ? ONLY_OPEN : undefined
  if (isOutputOf('compareInvoices', name, output)) {
    if (output.other === null) return output.otherId === null ? NO_EARLIER_INVOICE : NO_SUCH_INVOICE
    return Object(input).with === undefined ? NEWEST_READ : undefined
  }
  if (isOutputOf('explainChange', name, output)) {
    if (output.asOf === null) return UNREAD_LEDGER
    return output.isComplete ? undefined : NOT_READ_TO_LAST_DAY
  }
  if (LEDGER_TOOLS.has(name)) return ledgerStep(output)
  if (isOutputOf('getCustomer', name, output) && isUnknownCustomer(output)) return UNKNOWN_CUSTOMER
  return INDEX_TOOLS.has(name) ? ONLY_READ : undefined
}

interface LedgerFigures {
  asOf?: string | null
  soFar?: SoFar | null
  isComplete?: boolean
}

/** Returns why the figures of a ledger are missing or not final, or how old they are. */
function ledgerStep({ asOf = null, soFar = null, isComplete = true }: LedgerFigures): string {
  if (asOf === null) return UNREAD_LEDGER
  return soFar === null && isComplete ? LEDGER_AS_OF : PARTIAL_LEDGER
}

type Customer = ConsoleOutput<'getCustomer'>

const isUnknownCustomer = ({ ledgers, customerIds, subscriptions, invoices, unread, conflict }: Customer) =>
  conflict === null && [ledgers, customerIds, subscriptions, invoices, unread].every((list) => list.length === 0)
