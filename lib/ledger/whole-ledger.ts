import type { TransactionView } from './transaction'

/*
 * A customer's whole ledger as the console has read it: sums, not entries. Days are UTC ("2026-11-25"), amounts exact decimal
 * strings with the API's own sign.
 */

/** An allocation pool: what a customer has of one pricing unit (gaps.md, Transaction sign and balance). */
export interface LedgerPool {
  /** The same for every entry of the pool; part of the page's URL. */
  key: string
  /** The ID of the custom pricing unit. */
  unitId: string | null
  /** The unit's name. Entries without a name and an ID name no unit. */
  unitName: string | null
}

/**
 * The balance after the last entry of a pool, and the UTC instant of that entry; null when it is not certain. With entries dated in the
 * future, both are those of the read.
 */
export interface LastBalance {
  pool: LedgerPool
  balance: string | null
  at: string | null
  /** The number of its breaks at which a balance is not what amounts and balances before it give. */
  gaps: number
}

/** Entries dated in the future, which count in no balance: what expires, by UTC day, the first first, and the number of others. */
export interface Upcoming {
  expiring: { day: string; amount: string }[]
  others: number
}

/**
 * Why the ledger is inconsistent at an entry.
 * - `sum`: the balance before plus the amount is not the balance after
 * - `gap`: the entry before left another balance than this one starts with
 * - `order`: it was created before the entry that precedes it
 * - `repeated`: an entry with its ID was read before
 * - `twice`: its event was booked on the same block before, by a transaction with another ID
 * - `overdrawn`: its block has less than nothing left
 * - `unreadable`: its amount or creation date could not be read
 * - `against`: its balances move in the other direction than those of its type before it, and it names no event to reverse
 * - `twoIds`: it names two blocks, or two billables
 */
export interface LedgerBreak {
  kind: 'sum' | 'gap' | 'order' | 'repeated' | 'twice' | 'overdrawn' | 'unreadable' | 'twoIds' | 'against'
  transactionId: string | null
  /** The page of 100 entries, oldest first, that it is on. */
  page: number
  /** The UTC instant; null when it could not be read. */
  createdAt: string | null
  /** How far it is off; null for `order`, `repeated`, `twice`, `against` and `twoIds`. */
  offBy: string | null
}

/** The most breaks that are kept of a ledger. All of them are counted. */
export const MAX_BREAKS = 100

/**
 * - `none`: never read · `running` · `complete`: all entries, consistent with the API's counts
 * - `partial`: stopped before the end, or the API's counts contradict the entries; `why` says it
 */
type LedgerReadState = 'none' | 'running' | 'complete' | 'partial'

/** The progress of an incomplete read: its last page of 100 entries, and the number of pages when the API counts entries. */
export interface SoFar {
  page: number
  pages: number | null
}

/** How current the figures of a ledger are. */
export interface FiguresAge {
  /** Null for figures of a complete read. */
  soFar: SoFar | null
  /** The figures are complete up to here; null when there are none. */
  asOf: string | null
}

/** The state of the whole ledger: how far it was read, and whether it agrees. */
export interface LedgerRead extends FiguresAge {
  state: LedgerReadState
  /** Entries read so far, and the API's count; null when it sends none. */
  entries: number
  total: number | null
  /** When this run started, at which entry; instants are UTC. */
  startedAt: string | null
  startedAtEntry: number
  updatedAt: string | null
  /** When the older pages were last compared with the API. */
  comparedAt: string | null
  why: string | null
  /** Whether the figures and the breaks are those of a complete read, and of how many entries. */
  isComplete: boolean
  checkedEntries: number
  /** How many of them were compared with a stored balance. */
  comparedEntries: number
  /** Entries of instants with too many of them: those not compared with each other, and those not compared with their block. */
  uncomparedEntries: number
  undrawnEntries: number
  /** Entries that name no pool, and may belong to any: they were not compared with the entry before. */
  unplacedEntries: number
  breakCount: number
  /** The first `MAX_BREAKS` of them. */
  breaks: LedgerBreak[]
  pools: LedgerPool[]
  /** The last balance of each pool. Empty before a complete read. */
  balances: LastBalance[]
  /** True while figures of an earlier read are shown and a new one runs. */
  isRereading: boolean
}

/** Where the figures of a pool come from. */
export interface PoolBasis {
  pool: LedgerPool
  /**
   * - `balances`: the API stores them · `amounts`: it does not, or lists entries out of order: each figure is a sum of amounts
   * - `unsigned`: a type that deducts has positive amounts, and no stored balances show that they were added
   */
  basis: 'balances' | 'amounts' | 'unsigned'
  /** As in `LastBalance`: with one, no balance, reply or largest fall is certain. */
  gaps: number
}

/** A day or month on the chart, with its place in the drawing. */
export interface ChartPoint {
  /** The day, or the first day of the month. */
  day: string
  /** The balance at its end, and how far it moved in it. */
  balance: string
  change: string
  entries: number
  /** The sums of additions and of expirations; null without any. */
  added: string | null
  expired: string | null
  x: number
  y: number
}

