import type { ConsoleOperationName, ConsoleOutput } from '@/contract/console/operations'
import { invoiceReply } from '../../domain/invoice/invoice-reply'
import { changeExplainedReply } from '../../domain/ledger/change-explained-reply'
import { forecast } from '../../domain/subscription/forecast'
import { subscriptionReply } from '../../domain/subscription/subscription-reply'
import { IN_MINOR_UNITS } from '../../format/amount'
import { changeLabel } from '../../format/change-state-label'
import { ENGLISH } from '../../format/replies/english'
import { CHECK_VERDICT_NAMES } from '../../format/status-names'
import { chargingNote, contradictions } from '../../format/subscription-rules'
import { readable } from '../../format/unreadable'
import { judgeObjects, NOTHING_FOUND } from '../checks/check-object'
import type { OperationContext } from '../operation-context'

/** The tools whose results have only what the console has read. */
const OF_INDEX: ReadonlySet<ConsoleOperationName> = new Set([
  'listSubscriptions',
  'listInvoices',
  'sumInvoices',
  'listCustomers',
  'listCredits',
  'getRelated',
  'getAttention',
])
const OF_LEDGER: ReadonlySet<ConsoleOperationName> = new Set([
  'getBalanceChart',
  'listLedgerMonths',
  'listLedgerBlocks',
  'filterTransactions',
])
const ONLY_READ = 'This is only what this console has read: there may be more. An object can be read by its ID.'
const NO_PROPOSALS = 'Proposals are not in this list: ask with the state all, proposed or own_proposals.'
const UNKNOWN_CUSTOMER =
  'This console has read nothing of this customer. An external ID names a ledger, and is not the customer ID of the billing API. read_ledger reads it.'
const NO_EARLIER_INVOICE =
  'This console has read no earlier invoice of the subscription. There may be one: read it by its ID, or name it in "with".'
const NO_SUCH_INVOICE = 'The billing API does not have the other invoice.'
const UNREAD_LEDGER =
  'This ledger was never read whole, so nothing is known. Call read_ledger, then get_ledger_read until it is complete.'

/**
 * Returns what pages say of a result in words: what to tell the customer, or why nothing certain can be said, the verdict on an invoice,
 * the state of a change, and what an empty result does not prove.
 */
export async function wordsOf(
  name: ConsoleOperationName,
  context: OperationContext,
  input: object,
  output: object,
): Promise<object> {
  if (isOutputOf('getSubscription', name, output)) return subscriptionWords(output)
  if (isOutputOf('getInvoice', name, output)) return invoiceWords(context, output)
  if (isOutputOf('explainChange', name, output)) return explanationWords(output)
  if (isChange(name, output)) return { state: changeLabel(output.change).text }
  if (isOutputOf('compareInvoices', name, output) && output.other === null)
    return { noReply: output.otherId === null ? NO_EARLIER_INVOICE : NO_SUCH_INVOICE }
  if (isOutputOf('getCustomer', name, output) && isUnknown(output)) return { noReply: UNKNOWN_CUSTOMER }
  if (name === 'listChanges' && Object(input).state === 'open') return { note: NO_PROPOSALS }
  if (OF_LEDGER.has(name) && Object(output).asOf === null) return { noReply: UNREAD_LEDGER }
  return OF_INDEX.has(name) ? { note: ONLY_READ } : {}
}

function subscriptionWords(output: ConsoleOutput<'getSubscription'>) {
  const reply = subscriptionReply(output, forecast(output, output.asOf), ENGLISH)
  const note = chargingNote(output)
  return {
    ...('why' in reply ? { noReply: reply.why } : { reply: reply.long ?? reply.short }),
    ...(output.isInMinorUnits && { amounts: IN_MINOR_UNITS }),
    findings: [...contradictions(output), ...(note === undefined ? [] : [note])],
  }
}

async function invoiceWords(context: OperationContext, output: ConsoleOutput<'getInvoice'>) {
  const { index } = context.environment
  await index.writtenSoon()
  const invoice = { id: output.id, kind: 'invoice', own: NOTHING_FOUND, asOf: output.asOf } as const
  const [judged] = await judgeObjects(context, [invoice])
  const known = index.termsOf(readable(output.subscriptionId) ?? '')?.currency ?? null
  const currency = output.isInMinorUnits ? null : known
  const reply = invoiceReply(output, currency, ENGLISH)
  return {
    ...(reply ? { reply: reply.long ?? reply.short } : { noReply: 'No reply: the data do not allow a certain one.' }),
    currency,
    ...(output.isInMinorUnits && { amounts: IN_MINOR_UNITS }),
    verdict: CHECK_VERDICT_NAMES[judged?.verdict ?? 'unchecked'],
    findings: judged?.row.findings ?? ['It could not be compared with other invoices.'],
  }
}

function explanationWords(output: ConsoleOutput<'explainChange'>) {
  if (output.asOf === null) return { noReply: UNREAD_LEDGER }
  const replies = output.pools.map((explanation) => {
    const { key, unitName } = explanation.pool
    // The customer could not tell two pools of one name apart.
    const isShared = output.pools.some(({ pool }) => pool.key !== key && pool.unitName === unitName)
    return isShared ? null : changeExplainedReply(explanation, output, ENGLISH)
  })
  return output.isComplete && replies.length > 0 && !replies.includes(null)
    ? { reply: replies.join(' ') }
    : { noReply: 'The change of at least one pool is not certain. Open the link.' }
}

const isUnknown = ({ ledgers, customerIds, subscriptions, invoices, unread, conflict }: ConsoleOutput<'getCustomer'>) =>
  conflict === null && [ledgers, customerIds, subscriptions, invoices, unread].every((list) => list.length === 0)

const isChange = (name: ConsoleOperationName, output: object): output is ConsoleOutput<'getChange'> =>
  isOutputOf('proposeCancel', name, output) ||
  isOutputOf('proposeDelete', name, output) ||
  isOutputOf('getChange', name, output)

/** True when the output is of this operation. */
export const isOutputOf = <Name extends ConsoleOperationName>(
  wanted: Name,
  name: ConsoleOperationName,
  output: object,
): output is ConsoleOutput<Name> & object => name === wanted && output !== null
