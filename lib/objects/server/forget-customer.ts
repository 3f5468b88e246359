import { inArray, sql } from 'drizzle-orm'
import type { DatabaseTransaction } from '@/database/open-database'
import { isOneOf } from '@/database/recordset'
import {
  forgottenObjects,
  indexedDifferences,
  indexedLinks,
  openedObjects,
  seenObjects,
} from '@/lib/store/index-schema'
import { jobs } from '@/lib/store/job-schema'
import { ledgerReads } from '@/lib/store/ledger-schema'
import { readRows, readRuns } from '@/lib/store/read-schema'
import { remarks } from '@/lib/store/remark-schema'
import { subscriptionChanges } from '@/lib/store/schema'
import { customersOfLedger, ledgersOfCustomer } from './customer-links'
import { beginForgetting, HASH } from './forget-fence'
import { CustomerInput } from '@/lib/core/server/input'
import { writeOperation } from '@/lib/core/server/operation'
import { type RuledWrite, withOutput } from '@/lib/core/server/store-write'

/** Deletes all that the index knows of a customer, in every source, and writes the audit entry. The billing API is not asked. */
export const forgetCustomer = writeOperation('forgetCustomer', {
  input: CustomerInput,
  audit: { records: 'refusal', object: { kind: 'customer', idField: 'externalId' } },
  async write({ environment: { index } }, { externalId }) {
    // Pages that were just read may name further customers of the ledger.
    await index.written()
    return withOutput(forgetWrite(externalId), ({ rows, forgetting }) => {
      index.noteForgetting(forgetting)
      return { accepted: true, rows }
    })
  },
})

/** A million rows take about half of this time. The audit is locked at the end, so that others do not wait for all of it. */
const LIMITS = { ms: 60_000, locksAuditLast: true } as const

/** The number of deleted rows, and of the forgetting, for `ObjectIndex.noteForgetting`. */
interface Forgotten {
  rows: number
  forgetting: number
}

/**
 * Deletes all that the index knows of a customer, in every source: its ledgers, subscriptions, invoices and links, what changed in
 * them, the sums of its ledger, who opened them, the notes on them, and the reviews of findings.
 * Customers of the API that share its ledger are forgotten too; by their
 * own customer ID, only the ledger, its links and its invoices are. Later writes of earlier responses are dropped (`forget-fence.ts`).
 * @param id an external ID, or a customer ID of the billing API
 */
export const forgetWrite = (id: string): RuledWrite<Forgotten> => ({
  ...LIMITS,
  async write(tx) {
    const forgetting = await beginForgetting(tx, { isEverything: false })
    // By statistics of a smaller store, nested loops would compare each invoice with each, for minutes. The price that the planner then
    // puts on the loops that remain would have it compile the statements, for seconds.
    await tx.execute(sql`select set_config('enable_nestloop', 'off', true), set_config('jit', 'off', true)`)
    const rows = await deleteCustomer(tx, forgetting, id, await linkedByInvoices(tx, id))
    return { entry: { object: { kind: 'customer', id }, detail: { rows } }, output: () => ({ rows, forgetting }) }
  },
})

/** Deleted in this order: who writes a remark has locked its object. */
const COUNTED = [seenObjects, indexedLinks, indexedDifferences, openedObjects, readRows, remarks] as const

/**
 * Deletes the index of every source, and what people wrote or started on it: notes, reviews and runs of reads. Later writes of earlier
 * responses are dropped.
 */
export const forgetAllWrite = (): RuledWrite<Forgotten> => ({
  ...LIMITS,
  async write(tx) {
    const forgetting = await beginForgetting(tx, { isEverything: true })
    await tx.delete(jobs).where(inArray(jobs.kind, ['ledger', 'read']))
    await tx.delete(ledgerReads)
    let rows = 0
    for (const table of COUNTED) rows += (await tx.delete(table)).rowCount ?? 0
    await tx.delete(readRuns)
    return { entry: { detail: { rows } }, output: () => ({ rows, forgetting }) }
  },
})

/** The IDs of a customer that only invoices link (`customer-links.ts`), in any source. */
interface LinkedIds {
  customers: string[]
  ledgers: string[]
}

