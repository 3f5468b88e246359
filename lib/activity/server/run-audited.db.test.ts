import { operationOf } from '@/lib/operations'
import { asc, gt } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { Download } from '@/lib/core/download'
import type { OpenDatabase } from '@/database/open-database'
import { openFreshConsoleStore } from '@/testing/console/fresh-console-store'
import { problemOf } from '@/testing/console/problem-of'
import { testContext } from '@/testing/console/test-context'
import { log } from '@/lib/core/server/log'
import { runOperation } from '@/lib/run-operation'
import { problemError } from '@/lib/core/server/problem'
import { auditEntries, users } from '@/lib/store/schema'
import { withEnvironment } from '@/testing/console/with-environment'
import { appendEntries } from '@/lib/store/append-entry'
import { runAudited, auditRefusal } from './run-audited'
import { verifyAudit } from './verify-audit'

let store: OpenDatabase
const lines: unknown[] = []

withEnvironment({ LOG_LEVEL: 'silent' })
beforeAll(async () => {
  store = await openFreshConsoleStore()
  restoreStore()
  vi.spyOn(log(), 'error').mockImplementation((line) => void lines.push(line))
})
beforeEach(() => void lines.splice(0))
afterAll(async () => {
  vi.restoreAllMocks()
  globalThis.consoleStoreOpening = undefined
  await store.close()
})

const cancel = {
  operation: operationOf('cancelSubscription'),
  context: testContext(),
  input: {
    id: 'sub_1',
    reason: 'Asked by phone',
    ticket: 'T-7',
    seen: { status: 'active', endDate: null },
    force: 'secret',
  },
} as const
const exported = {
  operation: operationOf('exportTransactions'),
  context: testContext('viewer'),
  input: { externalId: 'acme' },
} as const

/** Returns a function that reads the entries appended since this call. */
async function watchAudit(): Promise<() => Promise<(typeof auditEntries.$inferSelect)[]>> {
  const { head } = await verifyAudit(store.db)
  const newer = gt(auditEntries.sequence, head?.sequence ?? 0)
  return () => store.db.select().from(auditEntries).where(newer).orderBy(asc(auditEntries.sequence))
}

const restoreStore = () => void (globalThis.consoleStoreOpening = Promise.resolve(store))
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

