import type { ConsoleInput } from '@/contract/console/operations'
import { CHANGE_LABELS, changeLabel, decisionVerb } from '../../format/change-state-label'
import { changeView, findChange } from '../changes/change-store'
import { ProblemError } from '../problem'
import { getSubscription } from '../subscriptions/get-subscription'
import { type Evidence, json, type PackFiles, shown } from './pack-files'

const parsed = (text: string | null): unknown => (text === null ? null : JSON.parse(text))

/** Adds a cancel or delete as the console tracked it, and reads its subscription again. @throws ProblemError `not_found` */
export async function collectChange(
  pack: PackFiles,
  { changeId }: ConsoleInput<'exportChangeEvidence'>,
): Promise<Evidence> {
  const row = await findChange(changeId)
  const change = changeView(row)
  const { billingApi, source, sentAt } = row
  const stored = { ...change, billingApi, source, sentAt, seen: parsed(row.seen), before: parsed(row.before) }
  pack.add('calculations/change.json', json(stored))
  const id = change.subscriptionId
  const isOfAnotherApi = source !== null && source !== pack.reading.environment.index.source
  if (isOfAnotherApi)
    pack.missing.push(`The subscription as it is now: the change was made at another billing API, ${source}.`)
  const now = isOfAnotherApi ? null : await statusNow(pack, id)
  const state = changeLabel(change)
  const decided = change.proposal?.decided
  const fields: (readonly [string, string | null])[] = [
    ['Change', change.id],
    ['Subscription', id],
    ['Requested by', change.actor],
    ['Requested at', change.createdAt],
    ['Reason', change.reason],
    ['Ticket', change.ticket],
    ['Request ID', change.requestId],
    ...(decided
      ? [['Decision', `${decided.by} ${decisionVerb(change)} it, ${decided.at}: ${decided.reason}`] as const]
      : []),
    ['Sent at', sentAt],
    ['Status of the response', change.upstreamStatus === null ? null : String(change.upstreamStatus)],
    ['Message of the response', change.upstreamMessage ?? change.upstreamBody],
    ['State', state.text],
    ['Since', change.changedAt],
    ['Closed by', change.closed && `${change.closed.by}, ${change.closed.at}: ${change.closed.note}`],
    ['The subscription now', now],
  ]
  return {
    subject: `${CHANGE_LABELS[change.action]} of subscription ${id}`,
    whose: `${change.action}-${id}`,
    verdict: { state: change.state === 'CONFIRMED' ? 'agrees' : 'look', texts: [`${state.text}. ${change.detail}`] },
    sections: [
      {
        title: 'The change',
        texts: ['calculations/change.json has all fields, with the subscription before the change.'],
        table: {
          columns: [{ title: 'What' }, { title: 'Value' }],
          rows: fields.map(([name, value]) => [name, value ?? '—']),
        },
      },
    ],
    objects: [{ kind: 'subscription', ids: [id] }],
  }
}

/** Returns the status of a subscription now; null when it cannot be read. */
async function statusNow(pack: PackFiles, id: string): Promise<string | null> {
  try {
    return shown((await getSubscription(pack.reading, { id })).status)
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error
    if (error.problem.code === 'not_found') return 'The billing API returns 404: it has none with this ID'
    pack.missing.push(`The subscription as it is now: ${error.problem.title}.`)
    return null
  }
}
