import 'server-only'
import type { FindHit, FindResult } from '@/contract/console/operations'
import { shortName } from '../format/amount'
import { readable } from '../format/unreadable'
import { pathId } from './path-id'
import { ProblemError } from './problem'
import { readInvoice } from './read-invoice'
import { readSubscription } from './read-subscription'
import { readTransactionPage } from './read-transaction-page'

/** A hit, and whether opening it shows anything. */
type Found = FindHit & { empty?: boolean }
type Asked = Found | { kind: FindHit['kind']; detail: string } | undefined

/**
 * What an id is: a subscription, an invoice and an external customer id are asked for at once, best hit first.
 * @throws ProblemError `invalid_id`
 */
export async function find(id: string): Promise<FindResult> {
  const checked = pathId(id)
  const asked = await Promise.all([
    ask('subscription', () => findSubscription(checked)),
    ask('invoice', () => findInvoice(checked)),
    ask('customer', () => findCustomer(checked)),
  ])
  const hits = asked.filter((answer) => answer !== undefined && 'label' in answer)
  const unanswered = asked.filter((answer) => answer !== undefined && 'detail' in answer)
  // Some APIs answer an unknown customer with an empty ledger: that is a hit only where there is no better one.
  const full = hits.filter(({ empty }) => empty !== true)
  return {
    hits: (full.length > 0 ? full : hits).map(({ kind, label }) => ({ kind, id: checked, label })),
    unanswered,
  }
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
  const { count, pages, results } = await readTransactionPage({ externalId, page: 1, pageSize: 1, order: 'desc' })
  // At one row a page, pages are rows; the greater of both, because `count` may be that of the page alone.
  const rows = Math.max(count ?? 0, results.length === 0 ? 0 : (pages ?? 0))
  const label = results.length === 0 ? 'No transactions' : rows === 0 ? 'Transactions' : transactions(rows)
  return { kind: 'customer', id: externalId, label, empty: results.length === 0 }
}

function transactions(rows: number): string {
  return rows === 1 ? '1 transaction' : `${rows.toLocaleString('en')} transactions`
}

function joined(parts: readonly (string | null)[]): string {
  return parts.filter(Boolean).join(' · ')
}
