import { operationOf, type OutputOf } from '@/lib/operations'
import type { OperationName } from '@/lib/core/operations'
import type { LedgerPool, SoFar } from '@/lib/ledger/whole-ledger'
import { invoiceCurrency } from '@/lib/invoices/total-labels'
import { invoiceReply } from '@/lib/invoices/invoice-reply'
import { changeExplainedReply } from '@/lib/ledger/change-explained-reply'
import { forecast } from '@/lib/subscriptions/forecast'
import { subscriptionReply } from '@/lib/subscriptions/subscription-reply'
import { formatAmount, formatCount, IN_MINOR_UNITS } from '@/lib/money/amount'
import { changeLabel } from '@/lib/changes/change-state-label'
import { ENGLISH } from '@/lib/text/english'
import { CHECK_VERDICT_NAMES } from '@/lib/objects/status-names'
import { chargingNote, contradictions } from '@/lib/subscriptions/subscription-rules'
import { readable } from '@/lib/billing-api/unreadable'
import { blocksRestLabel, EXPIRY_NOT_SENT, upcomingLabel } from '@/lib/ledger/ledger-labels'
import type { OperationContext } from '@/lib/core/server/operation-context'
import { judgedInvoice } from './judged-invoice'

/**
 * Returns a result in words: the reply to the customer or why there is none, the verdict on an invoice, and the state of a change.
 */
export async function wordsOf(name: OperationName, context: OperationContext, output: object): Promise<object> {
  if (isOutputOf('getSubscription', name, output)) return subscriptionWords(output)
  if (isOutputOf('getInvoice', name, output)) return invoiceWords(context, output)
  if (isOutputOf('explainChange', name, output)) return explanationWords(output)
  if (isOutputOf('getBalanceChart', name, output)) return balanceWords(output)
  if (isOutputOf('listLedgerBlocks', name, output)) return blocksWords(output)
  return isChangeReport(name, output) ? { state: changeLabel(output.change).text, detail: output.change.detail } : {}
}

function subscriptionWords(output: OutputOf<'getSubscription'>) {
  const reply = subscriptionReply(output, forecast(output, output.asOf), ENGLISH)
  const note = chargingNote(output)
  return {
    ...(typeof reply === 'object' ? { noReply: reply.why } : { reply }),
    ...(output.isInMinorUnits && { amounts: IN_MINOR_UNITS }),
    findings: [...contradictions(output), ...(note === undefined ? [] : [note])],
  }
}

async function invoiceWords(context: OperationContext, output: OutputOf<'getInvoice'>) {
  const { index } = context.environment
  await index.writtenSoon()
  const judged = await judgedInvoice(context, output)
  const currency = invoiceCurrency(output, index.termsOf(readable(output.subscriptionId) ?? '')?.currency)
  const reply = invoiceReply(output, currency, ENGLISH)
  return {
    ...(reply !== null ? { reply } : { noReply: 'No reply: the data do not allow a certain one.' }),
    currency,
    ...(output.isInMinorUnits && { amounts: IN_MINOR_UNITS }),
    verdict: CHECK_VERDICT_NAMES[judged?.verdict ?? 'unchecked'],
    findings: judged?.findings ?? ['It could not be compared with other invoices.'],
  }
}

/** Says what the page says beside each balance. */
function balanceWords({ charts, asOf, soFar }: OutputOf<'getBalanceChart'>) {
  const balances = charts.flatMap(({ pool, basis, gaps, balance, upcoming }) => {
    if (basis === 'unsigned' || balance === null || asOf === null || soFar !== null) return []
    const unit = unitOf(pool)
    if (gaps > 0) return `${unit}: not certain, ${formatCount(gaps, 'gap')} between balances`
    const later = upcomingLabel(upcoming, balance, asOf)
    return `${formatAmount(balance)} ${unit} left${later === null ? '' : `, ${later}`}`
  })
  return balances.length === 0 ? {} : { balances }
}

/** Says what the page says above and below the blocks. */
const blocksWords = ({ blocks, rests }: OutputOf<'listLedgerBlocks'>) => ({
  ...(blocks.every(({ expiring }) => expiring === null) && { expiry: EXPIRY_NOT_SENT }),
  ...(rests.length > 0 && { rests: rests.map((rest) => `${unitOf(rest.pool)}: ${blocksRestLabel(rest)}`) }),
})

const unitOf = ({ unitName, unitId }: LedgerPool): string => unitName ?? unitId ?? 'no unit'

function explanationWords({ isComplete, pools, ...days }: OutputOf<'explainChange'>) {
  if (!isComplete) return {}
  const replies = pools.map((explanation) => changeExplainedReply(explanation, days, ENGLISH))
  return replies.length === 0 || replies.includes(null)
    ? { noReply: 'The change of at least one pool is not certain. A person must look at it: give the link.' }
    : { reply: replies.join(' ') }
}

const isChangeReport = (name: OperationName, output: object): output is OutputOf<'getChange'> =>
  isOutputOf('proposeCancel', name, output) ||
  isOutputOf('proposeDelete', name, output) ||
  isOutputOf('getChange', name, output)

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
const READS =
  'While the state is "running", call get_read again. Then call list_invoices, list_subscriptions or list_customers with the ID as "run".'
const EMPTY_LEDGER =
  'The billing API may answer without transactions for any ID, and beyond the last page. This does not prove that the customer exists, or has none: check the external ID and the page.'
const INCOMPLETE_SEARCH = 'Not everything could be searched: see "unanswered". Do not say that the ID does not exist.'
const UNREAD_LEDGER =
  'This ledger was not read yet, so nothing is known. Call read_ledger, then get_ledger_read until its state is not "running". If it is "partial", say why, and give no figures.'
const PARTIAL_LEDGER =
  'Only a part of this ledger was read, so these figures are not final. Call get_ledger_read. Wait while its state is "running"; otherwise call read_ledger.'
const LEDGER_AS_OF =
  'These figures end at "asOf" in "data". Call read_ledger for later transactions. A pool with gaps between its balances, or with the basis "unsigned", has no certain balance.'
const NOT_READ_TO_LAST_DAY =
  'This ledger was not read up to the last day. Call read_ledger, then get_ledger_read until its state is not "running", and ask again.'

/**
 * Returns what a result does not prove, and which tool to call next, in words of this console alone; undefined when there is nothing to
 * say.
 */
export function nextStepOf(name: OperationName, input: object, output: object): string | undefined {
  if (isOutputOf('find', name, output)) {
    if (output.unanswered.length > 0) return INCOMPLETE_SEARCH
    return output.hits.some(({ empty }) => empty === true) ? EMPTY_LEDGER : undefined
  }
  if (isOutputOf('readThese', name, output) || isOutputOf('getRead', name, output)) return READS
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
  const from = operationOf(name).tool?.from
  if (from === 'ledger') return ledgerStep(output)
  if (isOutputOf('getCustomer', name, output) && isUnknownCustomer(output)) return UNKNOWN_CUSTOMER
  return from === 'index' ? ONLY_READ : undefined
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

/** True when the index has nothing of a customer. */
const isUnknownCustomer = ({
  ledgers,
  customerIds,
  subscriptions,
  invoices,
  unread,
  conflict,
}: OutputOf<'getCustomer'>) =>
  conflict === null && [ledgers, customerIds, subscriptions, invoices, unread].every((list) => list.length === 0)

/** True when `name` is the wanted operation; narrows the type of its output. */
export const isOutputOf = <Name extends OperationName>(
  wanted: Name,
  name: OperationName,
  _output: object,
): _output is OutputOf<Name> & object => name === wanted
