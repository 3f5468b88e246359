import { asc, gt } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { Download } from '@/contract/console/download'
import type { OpenDatabase } from '@/database/open-database'
import { openFreshConsoleStore } from '@/testing/console/fresh-console-store'
import { problemOf } from '@/testing/console/problem-of'
import { testContext } from '@/testing/console/test-context'
import { log } from '../log'
import { runOperation } from '../run-operation'
import { problemError } from '../problem'
import { auditEntries, users } from '../store/schema'
import { withEnvironment } from '@/testing/console/with-environment'
import { runAudited, auditRefusal } from './run-audited'
import { verifyAudit } from './verify-audit'

let store: OpenDatabase
const lines: unknown[] = []

withEnvironment({ LOG_LEVEL: 'silent' })
beforeAll(async () => {
  store = await openFreshConsoleStore()
  findStore()
  vi.spyOn(log(), 'error').mockImplementation((line) => void lines.push(line))
})
beforeEach(() => void lines.splice(0))
afterAll(async () => {
  vi.restoreAllMocks()
  globalThis.consoleStoreOpening = undefined
  await store.close()
})

const cancel = {
  name: 'cancelSubscription',
  context: testContext(),
  input: {
    id: 'sub_1',
    reason: 'Asked by phone',
    ticket: 'T-7',
    seen: { status: 'active', endDate: null },
    force: 'secret',
  },
} as const
const exported = { name: 'exportTransactions', context: testContext('viewer'), input: { externalId: 'acme' } } as const

/** What was written since. */
async function since(): Promise<() => Promise<(typeof auditEntries.$inferSelect)[]>> {
  const { head } = await verifyAudit(store.db)
  const newer = gt(auditEntries.sequence, head?.sequence ?? 0)
  return () => store.db.select().from(auditEntries).where(newer).orderBy(asc(auditEntries.sequence))
}

const findStore = () => void (globalThis.consoleStoreOpening = Promise.resolve(store))
function loseStore(): void {
  const lost: Promise<OpenDatabase> = Promise.reject(new Error('connect ECONNREFUSED'))
  lost.catch(() => undefined)
  globalThis.consoleStoreOpening = lost
}

async function* bytesOf(fails: boolean): AsyncGenerator<Uint8Array> {
  yield Buffer.from('a')
  if (fails) throw new Error('broke off')
  yield Buffer.from('b')
}
async function rest({ bytes }: Download): Promise<string> {
  const seen: string[] = []
  for (let step = await bytes.next(); !step.done; step = await bytes.next()) seen.push(String(step.value))
  return seen.join('')
}

