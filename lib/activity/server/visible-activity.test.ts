import type { InputOf } from '@/lib/operations'
import { beforeAll, describe, expect, test } from 'vitest'
import type { ActivityEntry } from '../activity'
import type { Role } from '@/lib/core/roles'
import { exportedActivity } from '@/testing/console/exported-activity'
import { problemOf } from '@/testing/console/problem-of'
import { testContext } from '@/testing/console/test-context'
import { useFakeBillingApi } from '@/testing/console/use-fake-billing-api'
import { actionLabel } from '../activity-label'
import { runOperation } from '@/lib/run-operation'
import { consoleStore } from '@/lib/store/console-store'
import { appendEntry, type NewAuditEntry } from '@/lib/store/append-entry'

useFakeBillingApi()

/** Other test files write to the same store, so the entries of this file are found by their reason. */
const MARK = `visible ${Math.random()}`
const AGENT = 'agent@example.com'
const OTHER = 'another.agent@example.com'

async function append(entry: Pick<NewAuditEntry, 'actor' | 'action'> & Partial<NewAuditEntry>) {
  const db = await consoleStore()
  return appendEntry(db, { at: new Date(), role: 'agent', requestId: 'r1', reason: MARK, ...entry })
}

beforeAll(async () => {
  const object = { kind: 'subscription', id: 'sub_1' }
  const change = { actor: OTHER, action: 'cancelSubscription', object }
  const intent = await append({
    ...change,
    ticket: 'T-7',
    detail: { seen: 'status active', externalCustomerId: 'acme' },
  })
  const closed = { change: 'op_1', state: 'NEEDS_REVIEW', upstreamStatus: 202, closedBy: AGENT, note: 'Done by hand' }
  await append({ ...change, completes: intent, outcome: 'unknown', detail: closed })
  await append({ actor: AGENT, action: 'deleteSubscription', object, outcome: 'refused' })
  for (const actor of [AGENT, OTHER])
    await append({ actor, action: 'signIn', outcome: 'done', detail: { peer: '192.0.2.1', userAgent: 'A browser' } })
  await append({ actor: AGENT, action: 'exportActivity', outcome: 'done' })
})

type Filters = InputOf<'exportActivity'>
const list = async (role: Role, filters: Filters = {}) =>
  (await runOperation('listActivity', testContext(role), { text: MARK, ...filters })).entries
const exported = (role: Role, filters: Filters = {}) => exportedActivity(role, { text: MARK, ...filters })
const whoDidWhat = ({ actor, action }: ActivityEntry) => `${actor} ${action}`

const CANCELLATIONS = [`${AGENT} deleteSubscription`, `${OTHER} cancelSubscription`]
const OWN = [`${AGENT} exportActivity`, `${AGENT} signIn`, `${AGENT} deleteSubscription`]

test.each<[Role, string[]]>([
  ['viewer', CANCELLATIONS],
  ['agent', OWN],
  ['admin', [`${AGENT} exportActivity`, `${OTHER} signIn`, `${AGENT} signIn`, ...CANCELLATIONS]],
])('returns to the %s the entries of the role, in the list and in the CSV', async (role, expected) => {
  const entries = await list(role)
  expect(entries.map(whoDidWhat)).toEqual(expected)
  const { rows } = await exported(role)
  expect(rows.map(({ Who, Action }) => [Who, Action])).toEqual(
    entries.map(({ actor, action }) => [actor, actionLabel(action)]),
  )
})

describe('a viewer', () => {
  test('gets who, what, when, why and the outcome of a cancel with the person who closed it, and no other field', async () => {
    const [entry] = await list('viewer', { outcome: 'unknown' })
    expect(entry).toStrictEqual({
      sequence: expect.any(Number),
      at: expect.any(String),
      actor: OTHER,
      action: 'cancelSubscription',
      object: { kind: 'subscription', id: 'sub_1' },
      reason: MARK,
      ticket: 'T-7',
      outcome: 'unknown',
      endedAt: expect.any(String),
      detail: { state: 'NEEDS_REVIEW', closedBy: AGENT, note: 'Done by hand' },
    })
  })

  test('gets a CSV with the same fields', async () => {
    const { fileName, rows } = await exported('viewer', { outcome: 'unknown' })
    expect(fileName).toMatch(/^cancellations-Local_outcome-unknown_text-visible 0\.[\de-]+_\d{4}-\d\d-\d\d\.csv$/)
    expect(Object.keys(rows[0] ?? {})).toEqual([
      'Entry',
      'When (UTC)',
      'When (UTC day)',
      'Who',
      'Action',
      'Object',
      'Object ID',
      'Reason',
      'Ticket',
      'Outcome',
      'Ended (UTC)',
      'Ended (UTC day)',
      'Details',
    ])
    expect(rows[0]).toMatchObject({
      Ticket: 'T-7',
      Details: `{"state":"NEEDS_REVIEW","closedBy":"${AGENT}","note":"Done by hand"}`,
    })
  })

  test('filters cancellations by person', async () => {
    expect((await list('viewer', { actor: 'ANOTHER' })).map(whoDidWhat)).toEqual([`${OTHER} cancelSubscription`])
  })
})

test.each<[Role, Filters]>([
  ['viewer', { action: 'signIn' }],
  ['viewer', { action: 'cancelSubscription' }],
  ['viewer', { objectKind: 'user' }],
  ['viewer', { objectId: 'sub_1' }],
  ['agent', { actor: OTHER }],
  ['agent', { actor: AGENT }],
])('refuses the %s the filter %o, in the list and in the CSV', async (role, filters) => {
  for (const name of ['listActivity', 'exportActivity'] as const) {
    const problem = await problemOf(runOperation(name, testContext(role), filters))
    expect(problem).toMatchObject({ code: 'not_allowed', detail: expect.stringContaining('ask an admin') })
  }
})

test('returns to an agent only their own entries about a subscription', async () => {
  const about = { objectKind: 'subscription', objectId: 'sub_1' } as const
  expect((await list('agent', about)).map(whoDidWhat)).toEqual([`${AGENT} deleteSubscription`])
})
