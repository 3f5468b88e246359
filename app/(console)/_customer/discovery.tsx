'use client'

import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import type { CustomerView, UnreadObject } from '@/contract/console/customer'
import type { Problem } from '@/contract/console/problem'
import type { TransactionView } from '@/contract/console/transaction'
import { problemOf } from '@/lib/browser/problem-of'
import { type NewestEntries, NO_ENTRIES, readNextPage } from '@/lib/domain/ledger/newest-entries'
import { formatCount } from '@/lib/format/amount'
import { readable } from '@/lib/format/unreadable'
import { NEWEST_ROWS } from '@/lib/queries/ledger-queries'
import { operationQuery } from '@/lib/queries/operation-query'

const READS_AT_ONCE = 4
/** The most objects of a kind that one run reads. */
const MAX_READS = 25

/** A read that failed, and why. */
interface FailedRead extends UnreadObject {
  problem: Problem
}

interface Found {
  /** Null when nothing is being read. */
  progress: { what: 'ledger' | 'invoices' | 'subscriptions' | 'customer'; done: number; of: number } | null
  ledger: NewestEntries
  /** Why the next page of the ledger could not be read. */
  ledgerProblem: Problem | null
  /** Why the console could not say what it knows. */
  customerProblem: Problem | null
  /** The objects that were read on this visit, or failed. */
  triedIds: ReadonlySet<string>
  failures: FailedRead[]
  /** True when there are more entries, or objects that were not read. */
  hasMore: boolean
}

/** What is being read, what was found, and what there is beyond it. */
export interface Discovery extends Found {
  isRead: (object: UnreadObject) => boolean
  lookFurtherBack: () => void
  /** Reads again what failed. */
  retry: () => void
  refresh: () => void
}

/** Before the first read, which starts with the page. */
const NOTHING: Found = {
  progress: { what: 'customer', done: 0, of: 1 },
  ledger: NO_ENTRIES,
  ledgerProblem: null,
  customerProblem: null,
  triedIds: new Set(),
  failures: [],
  hasMore: false,
}

const keyOf = ({ kind, id }: UnreadObject) => `${kind} ${id}`

/**
 * Finds what a customer has by reading: a page of the ledger, its invoices, their subscriptions; at most 25 of each per run. The
 * index keeps what is found.
 * @param externalId null when no ledger is known
 * @param rereadsKnown true to read again the objects that the index knows
 * @param readCustomer returns what the index knows by now; the same function at each render
 */
export function useDiscovery(
  externalId: string | null,
  rereadsKnown: boolean,
  readCustomer: () => Promise<CustomerView>,
): Discovery {
  const client = useQueryClient()
  const [found, setFound] = useState(NOTHING)
  const run = useRef<AbortController>(undefined)
  const discover = useCallback(
    async (from: Found, readsLedger: boolean) => {
      run.current?.abort()
      const { signal } = (run.current = new AbortController())
      const show = (next: Found) => signal.aborted || setFound(next)
      const read = { client, externalId: readsLedger ? externalId : null, rereadsKnown, readCustomer }
      await discoverOnce({ ...read, show, signal }, from)
    },
    [client, externalId, rereadsKnown, readCustomer],
  )
  useEffect(() => {
    void discover(NOTHING, true)
    return () => run.current?.abort()
  }, [discover])

  const { triedIds, failures, ledgerProblem, progress } = found
  const failed = new Set(failures.map(keyOf))
  const start = (from: Found, readsLedger: boolean) => progress === null && void discover(from, readsLedger)
  return {
    ...found,
    isRead: (object) => triedIds.has(keyOf(object)) && !failed.has(keyOf(object)),
    lookFurtherBack: () => start(found, found.ledger.hasNextPage),
    retry: () => {
      const again = new Set([...triedIds].filter((key) => !failed.has(key)))
      start({ ...found, triedIds: again, failures: [] }, ledgerProblem !== null)
    },
    refresh: () => start(NOTHING, true),
  }
}

interface DiscoveryRun {
  client: QueryClient
  /** Null when no page of the ledger is to be read. */
  externalId: string | null
  rereadsKnown: boolean
  readCustomer: () => Promise<CustomerView>
  show: (found: Found) => unknown
  signal: AbortSignal
}

async function discoverOnce(
  { client, externalId, rereadsKnown, readCustomer, show, signal }: DiscoveryRun,
  from: Found,
): Promise<void> {
  let found = from
  const update = (changed: Partial<Found>) => void show((found = { ...found, ...changed }))
  const readAll = async (kind: UnreadObject['kind']) => {
    const objects = untriedOf(await readCustomer(), kind, found, rereadsKnown).slice(0, MAX_READS)
    const progress = { what: `${kind}s` as const, done: 0, of: objects.length }
    const queue = objects.values()
    const readNext = async () => {
      for (const object of queue) {
        if (signal.aborted) return
        const problem = await problemOfRead(client, object)
        progress.done += 1
        update({
          progress: { ...progress },
          triedIds: new Set([...found.triedIds, keyOf(object)]),
          failures: problem ? [...found.failures, { ...object, problem }] : found.failures,
        })
      }
    }
    if (objects.length > 0) update({ progress: { ...progress } })
    await Promise.all(Array.from({ length: READS_AT_ONCE }, readNext))
  }

  update({ customerProblem: null })
  try {
    if (externalId !== null) await readLedgerPage(client, externalId, found, update)
    await readAll('invoice')
    await readAll('subscription')
    const customer = await readCustomer()
    const isLeft = (['invoice', 'subscription'] as const).some(
      (kind) => untriedOf(customer, kind, found, rereadsKnown).length > 0,
    )
    update({ progress: null, hasMore: isLeft || (found.ledger.pages > 0 && found.ledger.hasNextPage) })
  } catch (error) {
    if (!(error instanceof Error)) throw error
    update({ progress: null, customerProblem: problemOf(error) })
  }
}