describe('a write', () => {
  test('is written down before it is sent, and its outcome after', async () => {
    const written = await since()
    const output = await runAudited(cancel, async () => {
      expect(await written()).toMatchObject([
        {
          phase: 'intent',
          completes: null,
          actor: 'agent@example.com',
          role: 'agent',
          action: 'cancelSubscription',
          objectKind: 'subscription',
          objectId: 'sub_1',
          reason: 'Asked by phone',
          ticket: 'T-7',
          outcome: null,
          detail: '{"seen":"status active, endDate none"}',
          requestId: 'test',
        },
      ])
      return { accepted: true, upstreamStatus: 202 }
    })
    expect(output).toEqual({ accepted: true, upstreamStatus: 202 })
    // How it ended its own states tell (`writes/run-write.test.ts`).
    expect(await written()).toHaveLength(1)
  })

  test.each([
    ['refused', problemError('refused', 'x', { upstreamStatus: 409 }), { code: 'refused', upstreamStatus: 409 }],
    ['refused', problemError('fresh_sign_in_required', 'x'), { code: 'fresh_sign_in_required' }],
    [
      'unknown',
      problemError('outcome_unknown', 'x', { upstreamStatus: 500 }),
      { code: 'outcome_unknown', upstreamStatus: 500 },
    ],
    ['unknown', new Error('a defect'), { code: 'internal_error' }],
    ['not_sent', problemError('overloaded', 'x'), { code: 'overloaded' }],
  ])('that ends otherwise is %s, and fails as it did', async (outcome, error, detail) => {
    const written = await since()
    await expect(runAudited(cancel, () => Promise.reject(error))).rejects.toBe(error)
    const [, end] = await written()
    expect(end?.outcome).toBe(outcome)
    expect(JSON.parse(end?.detail ?? '')).toEqual(detail)
  })

  test('that cannot be written down is not sent', async () => {
    const run = vi.fn<() => Promise<object>>()
    loseStore()
    try {
      expect(await problemOf(runAudited(cancel, run))).toMatchObject({
        code: 'store_unavailable',
        status: 503,
        outcome: 'none',
      })
    } finally {
      findStore()
    }
    expect(run).not.toHaveBeenCalled()
  })

  test('that ends as one that is kept has told its end itself', async () => {
    const written = await since()
    const kept = problemError('not_sent', 'x', { changeId: 'op_1' })
    await expect(runAudited(cancel, () => Promise.reject(kept))).rejects.toBe(kept)
    expect(await written()).toMatchObject([{ phase: 'intent' }])
    const inTheWay = problemError('change_open', 'x', { changeId: 'op_1' })
    await expect(runAudited(cancel, () => Promise.reject(inTheWay))).rejects.toBe(inTheWay)
    expect((await written()).slice(1)).toMatchObject([{ phase: 'intent' }, { outcome: 'not_sent' }])
  })

  test('whose outcome cannot be written down tells the truth all the same, and the intent stands alone', async () => {
    const written = await since()
    const refusal = problemError('refused', 'x')
    const sent = runAudited(cancel, () => {
      loseStore()
      return Promise.reject(refusal)
    })
    await expect(sent).rejects.toBe(refusal)
    findStore()
    expect(await written()).toMatchObject([{ phase: 'intent' }])
    expect(lines).toMatchObject([
      { event: 'audit', operation: 'cancelSubscription', outcome: 'not_sent', requestId: 'test' },
    ])
  })

  test('by a role that may not is about what it named, whatever else it said', async () => {
    const written = await since()
    const createdAt = '2027-01-05T09:00:00.000Z'
    await store.db.insert(users).values({ id: 'usr_eve', email: 'eve@example.com', role: 'viewer', createdAt })
    const asked = [
      runOperation('cancelSubscription', testContext('viewer'), { id: 'sub_9', reason: '' }),
      runOperation('changeUser', testContext('viewer'), { userId: 'usr_eve', role: 'admin' }),
    ]
    await Promise.all(asked.map((refused) => expect(refused).rejects.toThrow('not_allowed')))
    expect((await written()).map(({ objectId, outcome }) => `${objectId} ${outcome}`).toSorted()).toEqual([
      'eve@example.com refused',
      'sub_9 refused',
    ])
  })

  test('that the role does not allow is one entry; a stranger’s is none', async () => {
    const written = await since()
    const refusal = problemError('not_allowed', 'x')
    await auditRefusal({ ...cancel, context: testContext('viewer') }, refusal)
    await auditRefusal({ ...cancel, context: testContext('visitor') }, refusal)
    await auditRefusal({ name: 'getSubscription', context: testContext(), input: {} }, refusal)
    expect(await written()).toMatchObject([
      {
        phase: 'intent',
        actor: 'viewer@example.com',
        objectId: 'sub_1',
        outcome: 'refused',
        detail: '{"code":"not_allowed"}',
      },
    ])
  })
})

const file = (content?: Download['content'], fail = false) =>
  runAudited(exported, async () => new Download('a.csv', 'text/csv', bytesOf(fail), content))

describe('an export', () => {
  test('is done when its file has ended, with its rows', async () => {
    const written = await since()
    const download = await file(() => ({ rows: 2, isWhole: true }))
    await download.bytes.next()
    expect(await written()).toMatchObject([{ action: 'exportTransactions', objectKind: 'customer', objectId: 'acme' }])
    expect(await rest(download)).toBe('b')
    await download.bytes.return?.()
    expect((await written()).slice(1)).toMatchObject([{ outcome: 'done', detail: '{"rows":2}' }])
  })

  test.each([
    ['left', async (download: Download) => void (await download.bytes.return?.())],
    ['partial', async (download: Download) => void (await rest(download))],
  ])('that is %s is not done', async (how, take) => {
    const written = await since()
    const download = await file(() => ({ rows: 1, isWhole: false }))
    await download.bytes.next()
    await take(download)
    expect((await written())[1]).toMatchObject({ outcome: 'failed', detail: `{"rows":1,"file":"${how}"}` })
  })

  test('that breaks is not done', async () => {
    const written = await since()
    const download = await file(undefined, true)
    await expect(rest(download)).rejects.toThrow('broke off')
    expect((await written())[1]).toMatchObject({ outcome: 'failed', detail: '{"file":"broken"}' })
  })

  test('that never begins says why', async () => {
    const written = await since()
    await problemOf(runAudited(exported, () => Promise.reject(problemError('console_busy', 'x'))))
    expect((await written())[1]).toMatchObject({ outcome: 'refused', detail: '{"code":"console_busy"}' })
  })
})

test('a read leaves nothing', async () => {
  const written = await since()
  await runAudited({ name: 'getSubscription', context: testContext(), input: { id: 'sub_1' } }, () =>
    Promise.resolve({}),
  )
  await runAudited({ name: 'getExport', context: testContext(), input: { exportId: 'x' } }, () => Promise.resolve({}))
  expect(await written()).toEqual([])
})
