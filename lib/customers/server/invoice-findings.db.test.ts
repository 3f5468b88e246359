import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { bareSubscription } from '@/testing/console/bare-views'
import { invoiceFile } from '@/testing/console/invoice-file'
import { readExport } from '@/testing/console/read-csv'
import { recordSubscription, recordInvoice } from '@/testing/console/record-responses'
import { indexContext } from '@/testing/console/index-context'
import { useConsoleStore } from '@/testing/console/use-console-store'
import { problemsOf } from '@/lib/invoices/finding-label'
import { compareInvoice } from '@/lib/objects/server/compared-findings'
import { judgeSome } from '@/lib/objects/server/judge-invoices'
import { invoiceRow } from '@/lib/objects/server/seen-rows'
import { consoleStore } from '@/lib/store/console-store'
import { seenObjects } from '@/lib/store/index-schema'
import { problemError } from '@/lib/core/server/problem'
import { runOperation } from '@/lib/run-operation'

useConsoleStore()

const AGAIN = 'also charges “Line 1” for 1 Nov 2026 to 30 Nov 2026 (UTC)'
const LATE = {
  id: 'line_2',
  priceId: 'price_2',
  startDate: '2026-12-01T00:00:00.000Z',
  endDate: '2027-01-01T00:00:00.000Z',
}

test('the list, its CSV, the customer and the invoice itself have the same findings', async () => {
  const context = indexContext('findings')
  const { index } = context.environment
  const first = invoiceFile([{ priceId: 'price_1' }, { ...LATE, amount: '29' }], {
    id: 'inv_1',
    vanityIdString: '1',
  }).invoice
  const second = invoiceFile([{ priceId: 'price_1' }], { id: 'inv_2', vanityIdString: '2' }).invoice
  recordInvoice(index, first)
  recordInvoice(index, second)
  recordSubscription(index, bareSubscription({ id: 'sub_1', endDate: '2026-12-01T00:00:00.000Z', asOf: first.asOf }))
  await index.written()

  const expected = {
    inv_1: ['1 of 2 lines needs a look', `Charged twice? Invoice 2 ${AGAIN}`, '1 line after the subscription’s end'],
    inv_2: [`Charged twice? Invoice 1 ${AGAIN}`],
  }
  const listed = await runOperation('listInvoices', context, {})
  const words = (rows: readonly Pick<(typeof listed.rows)[number], 'id' | 'checked'>[]) =>
    Object.fromEntries(rows.map(({ id, checked }) => [id, checked && problemsOf(checked, null)]))
  expect(words(listed.rows)).toEqual(expected)
  const { invoices } = await runOperation('getApiCustomer', context, { customerId: 'cus_1' })
  expect(words(invoices)).toEqual(expected)

  const { rows } = await readExport(await runOperation('exportInvoices', context, {}))
  expect(Object.fromEntries(rows.map((row) => [row['Invoice ID'], row.Findings?.split('; ')]))).toEqual(expected)

  const { findings, others } = await compareInvoice(context, second)
  expect(others).toBe(1)
  expect(findings).toMatchObject([{ kind: 'sameCharge', other: { id: 'inv_1', number: '1' }, lines: [1] }])
})

test('the verdict of a list follows what is read later of the same subscription', async () => {
  const context = indexContext('verdicts')
  const { index } = context.environment
  const verdicts = async () => {
    await index.written()
    const found: Record<string, string[]> = {}
    for (const verdict of ['look', 'unchecked', 'agrees'] as const) {
      const { rows } = await runOperation('listInvoices', context, { verdict })
      expect(rows.map((row) => row.verdict)).toEqual(rows.map(() => verdict))
      if (rows.length > 0) found[verdict] = rows.map(({ id }) => id).toSorted()
    }
    return found
  }
  const line = { priceId: 'price_1' }
  const invoice = (id: string, lines: object[] = [line]) => invoiceFile(lines, { id, vanityIdString: id }).invoice
  recordInvoice(index, invoice('inv_1'))
  recordInvoice(index, invoice('inv_3', [{ ...LATE, amount: '29' }]))
  expect(await verdicts()).toEqual({ agrees: ['inv_1'], look: ['inv_3'] })
  recordInvoice(index, invoice('inv_2'))
  expect(await verdicts()).toEqual({ look: ['inv_1', 'inv_2', 'inv_3'] })
  await index
    .readOrMarkGone(index.startRead(), 'invoice', 'inv_2', () =>
      Promise.reject(problemError('not_found', 'No such invoice')),
    )
    .catch(() => undefined)
  expect(await verdicts()).toEqual({ agrees: ['inv_1', 'inv_2'], look: ['inv_3'] })
  const endDate = '2026-11-01T00:00:00.000Z'
  recordSubscription(index, bareSubscription({ id: 'sub_1', endDate, asOf: invoice('inv_1').asOf }))
  expect(await verdicts()).toEqual({ agrees: ['inv_2'], look: ['inv_1', 'inv_3'] })
})

test('two consoles that read two invoices of a subscription at once judge both', async () => {
  const consoles = [1, 2].map(() => indexContext('at-once'))
  for (let round = 0; round < 10; round += 1) {
    const ids = [`inv_${round}_1`, `inv_${round}_2`]
    const line = { priceId: `price_${round}` }
    await Promise.all(
      consoles.map(async ({ environment: { index } }, nth) => {
        const { invoice } = invoiceFile([line], { id: ids[nth], vanityIdString: ids[nth] })
        recordInvoice(index, invoice)
        await index.written()
      }),
    )
  }
  const [context = indexContext('at-once')] = consoles
  expect((await runOperation('listInvoices', context, { verdict: 'look' })).count).toBe(20)
})

test('a row that no process has judged is judged later', async () => {
  const context = indexContext('older')
  const db = await consoleStore()
  const { invoice } = invoiceFile([{ priceId: 'price_1' }], { id: 'inv_old' })
  const row = invoiceRow({ source: 'older', seenAt: '2026-11-01T00:00:00.000Z' }, invoice)
  await db.insert(seenObjects).values(row)
  const verdicts = async () =>
    (await runOperation('listInvoices', context, { verdict: 'agrees' })).rows.map(({ id }) => id)
  expect(await verdicts()).toEqual([])
  while (await judgeSome(db, 'older'));
  expect(await verdicts()).toEqual(['inv_old'])
  // Its process ended between the write and the judging.
  await db
    .update(seenObjects)
    .set({ seenAt: '2026-11-02T00:00:00.000Z', row: { ...row.row, findings: null } })
    .where(eq(seenObjects.id, 'inv_old'))
  expect(await verdicts()).toEqual([])
  while (await judgeSome(db, 'older'));
  expect((await runOperation('listInvoices', context, { verdict: 'unchecked' })).count).toBe(1)
})
