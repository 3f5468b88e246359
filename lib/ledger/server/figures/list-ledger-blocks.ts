import { Big } from 'big.js'
import { eq, sql, type SQL } from 'drizzle-orm'
import type { BlocksRest, GrantedBlock, LedgerBlock, LedgerBlocks, PartKind } from '../../whole-ledger'
import type { Session } from '@/database/on-connection'
import type { CheckState } from '../../ledger-check'
import { ledgerBlocks, ledgerReads, ledgerSums } from '@/lib/store/ledger-schema'
import { readWithin } from '@/lib/store/console-store'
import { type LedgerReadRow, SHOWN_FIRST } from '../read/stored-reads'
import { ageOf, NO_AGE } from '../read/get-ledger-read'
import { keyText } from '../read/write-checkpoint'
import { INVOICE_OF_BLOCK, KIND_OF_TYPE, NO_PARTS, plain, selectSeries, untilOf, withLedgerRead } from './stored-sums'
import { CustomerInput, InvoiceInput } from '@/lib/core/server/input'
import { operation } from '@/lib/core/server/operation'

const MAX_BLOCKS = 200
const TOO_SLOW = 'The blocks of this invoice took too long to read. The invoice is not affected.'

/** Returns the allocation blocks of a ledger, the newest grant first; up to 200. */
export const listLedgerBlocks = operation('listLedgerBlocks', {
  input: CustomerInput,
  describe: 'The blocks of a ledger with what was granted, used and expired.',
  tool: { from: 'ledger' },
  async run(context, { externalId }): Promise<LedgerBlocks> {
    const blocks = await withLedgerRead(context, externalId, async (db, read) => ({
      blocks: await selectBlocks(db, read, sql`true`),
      count: await db.$count(ledgerBlocks, eq(ledgerBlocks.readId, read.id)),
      rests: read.completedAt === null ? [] : await selectRests(db, read),
      ...ageOf(read),
    }))
    return blocks ?? { blocks: [], count: 0, rests: [], ...NO_AGE }
  },
})

/** Returns the blocks that an invoice granted, in the ledgers that were read. */
export const listGrantedBlocks = operation('listGrantedBlocks', {
  input: InvoiceInput,
  describe:
    'The blocks that an invoice granted, in the ledgers that the console has read. A block with `soFar` is of a ledger that was read only in part.',
  tool: { from: 'index' },
  run({ environment, signal }, { invoiceId }) {
    return readWithin({ signal, ms: 3_000, tooSlow: TOO_SLOW }, async (db) => {
      const { source } = environment.index
      const reads = await db
        .selectDistinctOn([ledgerReads.externalId])
        .from(ledgerReads)
        .where(
          sql`source = ${source} and exists (
            select from ${ledgerBlocks} as blocks where blocks.read_id = ${ledgerReads}.id and invoice_id = ${keyText(invoiceId)})`,
        )
        .orderBy(...SHOWN_FIRST)
        .limit(10)
      const blocks: GrantedBlock[] = []
      for (const read of reads) {
        const granted = await selectBlocks(db, read, sql`invoice_id = ${keyText(invoiceId)}`)
        blocks.push(...granted.map((block) => ({ ...block, externalId: read.externalId, ...ageOf(read) })))
      }
      return { blocks }
    })
  },
})

/** Returns the pools whose blocks do not lead to their balance. */
async function selectRests(db: Session, read: LedgerReadRow): Promise<BlocksRest[]> {
  const { rows } = await db.execute<{ pool: string; left: string }>(sql`
    select pool, ${plain(sql`sum(amount)`)} as "left" from ${ledgerSums}
    where read_id = ${read.id} and day <> '' and first_at <= ${untilOf(read)} and block <> '' group by pool`)
  const leftOf = new Map(rows.map(({ pool, left }) => [pool, left]))
  return (await selectSeries(db, read)).flatMap(({ pool, basis, series }) => {
    const [left, balance] = [leftOf.get(pool.key), series.at(-1)?.balance ?? '0']
    if (basis === 'unsigned' || left === undefined) return []
    const rest = new Big(balance).minus(left)
    return rest.eq(0) ? [] : [{ pool, left, balance, rest: rest.toFixed() }]
  })
}

interface BlockRow extends Omit<LedgerBlock, 'pool' | 'parts'>, Record<string, unknown> {
  pool: string
  parts: Partial<Record<PartKind, string>>
}

async function selectBlocks(db: Session, read: LedgerReadRow, isWanted: SQL): Promise<LedgerBlock[]> {
  const until = untilOf(read)
  const { rows } = await db.execute<BlockRow>(sql`
    with named as (select * from ${ledgerBlocks} where read_id = ${read.id} and ${isWanted}),
      blocks as (
        select block,
          min(substr(first_at::text, 1, 10)) filter (where added > 0 and ${KIND_OF_TYPE} in ('added', 'adjusted')) as granted_at,
          min(substr(first_at::text, 1, 10)) filter (where ${KIND_OF_TYPE} = 'used') as first_use,
          max(substr(last_at::text, 1, 10)) filter (where ${KIND_OF_TYPE} = 'used') as last_use,
          sum(entries)::integer as entries
        from ${ledgerSums} join named using (read_id, block) group by block
        order by granted_at desc nulls last, block limit ${MAX_BLOCKS}),
      sums as (
        select block, ${KIND_OF_TYPE} as kind, billable, max(billable_name) as name, sum(amount) as amount
        from ${ledgerSums} join blocks using (block) where read_id = ${read.id} and (first_at is null or first_at <= ${until}) group by 1, 2, 3),
      kinds as (select block, kind, sum(amount) as amount from sums group by 1, 2),
      later as (select block, min(day) as day, abs(sum(amount)) as amount from ${ledgerSums} join blocks using (block)
        where read_id = ${read.id} and first_at > ${until} and ${KIND_OF_TYPE} = 'expired' group by block)
    select blocks.block as "blockId", named.pool,
      case when later.day is not null then jsonb_build_object('day', later.day, 'amount', ${plain(sql`later.amount`)}) end as expiring,
      case when "left" is not null
        then ${plain(sql`coalesce((select sum(amount) from kinds where kinds.block = blocks.block), 0)`)} end as "left",
      granted_at as "grantedAt", first_use as "firstUse", last_use as "lastUse", ${INVOICE_OF_BLOCK} as invoice, plan_name as "planName", entries,
      coalesce((select jsonb_object_agg(kind, ${plain(sql`amount`)}) from kinds where kinds.block = blocks.block), '{}') as parts,
      coalesce((select jsonb_agg(jsonb_build_object('billableId', nullif(billable, ''), 'billableName', nullif(name, ''), 'amount', ${plain(sql`amount`)})
        order by abs(amount) desc, billable) from sums where kind = 'used' and sums.block = blocks.block), '[]') as used
    from blocks join named using (block) left join later using (block) order by granted_at desc nulls last, blocks.block`)
  const { pools }: CheckState = JSON.parse(read.check)
  return rows.map(({ pool: key, ...block }) => {
    const state = pools.find(({ pool }) => pool.key === key)
    const pool = state?.pool ?? { key, unitId: null, unitName: null }
    if (state?.hasUnknownSign === true) return { ...block, pool, parts: null, used: null, left: null, expiring: null }
    return {
      ...block,
      pool,
      parts: { ...NO_PARTS, ...block.parts },
      left: read.completedAt === null ? null : block.left,
    }
  })
}
