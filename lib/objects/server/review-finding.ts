import { and, eq } from 'drizzle-orm'
import type { ReviewList } from '@/lib/invoices/finding'
import type { DatabaseTransaction } from '@/database/open-database'
import { isOneOf } from '@/database/recordset'
import { findingKey } from '@/lib/invoices/finding-review'
import { withoutBidi } from '@/lib/text/bidi'
import { appendEntry, transactionWithin } from '@/lib/store/append-entry'
import type { OperationContext } from '@/lib/core/server/operation-context'
import { problemError } from '@/lib/core/server/problem'
import { consoleStore } from '@/lib/store/console-store'
import { seenObjects } from '@/lib/store/index-schema'
import { findingReviews } from '@/lib/store/note-schema'
import { checkedInvoices } from './compared-findings'
import { contentDigest, hashOf, reviewsOfInvoices } from './finding-reviews'
import { areForgotten } from './forget-fence'
import { judgeInvoice } from './judge-invoices'
import { type Reading, type SeenObject, selectSeen } from './seen-objects'
import { linkId } from './seen-rows'
import { z } from 'zod'
import { InvoiceInput, Reason } from '@/lib/core/server/input'
import { operation } from '@/lib/core/server/operation'

const FindingKey = z.string().min(2).max(16_000)

const TIMEOUT_MS = 10_000

/** Returns the reviewed findings of an invoice, also of a finding that it no longer has. Waits for a read that is being written. */
export const listReviews = operation('listReviews', {
  input: InvoiceInput,
  describe: 'The findings of an invoice that people have reviewed, with their reasons.',
  async run({ environment: { index } }, { invoiceId }): Promise<ReviewList> {
    await index.writtenSoon()
    return { reviews: await reviewsOf(await consoleStore(), index.source, invoiceId) }
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
export const reviewFinding = operation('reviewFinding', {
  input: InvoiceInput.extend({
    finding: FindingKey,
    reason: Reason,
    contentDigest: z
      .string()
      .regex(/^[0-9a-f]{64}$/, 'must be the digest of an invoice')
      .optional(),
  }),
  run(context, { invoiceId, finding: key, reason, contentDigest: seen }) {
    const { source } = context.environment.index
    return change(context, invoiceId, async (tx, invoice) => {
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
      const before = await selectReviews(tx, source, invoiceId, key)
      const current = before.find((review) => review.digest === digest)
      if (current)
        throw problemError(
          'invalid_request',
          `Nothing was saved: ${withoutBidi(current.by)} has reviewed this finding already. Refresh the page.`,
        )
      await deleteReviews(tx, source, invoiceId, before)
      const { review: _, ...stored } = finding
      const at = context.now().toISOString()
      const row = { source, invoiceId, hash: hashOf(key), finding: stored, digest, reason, by: context.actor.name, at }
      await tx.insert(findingReviews).values(row)
      return { action: 'reviewFinding', reason, finding: finding.kind }
    })
  },
})

/** Takes the review of a finding back, and judges the invoice again. @throws ProblemError `not_found` as `reviewFinding` */
export const withdrawReview = operation('withdrawReview', {
  input: InvoiceInput.extend({ finding: FindingKey }),
  run(context, { invoiceId, finding: key }) {
    const { source } = context.environment.index
    return change(context, invoiceId, async (tx) => {
      const reviews = await selectReviews(tx, source, invoiceId, key)
      const [review] = reviews
      if (!review)
        throw problemError(
          'not_found',
          'Nothing was changed: this finding is not marked as reviewed. Refresh the page.',
        )
      await deleteReviews(tx, source, invoiceId, reviews)
      return { action: 'withdrawReview', finding: review.finding.kind }
    })
  },
})

type ReviewRow = typeof findingReviews.$inferSelect

const ofInvoice = (source: string, invoiceId: string) =>
  and(eq(findingReviews.source, source), eq(findingReviews.invoiceId, invoiceId))

/** Returns the stored reviews of a finding. Compares the findings, because earlier versions had other keys, and so other hashes. */
async function selectReviews(
  tx: DatabaseTransaction,
  source: string,
  invoiceId: string,
  key: string,
): Promise<ReviewRow[]> {
  const rows = await tx.select().from(findingReviews).where(ofInvoice(source, invoiceId))
  return rows.filter(({ finding }) => findingKey(finding) === key)
}

async function deleteReviews(
  tx: DatabaseTransaction,
  source: string,
  invoiceId: string,
  reviews: readonly ReviewRow[],
): Promise<void> {
  const hashes = reviews.map(({ hash }) => hash)
  await tx.delete(findingReviews).where(and(ofInvoice(source, invoiceId), isOneOf(findingReviews.hash, hashes)))
}

/** What the audit records of a review. */
interface Recorded {
  action: 'reviewFinding' | 'withdrawReview'
  reason?: string
  /** The kind of the finding. */
  finding: string
}

/** Changes a review unless the invoice was forgotten after the request arrived; the audit entry is in the same transaction. */
async function change(
  context: OperationContext,
  invoiceId: string,
  run: (tx: DatabaseTransaction, invoice: SeenObject) => Promise<Recorded>,
) {
  const { environment, actor, requestId, now } = context
  const { index } = environment
  const { readStart = index.startRead() } = context
  await index.writtenSoon()
  const db = await consoleStore()
  await transactionWithin(db, TIMEOUT_MS, async (tx) => {
    const [isForgotten] = await areForgotten(tx, [{ readStart, names: [linkId('invoice', invoiceId)] }])
    const [invoice] = await selectInvoice(tx, index.source, invoiceId).for('update')
    if (!invoice || isForgotten !== false)
      throw problemError('not_found', 'Nothing was saved: the console no longer knows this invoice. Reload its page.')
    const { action, reason, finding } = await run(tx, invoice)
    await tx
      .update(seenObjects)
      .set({ judgedAt: null })
      .where(and(eq(seenObjects.source, index.source), eq(seenObjects.id, invoiceId), eq(seenObjects.kind, 'invoice')))
    const entry = { at: now(), actor: actor.name, role: actor.role, action, requestId, outcome: 'done', reason }
    await appendEntry(tx, { ...entry, object: { kind: 'invoice', id: invoiceId }, detail: { finding } })
  })
  await judgeInvoice(db, index.source, invoiceId)
  return { accepted: true, reviews: await reviewsOf(db, index.source, invoiceId) }
}
