import 'server-only'
import type { FindHit, FindResult } from '@/contract/console/operations'
import { formatCount, shortName } from '../format/amount'
import { readable } from '../format/unreadable'
import { pagePosition } from '../page-position'
import { isPathId, pathId } from './path-id'
import { ProblemError } from './problem'
import { readInvoice } from './read-invoice'
import { readSubscription } from './read-subscription'
import { readTransactionPage } from './read-transaction-page'

/** A hit, and whether opening it shows anything. */
type Found = FindHit & { empty?: boolean }
type Asked = Found | { kind: FindHit['kind']; detail: string } | undefined

/** Two rows tell a ledger of one from a page that counts itself. */
const FIRST_ROWS = { page: 1, pageSize: 2 } as const

/**
 * What an id is: a subscription, an invoice and an external customer id are asked for at once, best hit first. With spaces
 * around it, it is asked for without them and as it was typed, because ids are opaque.
 * @throws ProblemError `invalid_id`
 */
export async function find(typed: string): Promise<FindResult> {
  const ids = idsOf(typed)
  const asked = await Promise.all([
    ...ids.map((id) => ask('subscription', () => findSubscription(id))),
    ...ids.map((id) => ask('invoice', () => findInvoice(id))),
    ...ids.map((id) => ask('customer', () => findCustomer(id))),
  ])
  const hits = asked.filter((answer) => answer !== undefined && 'label' in answer)
  const unanswered = asked.filter((answer) => answer !== undefined && 'detail' in answer)
  // Some APIs answer an unknown customer with an empty ledger: that is a hit only where there is no better one.
  const full = hits.filter(({ empty }) => empty !== true)
  return {
    hits: (full.length > 0 ? full : hits.slice(0, 1)).map(({ kind, id, label }) => ({ kind, id, label })),
    unanswered: unanswered.filter(({ kind }, index) => unanswered.findIndex((other) => other.kind === kind) === index),
  }
}

/** The ids that a typed text can be; at least one. */
function idsOf(typed: string): string[] {
  const trimmed = typed.trim()
  const ids = [...new Set([trimmed, typed])].filter((id) => isPathId(id))
  return trimmed === '' || ids.length === 0 ? [pathId(trimmed)] : ids
}

async function ask(kind: FindHit['kind'], look: () => Promise<Found>): Promise<Asked> {
  try {
    return await look()
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error
    const { code, detail, upstreamStatus } = error.problem
    // 400 and 422 to a read say that this cannot be an id of that kind.
    const isNone = code === 'not_found' || (code === 'refused' && (upstreamStatus === 400 || upstreamStatus === 422))
    return isNone ? undefined : { kind, detail }
  }
}

async function findSubscription(id: string): Promise<Found> {
  const { plan, status } = await readSubscription(id)
  return { kind: 'subscription', id, label: joined([readable(plan?.name) ?? 'Subscription', readable(status)]) }
}

async function findInvoice(id: string): Promise<Found> {
  const { vanityIdString, vanityId, status } = await readInvoice(id)
  return {
    kind: 'invoice',
    id,
    label: joined([
      `Invoice ${shortName(readable(vanityIdString) ?? readable(vanityId) ?? '')}`.trim(),
      readable(status),
    ]),
  }
}

async function findCustomer(externalId: string): Promise<Found> {
  const page = await readTransactionPage({ externalId, ...FIRST_ROWS, order: 'desc' })
  const rows = page.results.length
  const { total } = pagePosition(page, FIRST_ROWS)
  const empty = rows === 0 && (total ?? 0) === 0
  // A full page that says it is all there is may count itself.
  const isCounted = total !== null && rows > 0 && (total > rows || rows < FIRST_ROWS.pageSize)
  const label = empty ? 'No transactions' : isCounted ? formatCount(total, 'transaction') : 'Transactions'
  return { kind: 'customer', id: externalId, label, empty }
}

function joined(parts: readonly (string | null)[]): string {
  return parts.filter(Boolean).join(' · ')
}
