import type { IndexedObject } from '@/lib/objects/indexed-objects'
import { formatCount, formatNumber } from '@/lib/money/amount'

/*
 * Reads of many: the console reads the objects of a list again, in the background, at a bounded rate. The lists filtered by the run
 * then have what the reads found. Instants are UTC ISO 8601.
 */

/** The most objects of one run. */
export const MAX_READ = 5_000
/** The largest body that starts a run: 5,000 IDs of 256 characters. */
export const MAX_READ_BYTES = 2 * 1024 * 1024

/** The ID of a run. */
export const READ_ID = /^read_[\w-]{1,64}$/

/** What the IDs of a run are. */
export const READ_KINDS = ['invoice', 'subscription', 'customer'] as const satisfies IndexedObject['kind'][]
export type ReadKind = (typeof READ_KINDS)[number]

/** What became of an ID. `otherKind`: it names no object of the run's kind, but one of another, or it is not an ID. */
export const READ_OUTCOMES = ['read', 'notFound', 'otherKind', 'failed'] as const
export type ReadOutcome = (typeof READ_OUTCOMES)[number]

/** A run, and how far it is. */
export interface ReadRun {
  id: string
  kind: ReadKind
  /** The name of the person who started it. */
  owner: string
  startedAt: string
  endedAt: string | null
  /** `failed`: the console's own database failed again and again. */
  state: 'running' | 'stopped' | 'done' | 'failed'
  total: number
  /** The number of IDs by outcome. Those that were not tried yet are in none. */
  counts: Record<ReadOutcome, number>
  /** True when this person may stop it. */
  isMine: boolean
}

/** An ID of a run that was not read. */
export interface UnreadId {
  /** As it was pasted: the ID, or the number of the invoice. */
  given: string
  outcome: Exclude<ReadOutcome, 'read'>
  /** Why, in words. */
  why: string
}

/** The newest runs first. */
export interface ReadRuns {
  runs: ReadRun[]
}

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

/** Returns how many IDs of a run were tried. */
export const triedOf = ({ read, notFound, otherKind, failed }: ReadRun['counts']): number =>
  read + notFound + otherKind + failed

/** Returns how far a run is: "Reading 34 of 120 invoices", "118 of 120 invoices read · 2 not found". */
export function readRunLabel({
  kind,
  state,
  total,
  counts,
}: Pick<ReadRun, 'kind' | 'state' | 'total' | 'counts'>): string {
  const { read, notFound, otherKind, failed } = counts
  const tried = triedOf(counts)
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
