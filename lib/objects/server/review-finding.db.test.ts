import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { InvoiceView } from '@/lib/invoices/invoice'
import { parseExactJson } from '@/contract/exact-json'
import { findingKey } from '@/lib/invoices/finding-review'
import { reviewedLabels } from '@/lib/invoices/finding-label'
import { volume } from '@/scripts/test/volume.mjs'
import { bareInvoice } from '@/testing/console/bare-views'
import { problemOf } from '@/testing/console/problem-of'
import { readExport } from '@/testing/console/read-csv'
import { recordInvoice } from '@/testing/console/record-responses'
import { indexContext } from '@/testing/console/index-context'
import { useConsoleStore } from '@/testing/console/use-console-store'
import { runOperation } from '@/lib/run-operation'
import { judgedInvoice } from '@/lib/mcp/judged-invoice'
import { remarks } from '@/lib/store/remark-schema'
import { auditEntries } from '@/lib/store/schema'
import { forgetWrite } from './forget-customer'
import { writeRecorded } from '@/lib/store/append-entry'
import type { ObjectIndex } from './object-index'
import { trimIndex } from './trim-index'
import { agreeingLine } from '@/testing/fake-billing-api/plain-resources'
import { invoiceView } from '@/testing/console/whole-views'

const store = useConsoleStore()
const asOf = '2027-01-31T00:00:00.000Z'
const by = { name: 'admin', role: 'admin', action: 'forgetCustomer', requestId: 'r', now: new Date() }

/** A console with an index of its own, which has read an invoice with a wrong line and a due date before its issue date. */
async function reviewing() {
  const base = indexContext()
  const { index } = base.environment
  const context = { ...base, actor: { ...base.actor, name: 'Ann' } }
  index.noteForgetting((await writeRecorded(store().db, by, forgetWrite('nobody'))).forgetting)
  const read = async (sent: object = {}, at = asOf) => {
    const body = parseExactJson(JSON.stringify({ ...WRONG, ...sent }))
    const view: InvoiceView = { ...bareInvoice(), ...invoiceView(body, { amountUnit: 'major', asOf: at }) }
    const contentDigest = recordInvoice(index, view)
    await index.written()
    return contentDigest
  }
  await read()
  const listed = async (verdict?: 'look' | 'agrees' | 'unchecked') =>
    (await runOperation('listInvoices', context, { verdict })).rows
  const keys = async () =>
    (await listed())[0]?.checked?.findings.filter(({ severity }) => severity === 'finding').map(findingKey) ?? []
  const review = (finding: string, reason = 'agreed discount', contentDigest?: string) =>
    runOperation('reviewFinding', context, { invoiceId: 'inv_1', finding, reason, contentDigest })
  const withdraw = (finding: string) => runOperation('withdrawReview', context, { invoiceId: 'inv_1', finding })
  return { index, context, read, listed, keys, review, withdraw }
}

const WRONG = {
  id: 'inv_1',
  vanityIdString: '1001',
  status: 'issued',
  customerId: 'cus_acme',
  issueDate: '2027-01-31T00:00:00.000Z',
  dueDate: '2027-01-01T00:00:00.000Z',
  invoiceLineItems: [
    agreeingLine,
    { ...agreeingLine, id: 'other', amount: 84, description: 'Other', priceId: 'other' },
  ],
}

test('an invoice agrees once all its findings are reviewed, and says by whom and why; until one is taken back', async () => {
  const { listed, keys, review, withdraw, context } = await reviewing()
  const [first = '', second = '', ...others] = await keys()
  expect(new Set([first, second].map((key) => JSON.parse(key).kind))).toEqual(new Set(['amount', 'dueBeforeIssue']))
  expect(others).toEqual([])
  expect((await listed('look')).map(({ id }) => id)).toEqual(['inv_1'])
  await review(first)
  expect(await listed('look')).toHaveLength(1)
  const { reviews } = await review(second, 'typing error')
  expect(reviews.map((each) => each.review)).toMatchObject([
    { by: 'Ann', reason: 'agreed discount', isCurrent: true },
    { by: 'Ann', reason: 'typing error', isCurrent: true },
  ])
  // Judged again at once.
  const [agreeing] = await listed('agrees')
  const words = ['1 finding reviewed by Ann: agreed discount', '1 finding reviewed by Ann: typing error']
  expect(agreeing?.verdict).toBe('agrees')
  expect(reviewedLabels(agreeing?.checked ?? { findings: [] }).toSorted()).toEqual(words)
  expect(agreeing?.checked?.checks).toMatchObject({ agrees: 1, look: 0, reviewed: 1 })
  const [exported] = (await readExport(await runOperation('exportInvoices', context, {}))).rows
  expect(exported).toMatchObject({ Verdict: 'Lines add up', Findings: '' })
  expect(exported?.Reviewed?.split('; ').toSorted()).toEqual(words)
  const { rows: findings } = await readExport(await runOperation('exportInvoices', context, { columns: 'findings' }))
  expect(
    findings.map((row) => [row['Invoice ID'], row.Kind, row.Lines, row.Expected, row.Difference, row['Reviewed by']]),
  ).toEqual([
    ['inv_1', 'Due before issued', '', '', '', 'Ann'],
    ['inv_1', 'Quantity × unit price', '2', '80', '4', 'Ann'],
  ])
  // The total of the invoice is in its first row only.
  expect(findings.map(({ Total }) => Total !== '')).toEqual([true, false])
  const judged = await judgedInvoice({ ...context, now: () => new Date(asOf) }, { id: 'inv_1' })
  expect(judged?.verdict).toBe('agrees')
  expect(judged?.findings.toSorted()).toEqual(words)
  await withdraw(second)
  expect(await listed('look')).toHaveLength(1)
  expect(await problemOf(withdraw(second))).toMatchObject({ code: 'not_found' })
  const entries = await store().db.select().from(auditEntries).where(eq(auditEntries.objectId, 'inv_1'))
  expect(entries.map(({ action, actor, reason }) => [action, actor, reason])).toEqual([
    ['reviewFinding', 'Ann', 'agreed discount'],
    ['reviewFinding', 'Ann', 'typing error'],
    ['withdrawReview', 'Ann', null],
  ])
})

