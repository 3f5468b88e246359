import { boolean, customType, index, integer, numeric, primaryKey, text, unique } from 'drizzle-orm/pg-core'
import { instant, jsonText, opaqueId } from '@/database/columns'
import { consoleSchema } from './schema'

/*
 * Whole ledgers as the console has read them: sums, not entries. `lib/ledger/server/` writes and reads them. '' stands for a
 * value that entries do not have, because it is part of a key. Days are UTC, "2026-11-25".
 */

const bytes = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' })

/** A read of a whole ledger, which may be running. A read anew is another generation, which replaces the one before when it ends. */
export const ledgerReads = consoleSchema.table(
  'ledger_reads',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    source: opaqueId('source').notNull(),
    externalId: opaqueId('external_id').notNull(),
    generation: integer('generation').notNull(),
    state: text('state', { enum: ['running', 'complete', 'partial'] }).notNull(),
    /** True when a stopped read can go on from its last page. */
    isResumable: boolean('is_resumable').notNull(),
    pages: integer('pages').notNull(),
    entries: integer('entries').notNull(),
    total: integer('total'),
    sums: integer('sums').notNull(),
    startedAt: instant('started_at').notNull(),
    startedAtEntry: integer('started_at_entry').notNull(),
    updatedAt: instant('updated_at').notNull(),
    asOf: instant('as_of'),
    /** When all pages were last compared with the API. */
    comparedAt: instant('compared_at').notNull(),
    /** When it was complete first; its figures are shown from then on. */
    completedAt: instant('completed_at'),
    why: text('why'),
    breakCount: integer('break_count').notNull(),
    /** JSON of the first breaks (`lib/ledger/whole-ledger.ts`). */
    breaks: jsonText('breaks').notNull(),
    /** JSON of the walk's counts and of the check, to go on from. */
    walk: jsonText('walk').notNull(),
    check: jsonText('check').notNull(),
  },
  (table) => [
    unique('ledger_reads_ledger').on(table.source, table.externalId, table.generation),
    index('ledger_reads_updated').on(table.updatedAt),
    index('ledger_reads_external').on(table.externalId),
  ],
)

const readId = () =>
  integer('read_id')
    .notNull()
    .references(() => ledgerReads.id, { onDelete: 'cascade' })

/** `lib/ledger/ledger-sums.ts`. */
export const ledgerSums = consoleSchema.table(
  'ledger_sums',
  {
    readId: readId(),
    day: opaqueId('day').notNull(),
    pool: opaqueId('pool').notNull(),
    type: opaqueId('type').notNull(),
    billable: opaqueId('billable').notNull(),
    block: opaqueId('block').notNull(),
    billableName: opaqueId('billable_name').notNull(),
    entries: integer('entries').notNull(),
    amount: numeric('amount').notNull(),
    added: numeric('added').notNull(),
    firstAt: instant('first_at'),
    lastAt: instant('last_at'),
  },
  (table) => [
    primaryKey({ columns: [table.readId, table.day, table.pool, table.type, table.billable, table.block] }),
    index('ledger_sums_block').on(table.readId, table.block),
  ],
)

/** The stored balances of a pool at the start and the end of a day; null when they are unknown. */
export const ledgerDays = consoleSchema.table(
  'ledger_days',
  {
    readId: readId(),
    pool: opaqueId('pool').notNull(),
    day: opaqueId('day').notNull(),
    opening: numeric('opening'),
    closing: numeric('closing'),
  },
  (table) => [primaryKey({ columns: [table.readId, table.pool, table.day] })],
)

/** The blocks of the entries, and what is left of each. */
export const ledgerBlocks = consoleSchema.table(
  'ledger_blocks',
  {
    readId: readId(),
    block: opaqueId('block').notNull(),
    pool: opaqueId('pool').notNull(),
    invoiceId: opaqueId('invoice_id'),
    invoiceNumber: opaqueId('invoice_number'),
    planName: opaqueId('plan_name'),
    left: numeric('left'),
    hasGrant: boolean('has_grant').notNull(),
    isOverdrawn: boolean('is_overdrawn').notNull(),
  },
  (table) => [primaryKey({ columns: [table.readId, table.block] }), index('ledger_blocks_invoice').on(table.invoiceId)],
)

/** The pages of 100 entries, oldest first, as they were read. */
export const ledgerPages = consoleSchema.table(
  'ledger_pages',
  {
    readId: readId(),
    page: integer('page').notNull(),
    entries: integer('entries').notNull(),
    digest: text('digest').notNull(),
    firstAt: instant('first_at'),
    lastAt: instant('last_at'),
  },
  (table) => [primaryKey({ columns: [table.readId, table.page] })],
)

/** Twelve bytes for each entry (`../ledger/read/seen-entries.ts`), a chunk a checkpoint, so that a repeat is found after a restart too. */
export const ledgerIdHashes = consoleSchema.table(
  'ledger_id_hashes',
  { readId: readId(), chunk: integer('chunk').notNull(), hashes: bytes('hashes').notNull() },
  (table) => [primaryKey({ columns: [table.readId, table.chunk] })],
)