describe('a change', () => {
  test('is recorded before it is sent', async () => {
    const written = await watchAudit()
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
    // The change records its outcome itself (`changes/run-change.test.ts`).
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
  ])('is recorded as %s when it fails, and rethrows the error', async (outcome, error, detail) => {
    const written = await watchAudit()
    await expect(runAudited(cancel, () => Promise.reject(error))).rejects.toBe(error)
    const [, end] = await written()
    expect(end?.outcome).toBe(outcome)
    expect(JSON.parse(end?.detail ?? '')).toEqual(detail)
  })

  test('is not sent when the intent cannot be recorded', async () => {
    const run = vi.fn<() => Promise<object>>()
    loseStore()
    try {
      expect(await problemOf(runAudited(cancel, run))).toMatchObject({
        code: 'store_unavailable',
        status: 503,
        outcome: 'none',
      })
    } finally {
      restoreStore()
    }
    expect(run).not.toHaveBeenCalled()
  })

  test('has no outcome of its own when the error belongs to a tracked change', async () => {
    const written = await watchAudit()
    const error = problemError('not_sent', 'x', { changeId: 'op_1' })
    await expect(runAudited(cancel, () => Promise.reject(error))).rejects.toBe(error)
    expect(await written()).toMatchObject([{ phase: 'intent' }])
    const inTheWay = problemError('change_open', 'x', { changeId: 'op_1' })
    await expect(runAudited(cancel, () => Promise.reject(inTheWay))).rejects.toBe(inTheWay)
    expect((await written()).slice(1)).toMatchObject([{ phase: 'intent' }, { outcome: 'not_sent' }])
  })

  test('rethrows the error when the outcome cannot be recorded, and logs the outcome', async () => {
    const written = await watchAudit()
    const refusal = problemError('refused', 'x')
    const sent = runAudited(cancel, () => {
      loseStore()
      return Promise.reject(refusal)
    })
    await expect(sent).rejects.toBe(refusal)
    restoreStore()
    expect(await written()).toMatchObject([{ phase: 'intent' }])
    expect(lines).toMatchObject([
      { event: 'audit', operation: 'cancelSubscription', outcome: 'not_sent', requestId: 'test' },
    ])
  })

  test('names the object of a refused operation and no other input', async () => {
    const written = await watchAudit()
    const createdAt = '2027-01-05T09:00:00.000Z'
    await store.db.insert(users).values({ id: 'usr_eve', email: 'eve@example.com', role: 'viewer', createdAt })
    const refused = [
      runOperation('cancelSubscription', testContext('viewer'), { id: 'sub_9', reason: '' }),
      runOperation('changeUser', testContext('viewer'), { userId: 'usr_eve', role: 'admin' }),
    ]
    await Promise.all(refused.map((operation) => expect(operation).rejects.toThrow('not_allowed')))
    expect((await written()).map(({ objectId, outcome }) => `${objectId} ${outcome}`).toSorted()).toEqual([
      'eve@example.com refused',
      'sub_9 refused',
    ])
  })

  test('has one entry when the role does not allow it, and none for a visitor', async () => {
    const written = await watchAudit()
    const refusal = problemError('not_allowed', 'x')
    await auditRefusal({ ...cancel, context: testContext('viewer') }, refusal)
    await auditRefusal({ ...cancel, context: testContext('visitor') }, refusal)
    await auditRefusal({ operation: operationOf('getSubscription'), context: testContext(), input: {} }, refusal)
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

test('a flood of refusals is recorded fifty times, then every fiftieth time, and hides no change in the history', async () => {
  const written = await watchAudit()
  const flooded = { ...cancel, input: { ...cancel.input, id: 'sub_flood' } }
  await runAudited(flooded, () => Promise.resolve('sent'))
  const viewer = testContext('viewer')
  const context = { ...viewer, actor: { ...viewer.actor, name: 'flood@example.com' } }
  for (let nth = 0; nth < 120; nth += 1)
    await auditRefusal({ ...flooded, context }, problemError('not_allowed', 'Your role does not allow this.'))
  const refused = (await written()).filter(({ outcome }) => outcome === 'refused')
  expect([refused.length, refused.at(-1)?.detail]).toEqual([51, '{"code":"not_allowed","attempts":100}'])
  const { entries } = await runOperation('getSubscriptionHistory', testContext(), { id: 'sub_flood' })
  expect(entries.map(({ actor, detail }) => [actor, detail.refused])).toEqual([
    ['flood@example.com', '50'],
    [cancel.context.actor.name, undefined],
  ])
})

test.each(['addNote', 'cancelSubscription'])(
  'many of %s that sent nothing hide no change in the history',
  async (action) => {
    const noted = { ...cancel, input: { ...cancel.input, id: `sub_${action}` } }
    await runAudited(noted, () => Promise.resolve('sent'))
    const note = {
      at: new Date(),
      actor: 'notes@example.com',
      role: 'viewer',
      action,
      object: { kind: 'subscription', id: `sub_${action}` },
      outcome: action === 'addNote' ? 'done' : 'not_sent',
      requestId: 'notes',
    } as const
    await store.db.transaction((tx) =>
      appendEntries(
        tx,
        Array.from({ length: 55 }, () => note),
      ),
    )
    const { entries } = await runOperation('getSubscriptionHistory', testContext(), { id: `sub_${action}` })
    expect(entries).toHaveLength(50)
    expect(entries.at(-1)?.actor).toBe(cancel.context.actor.name)
  },
)

const file = (content?: Download['content'], fail = false) =>
  runAudited(exported, async () => new Download('a.csv', 'text/csv', bytesOf(fail), content))

describe('an export', () => {
  test('is recorded as done with its rows when the file ends', async () => {
    const written = await watchAudit()
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
  ])('is recorded as failed when the file is %s', async (how, take) => {
    const written = await watchAudit()
    const download = await file(() => ({ rows: 1, isWhole: false }))
    await download.bytes.next()
    await take(download)
    expect((await written())[1]).toMatchObject({ outcome: 'failed', detail: `{"rows":1,"file":"${how}"}` })
  })

  test('is recorded as failed when the file breaks off', async () => {
    const written = await watchAudit()
    const download = await file(undefined, true)
    await expect(rest(download)).rejects.toThrow('broke off')
    expect((await written())[1]).toMatchObject({ outcome: 'failed', detail: '{"file":"broken"}' })
  })

  test('is recorded with the reason when it cannot start', async () => {
    const written = await watchAudit()
    await problemOf(runAudited(exported, () => Promise.reject(problemError('console_busy', 'x'))))
    expect((await written())[1]).toMatchObject({ outcome: 'refused', detail: '{"code":"console_busy"}' })
  })
})

test('records nothing for a read', async () => {
  const written = await watchAudit()
  await runAudited({ operation: operationOf('getSubscription'), context: testContext(), input: { id: 'sub_1' } }, () =>
    Promise.resolve({}),
  )
  expect(await written()).toEqual([])
})
