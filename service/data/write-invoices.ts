import type { Invoice } from '@/contract/billing/invoice'
import { and, eq, sql } from 'drizzle-orm'
import type { DatabaseTransaction } from '../store/open'
import { upsertRows } from '../store/recordset'
import { invoiceLineItems, invoices } from '../store/schema'
import { BadLine } from './bad-line'
import type { Numbered } from './import-line'

/**
 * Writes invoices and replaces their line items; of an id given twice the last line counts.
 * @throws BadLine where a line item has the id of another invoice's
 */
export async function writeInvoices(
  tx: DatabaseTransaction,
  merchantId: string,
  lines: readonly Numbered<Invoice>[],
): Promise<void> {
  if (lines.length === 0) return
  const latest = [...new Map(lines.map((line) => [line.data.id, line])).values()]
  await upsertRows(
    tx,
    invoices,
    latest.map(({ data }) => data),
  )
  const invoiceIds = latest.map(({ data }) => data.id)
  await tx
    .delete(invoiceLineItems)
    .where(
      and(
        eq(invoiceLineItems.merchantId, merchantId),
        sql`${invoiceLineItems.invoiceId} = any(${sql.param(invoiceIds)}::text[])`,
      ),
    )
  await refuseSharedLineItems(tx, merchantId, latest)
  await upsertRows(
    tx,
    invoiceLineItems,
    latest.flatMap(({ data }) =>
      data.invoiceLineItems.map(({ details, ...item }, position) => ({ ...item, ...details, position })),
    ),
  )
}

async function refuseSharedLineItems(
  tx: DatabaseTransaction,
  merchantId: string,
  lines: readonly Numbered<Invoice>[],
): Promise<void> {
  const ids = lines.flatMap(({ data }) => data.invoiceLineItems.map(({ id }) => id))
  const elsewhere = await tx
    .select({ id: invoiceLineItems.id, invoiceId: invoiceLineItems.invoiceId })
    .from(invoiceLineItems)
    .where(
      and(eq(invoiceLineItems.merchantId, merchantId), sql`${invoiceLineItems.id} = any(${sql.param(ids)}::text[])`),
    )
  const owners = new Map(elsewhere.map(({ id, invoiceId }) => [id, invoiceId]))
  for (const { number, data } of lines) {
    for (const [position, { id }] of data.invoiceLineItems.entries()) {
      const owner = owners.get(id)
      if (owner !== undefined) {
        throw new BadLine(number, `data.invoiceLineItems[${position}].id`, `"${id}" is in invoice "${owner}" already`)
      }
      owners.set(id, data.id)
    }
  }
}
