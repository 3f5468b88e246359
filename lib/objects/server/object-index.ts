import type { ReadStart } from '@/lib/core/server/operation-context'
import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FindHit } from '@/lib/find/find-result'
import type { InvoiceView } from '@/lib/invoices/invoice'
import type { SubscriptionTerms } from '@/lib/invoices/finding'
import { ProblemError } from '@/lib/core/problem-error'
import type { SubscriptionView } from '@/lib/subscriptions/subscription'
import type { TransactionPageView } from '@/lib/ledger/transaction'
import { pagePosition } from '@/lib/ledger/page-position'
import { log } from '@/lib/core/server/log'
import { openedConsoleStore } from '@/lib/store/console-store'
import {
  addLinks,
  invoiceRow,
  ledgerRow,
  linkedIds,
  linkId,
  type LinkRow,
  linkRows,
  newestLedgerRow,
  type ObjectRow,
  type Seen,
  subscriptionRow,
} from './seen-rows'
import { contentDigest } from './remarks'
import { judgeSome } from './judge-invoices'
import { samePrices, termsOf } from './subscription-terms'
import { type IndexWrite, keyOf, writeIndex } from './write-index'

declare module '@/lib/core/server/operation-context' {
  interface Environment {
    /** The index of objects that were read, shared by all consoles on the store. */
    index: ObjectIndex
  }
}

/** The state that a process keeps about the index. Plain data, shared by pages and routes. */
export interface IndexMemory {
  /** The last write of each row, and when (`performance.now()`). */
  writtenRows: Map<string, { content: string; atMs: number }>
  /** The newest forgetting. */
  forgetting: number
  /** The terms of each subscription that was read and has a currency. */
  terms: Map<string, SubscriptionTerms>
  /** The prices of these by their content: most subscriptions share a plan. */
  prices: Map<string, SubscriptionTerms['prices']>
}

/** One read of an operation. */
interface SentRead extends ReadStart {
  /**
   * When its request was sent, by our clock: UTC instant. Orders the reads of an object. The API's `Date` does not, because several
   * nodes have several clocks; nor does the arrival, because a slow response may be older than one that overtook it.
   */
  sentAt: string
}

/** Returns the state of a process that has read nothing. */
export const emptyIndexMemory = (): IndexMemory => ({
  writtenRows: new Map(),
  forgetting: 0,
  terms: new Map(),
  prices: new Map(),
})

/** An unchanged object is written again only after this time. */
const UNCHANGED_MS = 60_000
/** With fewer entries, a pool without a recent entry would be missing. */
const ENOUGH_ENTRIES = 20
const MAX_REMEMBERED = 10_000
const MAX_PLANS = 100
const MAX_WAITING = 500
/** Each link is written with the names of all customers among them. */
const MAX_GATHERED = 500
const READS_AT_ONCE = 50
/** Enough for what one write can change; the rest is judged in the background. */
const MAX_JUDGE_ROUNDS = 6
/** Gathers the reads of one page. */
const GATHER_MS = 20
const WRITTEN_WAIT_MS = 500

/**
 * Records the objects that the console reads, for all consoles on the store. Works in the background, in order: a read never
 * waits for it and never fails because of it. Beyond 500 waiting reads the oldest are dropped.
 */
export class ObjectIndex {
  /** The writes of each waiting read. A repeated read replaces the earlier one. */
  readonly #waiting = new Map<string, () => IndexWrite[]>()
  #writing: Promise<void> | undefined
  #isFailing = false

  constructor(
    readonly source: string,
    private readonly memory: IndexMemory,
    private readonly elapsedMs: () => number = () => performance.now(),
    private readonly now: () => Date = () => new Date(),
  ) {}

  /** Returns the start of an operation that reads the billing API. Objects that are forgotten later are not written from its responses. */
  startRead(): ReadStart {
    return { forgetting: this.memory.forgetting, atMs: performance.now() }
  }