test.each([
  ['status', { status: 'paid' }],
  ['due date', { dueDate: '2027-01-02T00:00:00.000Z' }],
  ['another line', { invoiceLineItems: [{ ...agreeingLine, description: 'New words' }, WRONG.invoiceLineItems[1]] }],
])('a review no longer counts when the invoice has another %s, and is shown as older', async (_, change) => {
  const { read, listed, keys, review } = await reviewing()
  for (const key of await keys()) await review(key)
  // Read again without a change, the review stays.
  await read({}, '2027-02-01T00:00:00.000Z')
  expect(await listed('agrees')).toHaveLength(1)
  await read(change, '2027-02-02T00:00:00.000Z')
  const [invoice] = await listed('look')
  expect(reviewedLabels(invoice?.checked ?? { findings: [] })).toContainEqual(
    expect.stringMatching(/reviewed before the invoice changed \(Ann: agreed discount\)$/),
  )
})

test('rejects a finding that the invoice does not have, an invoice that the index does not have, and an empty reason', async () => {
  const { review, keys, context } = await reviewing()
  expect(await problemOf(review('{}'))).toMatchObject({ code: 'not_found' })
  const [finding = ''] = await keys()
  expect(await problemOf(review(finding, ' '))).toMatchObject({ code: 'invalid_request' })
  expect(await problemOf(review(finding, 'x'.repeat(501)))).toMatchObject({ code: 'invalid_request' })
  const unknown = runOperation('reviewFinding', context, { invoiceId: 'inv_2', finding, reason: 'x' })
  expect(await problemOf(unknown)).toMatchObject({ code: 'not_found' })
})

test('rejects a review of content that the reviewer did not see, also when the finding is the same', async () => {
  const { read, keys, review } = await reviewing()
  const seen = await read()
  const [finding = ''] = await keys()
  const newer = await read({ status: 'paid' }, '2027-02-02T00:00:00.000Z')
  expect(await problemOf(review(finding, 'x', seen))).toMatchObject({
    code: 'invalid_request',
    detail: 'Nothing was saved: the invoice has changed. Refresh the page.',
  })
  // The same content is the same in a later read.
  expect(await read({ status: 'paid' }, '2027-02-03T00:00:00.000Z')).toBe(newer)
  expect((await review(finding, 'x', newer)).reviews).toHaveLength(1)
})

test('keeps the first review of a finding when another person reviews it too', async () => {
  const { keys, review, context } = await reviewing()
  const [finding = ''] = await keys()
  await review(finding)
  const bob = { ...context, actor: { ...context.actor, name: 'Bob' } }
  const second = runOperation('reviewFinding', bob, { invoiceId: 'inv_1', finding, reason: 'x' })
  expect(await problemOf(second)).toMatchObject({
    code: 'invalid_request',
    detail: 'Nothing was saved: Ann has reviewed this finding already. Refresh the page.',
  })
  const { reviews } = await runOperation('listReviews', context, { invoiceId: 'inv_1' })
  expect(reviews).toMatchObject([{ review: { by: 'Ann', reason: 'agreed discount' } }])
})

test('replaces a review from before the invoice changed', async () => {
  const { read, listed, keys, review } = await reviewing()
  const [finding = ''] = await keys()
  await review(finding)
  await read({ status: 'paid' }, '2027-02-01T00:00:00.000Z')
  expect((await review(finding, 'again')).reviews.map((each) => each.review)).toMatchObject([
    { reason: 'again', isCurrent: true },
  ])
  expect(await listed('look')).toHaveLength(1)
})

const ofSource = ({ source }: ObjectIndex) => store().db.$count(remarks, eq(remarks.source, source))

test('a review goes with its invoice: when its customer is forgotten, also meanwhile, and when the index trims it', async () => {
  const rounds = volume({ test: 2, prove: 500 })
  for (let round = 0; round < rounds; round += 1) {
    const { index, keys, review } = await reviewing()
    const [first = '', second = ''] = await keys()
    await review(first)
    await Promise.allSettled([review(second), writeRecorded(store().db, by, forgetWrite('cus_acme'))])
    expect(await ofSource(index)).toBe(0)
  }
  const { index, keys, review } = await reviewing()
  await review((await keys())[0] ?? '')
  const trim = (before: string) => trimIndex(store().db, index.source, { before: new Date(before), rows: 1_000 })
  await trim('2026-01-01')
  expect(await ofSource(index)).toBe(1)
  await trim('2028-01-01')
  expect(await ofSource(index)).toBe(0)
})