async function linkedByInvoices(tx: DatabaseTransaction, id: string): Promise<LinkedIds> {
  const { rows } = await tx.execute<{ source: string }>(sql`
    select source from ${indexedLinks} where external_id = ${id}
    union select source from ${seenObjects} where customer_id = ${id}`)
  const linked: LinkedIds = { customers: [], ledgers: [] }
  for (const { source } of rows) {
    const { customers } = await customersOfLedger(tx, source, id)
    for (const customerId of [id, ...customers.map((customer) => customer.id)]) {
      linked.customers.push(customerId)
      linked.ledgers.push(...(await ledgersOfCustomer(tx, source, customerId)).externalIds)
    }
  }
  return linked
}

/**
 * Deletes the rows of a customer and keeps hashes of the objects. One statement finds them: a ledger may name more invoices than a
 * statement has parameters. @returns the number of deleted rows
 */
async function deleteCustomer(
  tx: DatabaseTransaction,
  forgetting: number,
  id: string,
  linked: LinkedIds,
): Promise<number> {
  const withTyped = (ids: string[]) => sql`unnest(${sql.param([id, ...ids])}::text[])`
  const isNamed = sql`(kind, id) in (select kind, id from named)`
  const { rows } = await tx.execute<{ rows: number; ledgers: string[]; names: string[] }>(sql`
    with customers as (
        select id from ${withTyped(linked.customers)} as id
        union select substr(id, 10) from ${indexedLinks} where external_id = ${id} and starts_with(id, 'customer:')),
      ledgers as (
        select id from ${withTyped(linked.ledgers)} as id
        union select external_id from ${indexedLinks} where id in (select 'customer:' || id from customers)),
      invoices as (
        select substr(id, 9) as id from ${indexedLinks}
        where external_id in (select id from ledgers) and starts_with(id, 'invoice:')
        union select id from ${seenObjects} where kind = 'invoice' and customer_id in (select id from customers)),
      subscriptions as (
        select id from ${seenObjects} where kind = 'subscription' and customer_id in (select id from customers)
        union select subscription_id from ${seenObjects}
        where kind = 'invoice' and id in (select id from invoices) and subscription_id is not null),
      named as (
        select 'customer' as kind, id from ledgers
        union all select 'invoice', id from invoices
        union all select 'subscription', id from subscriptions),
      known as (
        select kind || ':' || id as name from named union select 'customer:' || id from customers),
      fenced as (
        insert into ${forgottenObjects} (number, hash) select distinct ${forgetting}::integer, ${HASH} from known),
      gone_jobs as (delete from ${jobs} where kind = 'ledger' and subject in (select id from ledgers)),
      -- A change of a group stays as a record; one that has ended loses what the agent saw.
      cut_changes as (
        update ${subscriptionChanges} set seen = '{}'
        where group_id is not null and subscription_id in (select id from subscriptions)
          and state in ('CONFIRMED', 'REJECTED', 'NOT_APPLIED', 'NOT_SENT', 'STALE', 'DECLINED', 'EXPIRED')),
      gone_objects as (delete from ${seenObjects} where ${isNamed} returning 1),
      gone_links as (delete from ${indexedLinks} where external_id in (select id from ledgers) returning 1),
      gone_differences as (delete from ${indexedDifferences} where ${isNamed} returning 1),
      gone_opened as (delete from ${openedObjects} where ${isNamed} returning 1),
      gone_read as (
        delete from ${readRows}
        where id in (select id from named) or id in (select id from customers) returning 1)
    select count(*)::integer as rows, array(table ledgers) as ledgers, array(table known) as names from (
      table gone_objects union all table gone_links union all table gone_differences
      union all table gone_opened union all table gone_read) as gone`)
  const [gone] = rows
  // Reads and remarks are written under the lock of their job or object, which is deleted by now: nothing is written after these statements.
  const names = sql`(select unnest(${sql.param(gone?.names ?? [])}::text[]))`
  await tx.delete(ledgerReads).where(isOneOf(ledgerReads.externalId, gone?.ledgers ?? []))
  const { rowCount } = await tx.delete(remarks).where(sql`
    kind || ':' || id in ${names} or exists (
      select from unnest(customers) as customer where 'customer:' || customer in ${names})`)
  return (gone?.rows ?? 0) + (rowCount ?? 0)
}
