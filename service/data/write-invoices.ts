import { sql } from 'drizzle-orm'
import { STORED_IS_NEWER } from '../store/keep-newer'
import type { DatabaseTransaction } from '@/database/open-database'
import { sameRow, upsertRows } from '@/database/recordset'
import { invoiceLineItems, invoices } from '../store/schema'
import { claimLineItems } from './claim-line-items'
import { countKept, type KeptObjects } from './kept-objects'
import { runsOfDistinctIds } from './newest-of'
import type { InvoiceLine } from './storable-line'

/**
 * Writes invoices with their line items. A stored invoice that is newer stays, unless `replace`.
 * @throws BadLine as `claimLineItems`
 */
export async function writeInvoices(
  tx: DatabaseTransaction,
  merchantId: string,
  lines: readonly InvoiceLine[],
  options: { replace: boolean; kept: KeptObjects },
): Promise<void> {
  for (const run of runsOfDistinctIds(lines, ({ row }) => row.id)) await writeRun(tx, merchantId, run, options)
}

async function writeRun(
  tx: DatabaseTransaction,
  merchantId: string,
  lines: readonly InvoiceLine[],
  { replace, kept }: { replace: boolean; kept: KeptObjects },
): Promise<void> {
  const rows = lines.map(({ row }) => row)
  const stored = await upsertRows(tx, invoices, rows, replace ? undefined : STORED_IS_NEWER)
  const written = lines.filter(({ row }) => stored.has(row.id))
  for (const { row } of lines) if (!stored.has(row.id)) countKept(kept, 'invoice', row.id)

  const [given, isOfInvoice] = sameRow(
    { merchantId: invoiceLineItems.merchantId, invoiceId: invoiceLineItems.invoiceId },
    written.map(({ row }) => ({ merchantId, invoiceId: row.id })),
  )
  await tx.execute(sql`delete from ${invoiceLineItems} using ${given} where ${isOfInvoice}`)
  await claimLineItems(tx, merchantId, written, { replace })
}
