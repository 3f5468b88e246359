import { sql } from 'drizzle-orm'
import { STORED_IS_NEWER } from '../store/keep-newer'
import type { DatabaseTransaction } from '../store/open'
import { sameRow, upsertRows } from '../store/recordset'
import { invoiceLineItems, invoices } from '../store/schema'
import { claimLineItems } from './claim-line-items'
import { keep, type KeptObjects } from './kept-objects'
import { newestOf } from './newest-of'
import type { StorableLine } from './storable-line'

export type InvoiceLine = Extract<StorableLine, { kind: 'invoice' }> & { number: number }

/**
 * Writes invoices with their line items. What is stored and newer stays, unless `replace`.
 * @throws BadLine as `claimLineItems`
 */
export async function writeInvoices(
  tx: DatabaseTransaction,
  merchantId: string,
  lines: readonly InvoiceLine[],
  { replace, kept }: { replace: boolean; kept: KeptObjects },
): Promise<void> {
  if (lines.length === 0) return
  const lineOf = new Map(lines.map((line) => [line.row, line]))
  const onKept = ({ id }: InvoiceLine['row']) => keep(kept, 'invoice', id)
  const newest = newestOf(
    lines.map(({ row }) => row),
    { isForced: replace, onKept },
  )
  const stored = await upsertRows(tx, invoices, newest, replace ? undefined : STORED_IS_NEWER)
  for (const row of newest) if (!stored.has(row.id)) onKept(row)
  const written = newest.filter(({ id }) => stored.has(id)).flatMap((row) => lineOf.get(row) ?? [])

  const [given, isOfInvoice] = sameRow(
    { merchantId: invoiceLineItems.merchantId, invoiceId: invoiceLineItems.invoiceId },
    written.map(({ row }) => ({ merchantId, invoiceId: row.id })),
  )
  await tx.execute(sql`delete from ${invoiceLineItems} using ${given} where ${isOfInvoice}`)
  await claimLineItems(tx, merchantId, written, { replace })
}
