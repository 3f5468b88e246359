import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { tally } from '../../scripts/test/volume.mjs'
import type { Deviation } from '@/testing/service/deviation'
import { deviationsByRule } from '@/testing/service/deviations-by-rule'
import { DOCUMENT_SAMPLES } from '@/testing/service/document-samples'
import { startDocumentService, type DocumentMerchant, type PlainLine } from '@/testing/service/document-service'
import { canonical, type JsonObject } from '@/testing/service/plain-json'
import { BadLine } from './line-reader'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 240_000 })

const equal = deviationsByRule.filter(({ expected }) => expected === 'equal')
const refused = deviationsByRule.filter(({ expected }) => expected !== 'equal')
const named = (rows: Deviation[]) => rows.map((row): [string, Deviation] => [`${row.kind}: ${row.name}`, row])

let service: Awaited<ReturnType<typeof startDocumentService>>
let merchant: DocumentMerchant
/** The imported line of each row; `refusals` has the error of each refused row. */
const lines = new Map<Deviation, PlainLine>()
const refusals = new Map<Deviation, unknown>()

/** Returns the customer whose ledger has the transaction. */
const ownerOf = ({ customerId = '' }: JsonObject): PlainLine => ({
  kind: 'customer',
  data: { id: customerId, externalId: customerId },
})

function lineOf({ kind, change }: Deviation, n: string): PlainLine {
  const data = DOCUMENT_SAMPLES[kind](n, merchant.merchantId)
  change(data)
  return { kind, data }
}

/** Imports all rows in one batch; sets refused rows aside and retries the rest. */
async function loadAll(rows: readonly Deviation[]): Promise<void> {
  const all = rows.flatMap((row): { row: Deviation; line: PlainLine }[] => {
    const line = lines.get(row)
    if (!line) return []
    return [{ row, line }, ...(line.kind === 'transaction' ? [{ row, line: ownerOf(line.data) }] : [])]
  })
  try {
    await merchant.load(all.map(({ line }) => line))
  } catch (error) {
    const culprit = error instanceof BadLine ? all[error.line - 1]?.row : undefined
    if (!culprit) throw error
    refusals.set(culprit, error)
    await loadAll(rows.filter((row) => row !== culprit))
  }
}

beforeAll(async () => {
  service = await startDocumentService()
  merchant = await service.newMerchant()
  for (const [index, row] of equal.entries()) lines.set(row, lineOf(row, String(index)))
  await loadAll(equal)
  tally('single deviations of the document', deviationsByRule.length)
})
afterAll(() => service.close())

/** Returns the expected response when the store has exactly what was sent: for a ledger, its only entry. */
function responseTo({ kind, data }: PlainLine): unknown {
  if (kind === 'subscription' || kind === 'invoice') return data
  const results = kind === 'transaction' ? [data] : []
  return { results, count: results.length, pages: 1, currentPage: 1 }
}

describe('an object that the document allows is imported and returned unchanged', () => {
  test.each(named(equal))('%s', async (_, row) => {
    expect(refusals.get(row)).toBeUndefined()
    const line = lines.get(row)
    if (!line) throw new TypeError('a row without its line')
    const { status, body } = await merchant.read(line.kind, line.data)
    expect({ status, body: canonical(body) }).toEqual({ status: 200, body: canonical(responseTo(line)) })
  })
})

describe('an object that the document does not allow is refused with field and reason', () => {
  test.each(named(refused))('%s', async (_, row) => {
    const refusal = await merchant.load([lineOf(row, 'refused')]).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(BadLine)
    expect(row.expected).toHaveProperty(
      'refused',
      expect.arrayContaining([refusal instanceof BadLine && refusal.field]),
    )
    expect(refusal).toHaveProperty('reason', expect.stringMatching(/\w/))
  })
})