  /** Adds or updates the row of a subscription. @param into `knownObject` only updates an existing row */
  recordSubscription(read: SentRead, view: SubscriptionView, into: 'object' | 'knownObject' = 'object'): void {
    const row = subscriptionRow(this.#seen(read), view)
    this.#rememberTerms(view)
    const names = [linkId('subscription', row.id), ...namesOf('customer', row.customerId)]
    this.#add([into, 'subscription', view.id], () => [{ into, row, readStart: read, names }])
  }

  /** Returns the terms of a subscription as this process last read it; undefined when it was not read, or has no currency. */
  termsOf(subscriptionId: string): SubscriptionTerms | undefined {
    return this.memory.terms.get(subscriptionId)
  }

  /** Adds or updates the row of an invoice. @returns its `contentDigest` */
  recordInvoice(read: SentRead, view: InvoiceView): string {
    // Not in the background: the view of a long invoice must not wait there.
    const row = invoiceRow(this.#seen(read), view)
    const ofOthers = [...namesOf('customer', row.customerId), ...namesOf('subscription', row.subscriptionId)]
    const names = [linkId('invoice', row.id), ...ofOthers]
    this.#add(['invoice', view.id], () => [{ into: 'object', row, readStart: read, names }])
    return contentDigest(row)
  }

  /** Only the newest entries tell the state of a ledger; another page adds links, and a ledger that was not seen before. */
  recordLedgerPage(
    read: SentRead,
    view: TransactionPageView,
    { page, order }: { page: number; order: 'asc' | 'desc' },
  ): void {
    // Some APIs return an empty ledger for any ID.
    const { rowCount, pageSize, hasNext } = pagePosition(view, { page, pageSize: view.pageSize })
    if (rowCount === 0 && (view.count ?? 0) === 0) return
    const isComplete = rowCount >= ENOUGH_ENTRIES || (rowCount < pageSize && !hasNext)
    const into = page === 1 && order === 'desc' && isComplete ? 'object' : 'newObject'
    const seen = this.#seen(read)
    this.#add(['customer', view.externalId, page, pageSize, order], () =>
      writesOfLedger(read, {
        into,
        row: into === 'object' ? newestLedgerRow(seen, view) : ledgerRow(seen, view, page),
        links: linkRows(seen, view),
      }),
    )
  }

  /** Gathers the links of a ledger's pages: `add` keeps those of a page, `record` writes those since the last write, 500 at the latest. */
  gatherLinks(readStart: ReadStart): {
    add: (sentAt: string, view: TransactionPageView, page: number) => void
    record: () => void
  } {
    const links = new Map<string, LinkRow>()
    let last: { row: ObjectRow; page: number } | null = null
    const record = () => {
      if (last === null) return
      const writes = writesOfLedger(readStart, { into: 'newObject', row: last.row, links: [...links.values()] })
      this.#add(['customer', last.row.id, last.page, 'whole'], () => writes)
      links.clear()
      last = null
    }
    const add = (sentAt: string, view: TransactionPageView, page: number) => {
      if (view.results.length === 0) return
      const seen = this.#seen({ sentAt })
      last = { row: ledgerRow(seen, view, page), page }
      addLinks(links, seen, view)
      if (links.size >= MAX_GATHERED) record()
    }
    return { add, record }
  }

  /** Runs a read of an object; where it throws `not_found`, an object that the index has is marked as gone. */
  async readOrMarkGone<T>(readStart: ReadStart, kind: FindHit['kind'], id: string, read: () => Promise<T>): Promise<T> {
    try {
      return await read()
    } catch (error) {
      if (error instanceof ProblemError && error.problem.code === 'not_found') {
        const row = { source: this.source, kind, id, seenAt: this.now().toISOString() }
        this.#add(['gone', kind, id], () => [{ into: 'gone', row, readStart, names: [linkId(kind, id)] }])
      }
      throw error
    }
  }

  /** Notes a forgetting, so that objects are written again even when they are unchanged. */
  noteForgetting(newest: number): void {
    if (newest <= this.memory.forgetting) return
    this.memory.forgetting = newest
    this.memory.writtenRows.clear()
    this.memory.terms.clear()
  }

  /** Resolves when the waiting reads are written. After a write that failed, later reads still wait. */
  async written(): Promise<void> {
    this.#start(0)
    await this.#writing
  }

  /** Like `written`, but waits half a second at most: writes may wait for a forgetting. Call it before taking a connection. */
  async writtenSoon(): Promise<void> {
    await Promise.race([this.written(), sleep(WRITTEN_WAIT_MS, undefined, { ref: false })])
  }

  #rememberTerms(view: SubscriptionView): void {
    const { terms } = this.memory
    terms.delete(view.id)
    const known = termsOf(view)
    if (known.currency !== null) terms.set(view.id, { ...known, prices: samePrices(this.memory.prices, known.prices) })
    dropOldest(this.memory.prices, MAX_PLANS)
    dropOldest(terms, MAX_REMEMBERED)
  }

