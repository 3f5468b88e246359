import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import type { ReviewList } from '@/lib/invoices/finding'
import type { DatabaseTransaction } from '@/database/open-database'
import { isOneOf } from '@/database/recordset'
import { userKey } from '@/lib/core/server/actor'
import { findingKey } from '@/lib/invoices/finding-review'
import { withoutBidi } from '@/lib/text/bidi'
import type { OperationContext } from '@/lib/core/server/operation-context'
import { problemError } from '@/lib/core/server/problem'
import { consoleStore, readWithin } from '@/lib/store/console-store'
import { seenObjects } from '@/lib/store/index-schema'
import { remarks } from '@/lib/store/remark-schema'
import { checkedInvoices } from './compared-findings'
import { judgeInvoice } from './judge-invoices'
import { contentDigest, reviewsOfInvoices, selectReviews } from './remarks'
import { type Reading, type SeenObject, selectSeen } from './seen-objects'
import { unjudge } from './write-index'
import { z } from 'zod'
import { InvoiceInput, Reason } from '@/lib/core/server/input'
import { operation, writeOperation } from '@/lib/core/server/operation'
import type { EntryContent, StoreWrite } from '@/lib/core/server/store-write'

const FindingKey = z.string().min(2).max(16_000)

/** Returns the reviewed findings of an invoice, also of a finding that it no longer has. Waits for a read that is being written. */
export const listReviews = operation('listReviews', {
  input: InvoiceInput,
  describe: 'The findings of an invoice that people have reviewed, with their reasons.',
  async run(context, { invoiceId }): Promise<ReviewList> {
    const { index } = context.environment
    await index.writtenSoon()
    return readWithin(context, async (db) => ({ reviews: await reviewsOf(db, index.source, invoiceId) }))
  },
})

/** Returns the reviewed findings of an invoice; none when the index does not have it. */
async function reviewsOf(db: Reading, source: string, invoiceId: string): Promise<ReviewList['reviews']> {
  const seen = await selectInvoice(db, source, invoiceId)
  return (await reviewsOfInvoices(db, source, seen)).get(invoiceId) ?? []
}

const selectInvoice = (db: Reading, source: string, invoiceId: string) =>
  selectSeen(db, source, and(eq(seenObjects.id, invoiceId), eq(seenObjects.kind, 'invoice')))

/**
 * Marks a finding of an invoice as reviewed, and judges the invoice again. Only a finding that the index has can be reviewed: the
 * reviewer saw what it says. A review from before the invoice changed is replaced.
 * @throws ProblemError `not_found` for an invoice that the index does not have, was forgotten, or no longer has the finding;
 * `invalid_request` for other content than `contentDigest`, and for a finding that was reviewed meanwhile
 */
export const reviewFinding = writeOperation('reviewFinding', {
  input: InvoiceInput.extend({
    finding: FindingKey,
    reason: Reason,
    contentDigest: z
      .string()
      .regex(/^[0-9a-f]{64}$/, 'must be the digest of an invoice')
      .optional(),
  }),
  write(context, { invoiceId, finding: key, reason, contentDigest: seen }) {
    const { source } = context.environment.index
    return reviewWrite(context, invoiceId, async (tx, invoice) => {
      const digest = contentDigest(invoice)
      if (seen !== undefined && seen !== digest)
        throw problemError('invalid_request', 'Nothing was saved: the invoice has changed. Refresh the page.')
      const [judged] = await checkedInvoices(tx, source, [invoice])
      const finding = judged?.checked?.findings.find((each) => each.severity === 'finding' && findingKey(each) === key)
      if (!finding)
        throw problemError(
          'not_found',
          'Nothing was saved: this is not among the findings that the console keeps of the invoice. Refresh the page.',
        )
      const before = await reviewsOfFinding(tx, source, invoiceId, key)
      const current = before.find((review) => review.digest === digest)
      if (current)
        throw problemError(
          'invalid_request',
          `Nothing was saved: ${withoutBidi(current.by)} has reviewed this finding already. Refresh the page.`,
        )
      await deleteReviews(tx, before)
      const { review: _, ...stored } = finding
      const { actor, now } = context
      await tx.insert(remarks).values({
        remarkId: `review_${randomUUID()}`,
        source,
        kind: 'invoice',
        id: invoiceId,
        text: reason,
        user: userKey(actor),
        author: actor.name,
        createdAt: now().toISOString(),
        finding: stored,
        digest,
      })
      return { reason, detail: { finding: finding.kind } }
    })
  },
})

/** Takes the review of a finding back, and judges the invoice again. @throws ProblemError `not_found` as `reviewFinding` */
export const withdrawReview = writeOperation('withdrawReview', {
  input: InvoiceInput.extend({ finding: FindingKey }),
  write(context, { invoiceId, finding: key }) {
    const { source } = context.environment.index
    return reviewWrite(context, invoiceId, async (tx) => {
      const reviews = await reviewsOfFinding(tx, source, invoiceId, key)
      const [review] = reviews
      if (!review)
        throw problemError(
          'not_found',
          'Nothing was changed: this finding is not marked as reviewed. Refresh the page.',
        )
      await deleteReviews(tx, reviews)
      return { detail: { finding: review.finding.kind } }
    })
  },
})

/** Returns the stored reviews of a finding. Compares the findings, because earlier versions wrote some of them in another way. */
const reviewsOfFinding = async (tx: DatabaseTransaction, source: string, invoiceId: string, key: string) =>
  (await selectReviews(tx, source, [invoiceId])).filter(({ finding }) => findingKey(finding) === key)

async function deleteReviews(tx: DatabaseTransaction, reviews: readonly { remarkId: string }[]): Promise<void> {
  const ids = reviews.map(({ remarkId }) => remarkId)
  await tx.delete(remarks).where(isOneOf(remarks.remarkId, ids))
}

/** Returns the write of a change to a review, which locks the invoice's row. Afterwards the invoice is judged again. */
async function reviewWrite(
  { environment: { index } }: OperationContext,
  invoiceId: string,
  run: (tx: DatabaseTransaction, invoice: SeenObject) => Promise<EntryContent>,
): Promise<StoreWrite<ReviewList & { accepted: true }>> {
  await index.writtenSoon()
  const db = await consoleStore()
  return {
    locksAuditLast: true,
    async write(tx) {
      const [invoice] = await selectInvoice(tx, index.source, invoiceId).for('update')
      if (!invoice)
        throw problemError('not_found', 'Nothing was saved: the console no longer knows this invoice. Reload its page.')
      const entry = await run(tx, invoice)
      await unjudge(tx, [{ source: index.source, id: invoiceId }])
      return {
        entry: { ...entry, object: { kind: 'invoice', id: invoiceId } },
        async output() {
          await judgeInvoice(db, index.source, invoiceId)
          return { accepted: true, reviews: await reviewsOf(db, index.source, invoiceId) }
        },
      }
    },
  }
}
