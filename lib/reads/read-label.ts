import type { ReadKind, ReadRun, UnreadId } from './reads'
import { formatCount, formatNumber } from '@/lib/money/amount'

const WITH_ARTICLE: Record<ReadKind, string> = {
  invoice: 'an invoice',
  subscription: 'a subscription',
  customer: 'a customer',
}

/** Returns what an ID that was not read is, when nothing more is known. */
export const UNREAD_NAMES: Record<UnreadId['outcome'], (kind: ReadKind) => string> = {
  notFound: () => 'Not found',
  otherKind: (kind) => `Not ${WITH_ARTICLE[kind]}`,
  failed: () => 'Not read',
}

/** Returns how far a run is: "Reading 34 of 120 invoices", "118 of 120 invoices read · 2 not found". */
export function readRunLabel({
  kind,
  state,
  total,
  counts,
}: Pick<ReadRun, 'kind' | 'state' | 'total' | 'counts'>): string {
  const { read, notFound, otherKind, failed } = counts
  const tried = read + notFound + otherKind + failed
  const all = formatCount(total, kind)
  const unread = [
    // An API may answer for a customer that it does not know with an empty ledger.
    notFound > 0 && `${formatNumber(notFound)} ${kind === 'customer' ? 'without transactions' : 'not found'}`,
    otherKind > 0 && `${formatNumber(otherKind)} not ${WITH_ARTICLE[kind]}`,
    failed > 0 && `${formatNumber(failed)} not read`,
  ].filter(Boolean)
  const start = {
    running: `Reading ${formatNumber(tried)} of ${all}`,
    stopped: `Stopped at ${formatNumber(tried)} of ${all}`,
    failed: `Ended after repeated failures at ${formatNumber(tried)} of ${all}`,
    done: read === total ? `${all} read` : `${formatNumber(read)} of ${all} read`,
  }[state]
  return [start, ...unread].join(' · ')
}