const namedInvoice = ({ allocationBlock }: TransactionView): UnreadObject[] => {
  const id = readable(allocationBlock?.invoiceId)
  return id === null ? [] : [{ kind: 'invoice', id }]
}

/** Reads the next page of the ledger, or all pages again when they moved. Reports a failure; known objects are still read. */
async function readLedgerPage(
  client: QueryClient,
  externalId: string,
  { ledger }: Found,
  update: (changed: Partial<Found>) => void,
): Promise<void> {
  update({ progress: { what: 'ledger', done: 0, of: 1 }, ledgerProblem: null })
  const readPage = (page: number) =>
    client.fetchQuery({ ...operationQuery('listTransactions', { externalId, ...NEWEST_ROWS, page }), staleTime: 0 })
  try {
    update({ ledger: await readNextPage({ readPage, pageSize: NEWEST_ROWS.pageSize }, ledger) })
  } catch (error) {
    if (!(error instanceof Error)) throw error
    update({ ledgerProblem: problemOf(error) })
  }
}

/** Returns the objects of a kind that were not tried on this visit, those that are not in the index yet first. */
function untriedOf(
  customer: CustomerView,
  kind: UnreadObject['kind'],
  { ledger, triedIds }: Found,
  rereadsKnown: boolean,
): UnreadObject[] {
  const rows = kind === 'invoice' ? customer.invoices : customer.subscriptions
  const known = rows.filter(({ goneAt }) => rereadsKnown && goneAt === null).map(({ id }) => ({ kind, id }))
  // Also objects that the index may have dropped.
  const named = ledger.entries.flatMap(namedInvoice)
  const unread = [...customer.unread, ...named.filter(({ id }) => rows.every((row) => row.id !== id))]
  const all = new Map([...unread.filter((object) => object.kind === kind), ...known].map((each) => [keyOf(each), each]))
  return [...all.values()].filter((object) => !triedIds.has(keyOf(object)))
}

/** Reads an object, so that the index has it. @returns why it could not be read */
async function problemOfRead(client: QueryClient, { kind, id }: UnreadObject): Promise<Problem | null> {
  try {
    if (kind === 'invoice')
      await client.fetchQuery({ ...operationQuery('getInvoice', { invoiceId: id }), staleTime: 0 })
    else await client.fetchQuery({ ...operationQuery('getSubscription', { id }), staleTime: 0 })
    return null
  } catch (error) {
    if (error instanceof Error) return problemOf(error)
    throw error
  }
}

interface DiscoveryProgressProps {
  discovery: Discovery
  /** Where the index knows more than the page shows. */
  hasMore: CustomerView['hasMore']
}

/** The foot of a timeline: what was read, what is being read, and the button that reads more. */
export function DiscoveryProgress({ discovery, hasMore }: DiscoveryProgressProps) {
  const { progress, ledger } = discovery
  return (
    <div className="no-print flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 border-t px-4 py-2 text-sm">
      <p role="status" className="text-muted">
        {progress ? progressLabel(progress) : doneLabel(ledger, hasMore)}
        {!progress && ledger.hasMoved && ' The ledger changed while it was read: transactions may be missing.'}
      </p>
      {(discovery.hasMore || progress !== null) && (
        <Button small pending={progress !== null} onClick={discovery.lookFurtherBack}>
          Look further back
        </Button>
      )}
    </div>
  )
}

function progressLabel({ what, done, of }: NonNullable<Discovery['progress']>): string {
  if (what === 'customer') return 'Reading …'
  return what === 'ledger' ? 'Reading the ledger …' : `Reading ${what}: ${done} of ${of} …`
}

/** Uses would hide all else (`customerTimeline`). */
const TIMELINE_USES = ' Of usage, only the three largest are listed.'

function doneLabel({ entries, hasNextPage }: NewestEntries, hasMore: CustomerView['hasMore']): string {
  const cut = (['subscriptions', 'invoices'] as const).filter((kind) => hasMore[kind])
  const more =
    cut.length > 0
      ? `This page shows the first 200 ${cut.join(' and 200 ')}.`
      : hasMore.links
        ? 'There are more than this page shows.'
        : 'There may be more.'
  if (entries.length === 0) return `From what your team has opened. ${more}`
  const counted = formatCount(entries.length, 'transaction')
  return `From ${hasNextPage ? `the newest ${counted}` : entries.length === 1 ? 'the only transaction' : `all ${counted}`}. ${more}${TIMELINE_USES}`
}

interface FailedReadsProps {
  kind: UnreadObject['kind']
  discovery: Discovery
}

/** The objects of a kind that could not be read, with the cause and Retry. */
export function FailedReads({ kind, discovery: { failures, progress, retry } }: FailedReadsProps) {
  const failed = failures.filter((failure) => failure.kind === kind)
  const [first] = failed
  if (!first) return null
  return (
    <p role="alert" className="text-red flex flex-wrap items-center gap-x-3 gap-y-1 border-b px-4 py-2 text-sm">
      <span className="foreign">
        {formatCount(failed.length, kind)} could not be read (
        {failed
          .map(({ id }) => id)
          .slice(0, 3)
          .join(', ')}
        {failed.length > 3 && ' …'}): {first.problem.detail}
      </span>
      <Button small pending={progress !== null} onClick={retry}>
        Retry
      </Button>
    </p>
  )
}
