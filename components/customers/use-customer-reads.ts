import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { CustomerView, UnreadObject } from '@/lib/customers/customer'
import type { Problem } from '@/lib/core/problem'
import type { TransactionView } from '@/lib/ledger/transaction'
import { problemOf } from '@/lib/core/problem-of'
import { type NewestEntries, NO_ENTRIES, readNextPage } from '@/lib/ledger/newest-entries'
import { readable } from '@/lib/billing-api/unreadable'
import { NEWEST_ROWS } from '@/components/ledger/ledger-queries'
import { operationQuery } from '@/lib/api'
import { type CustomerId, customerQuery } from './customer-queries'

const READS_AT_ONCE = 4
/** The most objects of a kind that one run reads. */
const MAX_READS = 25

/** A read that failed, and why. */
interface FailedRead extends UnreadObject {
  problem: Problem
}

interface Found {
  /** What is being read, in words; null when nothing is. */
  progress: string | null
  ledger: NewestEntries
  /** Why the next page of the ledger could not be read. */
  ledgerProblem: Problem | null
  /** Why the console could not say what it knows. */
  customerProblem: Problem | null
  /** The objects that were read on this visit, each with its failure; null for one that was read. */
  tried: ReadonlyMap<string, FailedRead | null>
  /** True when there are more entries, or objects that were not read. */
  hasMore: boolean
}

/** What is being read, what was found, and what there is beyond it. */
export interface CustomerReads extends Found {
  failures: FailedRead[]
  isRead: (object: UnreadObject) => boolean
  lookFurtherBack: () => void
  /** Reads again what failed. */
  retry: () => void
  refresh: () => void
}

/** Before the first read, which starts with the page. */
const NOTHING: Found = {
  progress: 'Reading …',
  ledger: NO_ENTRIES,
  ledgerProblem: null,
  customerProblem: null,
  tried: new Map(),
  hasMore: false,
}

const keyOf = ({ kind, id }: UnreadObject) => `${kind} ${id}`

/**
 * Finds what a customer has by reading: a page of the ledger, its invoices, their subscriptions; at most 25 of each per run. The
 * index keeps what is found.
 * @param rereadsKnown true to read again the objects that the index knows
 */
export function useCustomerReads(of: CustomerId, rereadsKnown: boolean): CustomerReads {
  const client = useQueryClient()
  const [found, setFound] = useState(NOTHING)
  const run = useRef<AbortController>(undefined)
  const startRun = useCallback(
    async (from: Found, readsLedger: boolean) => {
      run.current?.abort()
      const { signal } = (run.current = new AbortController())
      const show = (next: Found) => signal.aborted || setFound(next)
      await runReads({ client, of, readsLedger, rereadsKnown, show, signal }, from)
    },
    [client, of, rereadsKnown],
  )
  useEffect(() => {
    void startRun(NOTHING, true)
    return () => run.current?.abort()
  }, [startRun])

  const { tried, ledgerProblem, progress } = found
  const start = (from: Found, readsLedger: boolean) => progress === null && void startRun(from, readsLedger)
  return {
    ...found,
    failures: [...tried.values()].filter((failure) => failure !== null),
    isRead: (object) => tried.get(keyOf(object)) === null,
    lookFurtherBack: () => start(found, found.ledger.hasNextPage),
    retry: () => {
      const read = new Map([...tried].filter(([, failure]) => failure === null))
      start({ ...found, tried: read }, ledgerProblem !== null)
    },
    refresh: () => start(NOTHING, true),
  }
}

interface ReadRun {
  client: QueryClient
  of: CustomerId
  readsLedger: boolean
  rereadsKnown: boolean
  show: (found: Found) => unknown
  signal: AbortSignal
}

async function runReads({ client, of, readsLedger, rereadsKnown, show, signal }: ReadRun, from: Found): Promise<void> {
  let found = from
  const readCustomer = () => client.fetchQuery({ ...customerQuery(of), staleTime: 0 })
  const update = (changed: Partial<Found>) => void show((found = { ...found, ...changed }))
  const readAll = async (kind: UnreadObject['kind']) => {
    const objects = untriedOf(await readCustomer(), kind, found, rereadsKnown).slice(0, MAX_READS)
    let done = 0
    const progress = () => `Reading ${kind}s: ${done} of ${objects.length} …`
    const queue = objects.values()
    const readNext = async () => {
      for (const object of queue) {
        if (signal.aborted) return
        const problem = await problemOfRead(client, object)
        done += 1
        const tried = new Map(found.tried).set(keyOf(object), problem && { ...object, problem })
        update({ progress: progress(), tried })
      }
    }
    if (objects.length > 0) update({ progress: progress() })
    await Promise.all(Array.from({ length: READS_AT_ONCE }, readNext))
  }

  update({ customerProblem: null })
  try {
    if (readsLedger && 'externalId' in of) await readLedgerPage(client, of.externalId, found, update)
    await readAll('invoice')
    await readAll('subscription')
    const customer = await readCustomer()
    const isLeft = (['invoice', 'subscription'] as const).some(
      (kind) => untriedOf(customer, kind, found, rereadsKnown).length > 0,
    )
    update({ progress: null, hasMore: isLeft || (found.ledger.pages > 0 && found.ledger.hasNextPage) })
  } catch (error) {
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
  update({ progress: 'Reading the ledger …', ledgerProblem: null })
  const readPage = (page: number) =>
    client.fetchQuery({ ...operationQuery('listTransactions', { externalId, ...NEWEST_ROWS, page }), staleTime: 0 })
  try {
    update({ ledger: await readNextPage({ readPage, pageSize: NEWEST_ROWS.pageSize }, ledger) })
  } catch (error) {
    update({ ledgerProblem: problemOf(error) })
  }
}

/** Returns the objects of a kind that were not tried on this visit, those that are not in the index yet first. */
function untriedOf(
  customer: CustomerView,
  kind: UnreadObject['kind'],
  { ledger, tried }: Found,
  rereadsKnown: boolean,
): UnreadObject[] {
  const rows = kind === 'invoice' ? customer.invoices : customer.subscriptions
  const known = rows.filter(({ goneAt }) => rereadsKnown && goneAt === null).map(({ id }) => ({ kind, id }))
  // Also objects that the index may have dropped.
  const named = ledger.entries.flatMap(namedInvoice)
  const unread = [...customer.unread, ...named.filter(({ id }) => rows.every((row) => row.id !== id))]
  const all = new Map([...unread.filter((object) => object.kind === kind), ...known].map((each) => [keyOf(each), each]))
  return [...all.values()].filter((object) => !tried.has(keyOf(object)))
}

/** Reads an object, so that the index has it. @returns why it could not be read */
async function problemOfRead(client: QueryClient, { kind, id }: UnreadObject): Promise<Problem | null> {
  try {
    if (kind === 'invoice')
      await client.fetchQuery({ ...operationQuery('getInvoice', { invoiceId: id }), staleTime: 0 })
    else await client.fetchQuery({ ...operationQuery('getSubscription', { id }), staleTime: 0 })
    return null
  } catch (error) {
    return problemOf(error)
  }
}
