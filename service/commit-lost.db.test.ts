import { BillingProblem } from '@/contract/billing/problem'
import { isStoreUnavailable } from '@/database/database-errors'
import { rmSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { httpRequest } from '@/testing/service/http-request'
import { openFreshStore, type FreshStore } from '@/testing/service/fresh-store'
import { importLines, noProgress } from './data/import-lines'
import { describeLastLine } from './data/import-report'
import { openCommitGate, type CommitFate, type CommitGate } from '@/testing/service/commit-gate'
import { newDataDir } from '@/testing/service/data-dirs'
import { numberedLines } from '@/testing/service/import-test-lines'
import { startExampleService, type ExampleService } from '@/testing/service/start-example-service'
import { storedRows } from '@/testing/service/stored-rows'

const DEADLINES = { readMs: 800, writeMs: 800 }
const CANCEL = '/external/subscriptions/sub_acme/cancel'

let dataDir: string
let other: FreshStore
let gate: CommitGate
let service: ExampleService
beforeAll(async () => {
  dataDir = await newDataDir('billing-commit-lost-')
  other = await openFreshStore(dataDir)
})
afterAll(async () => {
  await other.close()
  rmSync(dataDir, { recursive: true, force: true })
})
beforeEach(async () => {
  gate = await openCommitGate(other)
  service = await startExampleService({ db: gate.db, deadlines: DEADLINES }, dataDir)
})
afterEach(async () => {
  await service.close()
  await gate.close()
})

async function cancel(fate: CommitFate) {
  gate.fate = fate
  const { status, text } = await httpRequest(service.url, CANCEL, {
    method: 'POST',
    headers: { 'x-api-key': service.secretKey },
  })
  gate.fate = 'goes through'
  return { status, text }
}

const stored = () => storedRows(other.db, service.merchantId)

describe('a commit whose response is lost', () => {
  it.each([
    ['never arrives', false],
    ['arrives, and its response never comes', true],
    ['arrives, and the connection breaks', true],
  ] as const)('that %s has an unknown outcome', async (fate, isApplied) => {
    const before = await stored()
    const { status, text } = await cancel(fate)
    const { code, detail } = BillingProblem.parse(JSON.parse(text))
    expect({ status, code }).toEqual({ status: 500, code: 'outcome_unknown' })
    expect(detail).not.toMatch(/nothing was changed/i)
    expect(detail).toMatch(/may or may not have been made\. Read the subscription again/)
    await vi.waitFor(async () => expect(JSON.stringify(await stored()) !== JSON.stringify(before)).toBe(isApplied))
    expect((await cancel('goes through')).status).toBe(200)
  })
})

it('accepts a commit response that comes soon after the deadline', async () => {
  const before = await stored()
  gate.lateMs = DEADLINES.writeMs + 300
  const startedAtMs = performance.now()
  expect((await cancel('arrives, and its response is late')).status).toBe(200)
  expect(performance.now() - startedAtMs).toBeGreaterThan(DEADLINES.writeMs)
  expect(await stored()).not.toEqual(before)
})

it('makes an import name the lines that may be stored', async () => {
  const line = JSON.stringify({ kind: 'customer', data: { id: 'cus_lost', externalId: 'lost' } })
  const progress = noProgress()
  gate.fate = 'arrives, and the connection breaks'
  const imported = importLines({ db: gate.db, merchantId: service.merchantId, lines: numberedLines([line]), progress })
  await expect(imported).rejects.toSatisfy(isStoreUnavailable)
  gate.fate = 'goes through'
  expect(describeLastLine(progress)).toBe(
    'No line was stored. The lines up to line 1 may be stored too, either all or none: the connection was lost during their commit.',
  )
})