  #seen({ sentAt }: Pick<SentRead, 'sentAt'>): Seen {
    return { source: this.source, seenAt: sentAt }
  }

  #add(what: readonly (string | number)[], writesOf: () => IndexWrite[]): void {
    const key = JSON.stringify(what)
    this.#waiting.delete(key)
    this.#waiting.set(key, writesOf)
    dropOldest(this.#waiting, MAX_WAITING)
    this.#start(GATHER_MS)
  }

  #start(delayMs: number): void {
    this.#writing ??= new Promise<void>((resolve) => void setTimeout(resolve, delayMs).unref())
      .then(() => this.#writeAll())
      .finally(() => {
        this.#writing = undefined
        if (this.#waiting.size > 0 && !this.#isFailing) this.#start(GATHER_MS)
      })
  }

  async #writeAll(): Promise<void> {
    try {
      while (this.#waiting.size > 0) {
        const reads = [...this.#waiting].slice(0, READS_AT_ONCE)
        for (const [key] of reads) this.#waiting.delete(key)
        const writes = this.#changed(reads.flatMap(([, writesOf]) => writesOf()))
        // Undefined in a program without a store, such as a test of the billing client.
        const db = await openedConsoleStore()
        if (db === undefined || writes.length === 0) continue
        for (const leftOut of await writeIndex(db, writes)) this.memory.writtenRows.delete(keyOf(leftOut))
        for (let round = 0; round < MAX_JUDGE_ROUNDS && (await judgeSome(db, this.source)); round += 1);
      }
      this.#isFailing = false
    } catch (error) {
      // Logs an outage of the store once. A dropped object is written when it is read again.
      if (!this.#isFailing) log().warn({ event: 'index', err: error }, 'the index could not be written')
      this.#isFailing = true
      this.memory.writtenRows.clear()
    }
  }

  /** Returns the writes that differ from the last one of their row, or come a minute after it; of one row the last. */
  #changed(writes: readonly IndexWrite[]): IndexWrite[] {
    const changed = new Map<string, IndexWrite>()
    for (const write of writes) {
      const key = keyOf(write)
      const content = digestOf([write.into, { ...write.row, seenAt: '' }])
      const last = this.memory.writtenRows.get(key)
      const atMs = this.elapsedMs()
      // A wrong ID may have been opened again.
      if (write.into !== 'gone' && last?.content === content && atMs - last.atMs < UNCHANGED_MS) continue
      this.memory.writtenRows.delete(key)
      this.memory.writtenRows.set(key, { content, atMs })
      // A 404 or an update is about the row that was read before it, which may be waiting too.
      changed.set(`${write.into} ${key}`, write)
    }
    dropOldest(this.memory.writtenRows, MAX_REMEMBERED)
    return [...changed.values()]
  }
}

interface LedgerRows {
  into: 'object' | 'newObject'
  row: ObjectRow
  links: readonly LinkRow[]
}

/** Returns the writes of a ledger's row and links, with the customers who may be forgotten meanwhile. */
function writesOfLedger(readStart: ReadStart, { into, row, links }: LedgerRows): IndexWrite[] {
  const owners = [row.id, ...linkedIds('customer', links)].map((id) => linkId('customer', id))
  return [
    { into, row, readStart, names: owners },
    ...links.map((link): IndexWrite => ({ into: 'link', row: link, readStart, names: [...owners, link.id] })),
  ]
}

const namesOf = (kind: FindHit['kind'], id: string | null | undefined) => (id == null ? [] : [linkId(kind, id)])
const digestOf = (value: unknown) => createHash('sha1').update(JSON.stringify(value)).digest('base64')

function dropOldest(map: Map<string, unknown>, most: number): void {
  for (const oldest of map.keys()) {
    if (map.size <= most) return
    map.delete(oldest)
  }
}
