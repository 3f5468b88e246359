import { createHash } from 'node:crypto'
import { and, asc, eq } from 'drizzle-orm'
import type { FindingReview } from '@/lib/invoices/finding'
import { isOneOf } from '@/database/recordset'
import { findingReviews } from '@/lib/store/note-schema'
import type { Reading } from './seen-objects'
import type { ObjectRow } from './seen-rows'

type SeenInvoice = Pick<ObjectRow, 'id' | 'name' | 'status' | 'at' | 'customerId' | 'subscriptionId' | 'row'>

const MAX_REVIEWS = 5_000

/** Returns the reviewed findings of invoices by the invoice's ID, the oldest first. */
export async function reviewsOfInvoices(
  db: Reading,
  ofSource: string,
  invoices: readonly SeenInvoice[],
): Promise<Map<string, FindingReview[]>> {
  const found = new Map<string, FindingReview[]>()
  if (invoices.length === 0) return found
  const { source, invoiceId, finding, digest, by, at, reason, hash } = findingReviews
  const ids = invoices.map(({ id }) => id)
  const rows = await db
    .select({ invoiceId, finding, digest, by, at, reason })
    .from(findingReviews)
    .where(and(eq(source, ofSource), isOneOf(invoiceId, ids)))
    .orderBy(invoiceId, asc(at), hash)
    .limit(MAX_REVIEWS)
  if (rows.length === 0) return found
  const known = new Map(invoices.map((invoice) => [invoice.id, invoice]))
  for (const { invoiceId: id, finding: reviewed, digest: before, ...review } of rows) {
    const invoice = known.get(id)
    const isCurrent = invoice !== undefined && contentDigest(invoice) === before
    found.set(id, [...(found.get(id) ?? []), { finding: reviewed, review: { ...review, isCurrent } }])
  }
  return found
}

/**
 * Returns a hash of what the API said of an invoice. A row has the same hash before it is stored and afterwards. The time of the read
 * and the findings are left out: findings also depend on the subscription.
 */
export function contentDigest({ name, status, at, customerId, subscriptionId, row }: SeenInvoice): string {
  const { digits, issueDate, periodStart, periodEnd, total, lines } = row
  const content = [
    name,
    status,
    at,
    customerId,
    subscriptionId,
    digits,
    issueDate,
    periodStart,
    periodEnd,
    total,
    lines,
  ]
  return hashOf(JSON.stringify(content.map((value) => value ?? null)))
}

export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')
