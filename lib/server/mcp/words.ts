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
import { isOutputOf } from './is-output-of'

/**
 * Returns a result in words: the reply to the customer or why there is none, the verdict on an invoice, and the state of a change.
 */
export async function wordsOf(name: ConsoleOperationName, context: OperationContext, output: object): Promise<object> {
  if (isOutputOf('getSubscription', name, output)) return subscriptionWords(output)
  if (isOutputOf('getInvoice', name, output)) return invoiceWords(context, output)
  if (isOutputOf('explainChange', name, output)) return explanationWords(output)
  return isChangeReport(name, output) ? { state: changeLabel(output.change).text } : {}
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

function explanationWords({ isComplete, pools, ...days }: ConsoleOutput<'explainChange'>) {
  if (!isComplete) return {}
  const replies = pools.map((explanation) => {
    const { key, unitName } = explanation.pool
    // The customer could not tell two pools of one name apart.
    const isShared = pools.some(({ pool }) => pool.key !== key && pool.unitName === unitName)
    return isShared ? null : changeExplainedReply(explanation, days, ENGLISH)
  })
  return replies.length === 0 || replies.includes(null)
    ? { noReply: 'The change of at least one pool is not certain. A person must look at it: give the link.' }
    : { reply: replies.join(' ') }
}

const isChangeReport = (name: ConsoleOperationName, output: object): output is ConsoleOutput<'getChange'> =>
  isOutputOf('proposeCancel', name, output) ||
  isOutputOf('proposeDelete', name, output) ||
  isOutputOf('getChange', name, output)
