import { SAMPLE_CUSTOMER } from '@/testing/service/samples/sample-customer'
import { sampleInvoice } from '@/testing/service/samples/sample-invoice'
import { sampleSubscription } from '@/testing/service/samples/sample-subscription'
import { sampleTransaction } from '@/testing/service/samples/sample-transaction'
import type { Store } from '@/service/store/open'
import { loadSamples } from '@/testing/service/load-samples'
import { MERCHANT } from './billing-service'
import { withSession } from './shared-programs'

/** The row counts of a store. */
export interface RowCounts {
  transactions: number
  /** The first customer has half of the transactions. The others share the rest equally. */
  customers: number
  /** The count of subscriptions `sub_N` and of invoices `inv_N`, from 0. Even subscriptions are active, odd ones drafts. */
  subscriptions: number
}

/** Fills a new store with one sample of each kind, which SQL then copies. */
export async function fillWithSamples(store: Store): Promise<void> {
  await loadSamples(store, MERCHANT, [
    { kind: 'customer', data: SAMPLE_CUSTOMER },
    { kind: 'subscription', data: sampleSubscription(MERCHANT, { id: 'sub_acme' }) },
    { kind: 'invoice', data: sampleInvoice(MERCHANT, { id: 'inv_sample' }) },
    { kind: 'transaction', data: sampleTransaction(MERCHANT, { id: 'txn_sample' }) },
  ])
}

/*
 * Makes the rows by SQL in a fraction of the time of an import. As `service/store/schema.ts` requires, the entries of a ledger
 * have consecutive sequences in the order of (created_at, id), the ledger's clock is the newest entry, and the document
 * contains each key and instant too. The indexes of the transactions are created last, with the same definition.
 */
const COPIES = (counts: RowCounts) => [
  `insert into customers (merchant_id, id, external_id, updated_at, document)
   select merchant_id, 'cus_' || n, 'customer-' || n, updated_at,
     replace(replace(document::text, '"cus_acme"', '"cus_' || n || '"'), '"acme-inc"', '"customer-' || n || '"')::json
   from customers, generate_series(0, ${counts.customers - 1}) as n where id = 'cus_acme'`,
  `insert into subscriptions (merchant_id, id, customer_id, plan_id, start_date, end_date, status, billing_cadence, updated_at, document)
   select merchant_id, 'sub_' || n, customer, plan_id, start_date, end_date, state, billing_cadence, updated_at,
     replace(replace(replace(document::text, '"sub_acme"', '"sub_' || n || '"'), '"cus_acme"', '"' || customer || '"'),
       '"active"', '"' || state || '"')::json
   from subscriptions, generate_series(0, ${counts.subscriptions - 1}) as n,
     lateral (select 'cus_' || n % ${counts.customers} as customer, case n % 2 when 0 then 'active' else 'draft' end as state) as one
   where id = 'sub_acme'`,
  `insert into invoices (merchant_id, id, updated_at, document)
   select merchant_id, 'inv_' || n, updated_at,
     replace(replace(document::text, '"inv_sample"', '"inv_' || n || '"'), '"line_', '"line_' || n || '_')::json
   from invoices, generate_series(0, ${counts.subscriptions - 1}) as n where id = 'inv_sample'`,
  `insert into invoice_line_items (merchant_id, id, invoice_id)
   select merchant_id, replace(id, 'line_', 'line_' || n || '_'), 'inv_' || n
   from invoice_line_items, generate_series(0, ${counts.subscriptions - 1}) as n where invoice_id = 'inv_sample'`,
  `create temporary table placed as
   select n, case when n < ${counts.transactions / 2} then 0 else 1 + n % ${counts.customers - 1} end as customer,
     timestamptz '2020-01-01T00:00:00Z' + n * interval '10 seconds' as at
   from generate_series(0, ${counts.transactions - 1}) as n`,
  `insert into customer_ledgers (merchant_id, customer_id, first_sequence, last_sequence, clock)
   select '${MERCHANT}', 'cus_' || customer, 1, count(*), max(at) from placed group by customer`,
  `insert into transactions (merchant_id, customer_id, sequence, id, created_at, updated_at, document)
   select merchant_id, 'cus_' || customer, row_number() over (partition by customer order by n), 'txn_' || n, at, at,
     replace(replace(replace(document::text, '"txn_sample"', '"txn_' || n || '"'), '"cus_acme"', '"cus_' || customer || '"'),
       '2026-01-31T00:00:00.000Z', to_char(at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))::json
   from transactions, placed where id = 'txn_sample'`,
]

/** Copies the samples until the store has these row counts. */
export async function copyRows(databaseUrl: string, counts: RowCounts, signal: AbortSignal): Promise<void> {
  await withSession(databaseUrl, async (session) => {
    const { rows } = await session.query<{ name: string; made: string; constraint: string | null }>(`
      select index.indexrelid::regclass::text as name, pg_get_indexdef(index.indexrelid) as made,
        (select pg_get_constraintdef(oid) from pg_constraint where conindid = index.indexrelid) as constraint
      from pg_index as index where indrelid = 'transactions'::regclass`)
    for (const { name, constraint } of rows)
      await session.query(
        constraint === null ? `drop index ${name}` : `alter table transactions drop constraint ${name}`,
      )
    // Without the triggers that check each row for its ledger.
    await session.query(`set session_replication_role = replica`)
    await session.query(`set maintenance_work_mem = '512MB'; set work_mem = '256MB'`)
    for (const statement of COPIES(counts)) {
      signal.throwIfAborted()
      await session.query(statement)
    }
    for (const { name, made, constraint } of rows)
      await session.query(constraint === null ? made : `alter table transactions add constraint ${name} ${constraint}`)
    await session.query('vacuum analyze')
  })
}