/** The chart of one pool, drawn for the `CHART_WIDTH` and `CHART_HEIGHT`. */
export interface PoolChart extends PoolBasis {
  /** SVG paths of the step line and of the area below it. Empty when `basis` is `unsigned`. */
  line: string
  area: string
  points: ChartPoint[]
  ticks: { y: number; label: string }[]
  days: { x: number; label: string }[]
  /** The balance at the end of the range, also without entries in it; null when `basis` is `unsigned`. */
  balance: string | null
  upcoming: Upcoming
  /** The day of the range with the largest net fall; null when the balance never fell, or before a complete read without breaks. */
  largestDrop: { day: string; by: string } | null
}

export const CHART_WIDTH = 720
export const CHART_HEIGHT = 180
export const CHART_RANGES = ['30d', '90d', '12m', 'all'] as const

export interface BalanceChart extends FiguresAge {
  /** The first and the last day shown, both included; null when the ledger was never read or is empty. */
  from: string | null
  to: string | null
  isByMonth: boolean
  /** Of the first twelve pools. */
  charts: PoolChart[]
  morePools: number
}

/** What the amounts of a type do: allocations and reloads add; manual entries adjust; `other` types are unknown. */
export const PART_KINDS = ['added', 'used', 'expired', 'adjusted', 'other'] as const
export type PartKind = (typeof PART_KINDS)[number]

/** A part of a change: the used of a billable, the expired of a block, or all of another kind and type. */
export interface ChangePart {
  kind: PartKind
  type: string | null
  /** The billable of `used`. */
  billableId: string | null
  billableName: string | null
  /** The block of `expired`, and the invoice that granted it. */
  blockId: string | null
  invoice: { id: string; number: string | null } | null
  amount: string
  /** True when it has amounts above and below zero: the sum then hides a reversal. */
  hasBothSigns: boolean
  entries: number
  /** The first and the last day of its entries. */
  from: string
  to: string
}

/** Why the balance of a pool changed between the start of `from` and the end of `to`. */
export interface ChangeExplanation extends PoolBasis {
  /** Null when `basis` is `unsigned`. */
  opening: string | null
  closing: string | null
  /** The parts sum to `closing` − `opening` − `unexplained`. */
  parts: ChangePart[]
  /** True when another pool of the ledger has a unit of this name: the customer could not tell them apart. */
  isUnitShared: boolean
  /** The largest of its sums by day, type, billable and block: a single entry when `entries` is 1. Null without entries. */
  largest: ChangePart | null
  /** What the stored balances moved by more than their entries; "0" when they agree. */
  unexplained: string
  /** True when an entry up to `to` names no pool: it may belong to this one. */
  hasUnplaced: boolean
}

/** The sums of a pool in a month. */
export interface LedgerMonth extends PoolBasis {
  /** "2026-11". */
  month: string
  opening: string | null
  parts: Record<PartKind, string>
  closing: string | null
  /** `closing` − `opening` − the parts. */
  unexplained: string
  entries: number
  /** By type and billable, on unfolding. */
  details: { kind: PartKind; type: string | null; billableName: string | null; amount: string; entries: number }[]
}

export interface LedgerMonths extends FiguresAge {
  /** The newest month first. */
  months: LedgerMonth[]
  /** How many older months there are beyond the first 240 rows. */
  older: number
}

/** An allocation block: what it granted and what became of it. */
export interface LedgerBlock {
  blockId: string
  pool: LedgerPool
  /** The sums of its entries by part kind. This and the usage by billable are null for amounts without a sign. */
  parts: Record<PartKind, string> | null
  used: { billableId: string | null; billableName: string | null; amount: string }[] | null
  /** Calculated; null before a complete read, and for amounts without a sign. */
  left: string | null
  /** Of `left`, what expires after the read, and on which day first. */
  expiring: { day: string; amount: string } | null
  /** The first day of an addition, also a manual one. */
  grantedAt: string | null
  /** The first and last day on which it was used. */
  firstUse: string | null
  lastUse: string | null
  invoice: { id: string; number: string | null } | null
  planName: string | null
  entries: number
}

/** A pool whose blocks have another amount left than its balance: `rest` is `balance` − `left`. */
export interface BlocksRest {
  pool: LedgerPool
  left: string
  balance: string
  rest: string
}

export interface LedgerBlocks extends FiguresAge {
  /** The newest grant first, up to 200. */
  blocks: LedgerBlock[]
  count: number
  /** Empty before a complete read. */
  rests: BlocksRest[]
}

/** A block that an invoice granted, and the ledger it is in. */
export interface GrantedBlock extends LedgerBlock, FiguresAge {
  externalId: string
}

/** The entries that match a filter, in parts: only pages whose days hold matches are read, from the newest back. */
export interface FilteredTransactions {
  /** Newest first. */
  results: TransactionView[]
  /** What all matches add up to, by pool; null when only reading the entries can tell, or the ledger was not read whole. */
  sums: { pool: LedgerPool; entries: number; amount: string }[] | null
  /** True when the read that the pages are from is complete. */
  isComplete: boolean
  /** Pages of 100 entries read for this response, and those left after it. */
  pagesRead: number
  pagesLeft: number
  /** Where to go on; null at the end. */
  nextBeforePage: number | null
  /** The matches are complete up to here. */
  asOf: string | null
}
