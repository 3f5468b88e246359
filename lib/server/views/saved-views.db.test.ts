import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import type { ConsoleInput } from '@/contract/console/operations'
import { MAX_SHARED_VIEWS, MAX_VIEWS, type ViewList } from '@/contract/console/views'
import { problemOf } from '@/testing/console/problem-of'
import { testContext } from '@/testing/console/test-context'
import { useConsoleStore } from '@/testing/console/use-console-store'
import { emptyIndexMemory, ObjectIndex } from '../object-index/object-index'
import { runOperation } from '../run-operation'
import { auditEntries } from '../store/schema'
import { savedViews } from '../store/view-schema'

const store = useConsoleStore()
let sources = 0

/** People on a console with a source of its own. */
function people() {
  const index = new ObjectIndex(`views-${(sources += 1)}`, emptyIndexMemory())
  const as = (name: string, role: 'viewer' | 'agent' | 'admin' = 'viewer') => {
    const base = testContext(role)
    const actor = { ...base.actor, userId: name, name: `${name}@example.com` }
    return { ...base, actor, environment: { ...base.environment, index } }
  }
  const save = (who: ReturnType<typeof as>, name: string, input: Partial<ConsoleInput<'saveView'>> = {}) =>
    runOperation('saveView', who, { list: 'invoices', name, query: {}, isShared: false, ...input })
  const list = async (who: ReturnType<typeof as>) => (await runOperation('listViews', who, {})).views
  const idOf = async (who: ReturnType<typeof as>, name: string) =>
    (await list(who)).find((view) => view.name === name)?.id
  return { as, save, list, idOf, source: index.source }
}

const rowsOf = (of: { source: string; user: string; isShared: boolean }, count: number) =>
  Array.from({ length: count }, (_, nth) => ({
    ...of,
    id: `view_${of.source}-${of.user}-${nth}`,
    owner: of.user,
    list: 'invoices' as const,
    name: `${nth}`,
    query: {},
    savedAt: '2026-01-01T00:00:00.000Z',
  }))

describe('saved views', () => {
  it('are listed for their owner, and for everybody on the same source when they are shared', async () => {
    const { as, save, list } = people()
    await save(as('ann'), 'Overdue', { query: { due: 'overdue', text: ' acme ' }, isShared: true })
    await save(as('ann'), 'mine only')
    const query = { due: 'overdue', text: 'acme', sort: 'attention', order: 'desc' }
    const overdue = { list: 'invoices', name: 'Overdue', query, isShared: true, owner: 'ann@example.com' }
    expect(await list(as('ann'))).toMatchObject([
      { name: 'mine only', isMine: true, canChange: true },
      { ...overdue, isMine: true, canChange: true },
    ])
    expect(await list(as('bob', 'agent'))).toMatchObject([{ ...overdue, isMine: false, canChange: false }])
    expect(await list(as('root', 'admin'))).toMatchObject([{ ...overdue, isMine: false, canChange: true }])
    expect(await people().list(people().as('ann'))).toEqual([])
  })

  it('are changed and deleted by their owner, and shared ones by an admin', async () => {
    const { as, save, list, idOf } = people()
    const [ann, bob, root] = [as('ann'), as('bob', 'agent'), as('root', 'admin')]
    await save(ann, 'Shared', { isShared: true })
    await save(ann, 'Own')
    const [shared, own] = [await idOf(ann, 'Shared'), await idOf(ann, 'Own')]
    for (const [who, viewId, code] of [
      [bob, shared, 'not_allowed'],
      [bob, own, 'not_found'],
      [root, own, 'not_found'],
    ] as const) {
      expect(await problemOf(runOperation('changeView', who, { viewId, name: 'X' }))).toMatchObject({ code })
      expect(await problemOf(runOperation('deleteView', who, { viewId }))).toMatchObject({ code })
    }
    await runOperation('changeView', ann, { viewId: own, query: { status: 'paid' } })
    await runOperation('changeView', root, { viewId: shared, name: 'Renamed', isShared: false })
    expect(await list(bob)).toEqual([])
    expect(await list(ann)).toMatchObject([
      { name: 'Own', query: { status: 'paid' }, owner: 'ann@example.com' },
      { name: 'Renamed', isShared: false, owner: 'ann@example.com' },
    ])
    expect((await runOperation('deleteView', ann, { viewId: own })).views).toMatchObject([{ name: 'Renamed' }])
  })

  it('are not changed by a page that shows them as they were before another change', async () => {
    const { as, save, list } = people()
    const ann = { ...as('ann'), now: () => new Date('2027-01-01') }
    await save(ann, 'Overdue', { isShared: true })
    const [seen] = await list(ann)
    const viewId = seen?.id
    const savedAt = seen?.savedAt
    const root = { ...as('root', 'admin'), now: () => new Date('2027-01-02') }
    const [renamed] = (await runOperation('changeView', root, { viewId, savedAt, name: 'Late' })).views
    expect(await problemOf(runOperation('changeView', ann, { viewId, savedAt, isShared: false }))).toMatchObject({
      code: 'invalid_request',
      detail: 'Not saved: this view was changed meanwhile. Close this form and change the view again.',
    })
    expect(await list(ann)).toMatchObject([{ name: 'Late', isShared: true }])
    await runOperation('changeView', ann, { viewId, savedAt: renamed?.savedAt, isShared: false })
    // A page of the version before does not send it.
    await runOperation('changeView', ann, { viewId, name: 'Later' })
  })

  it('have names of up to 80 characters, one of a kind for their owner and list', async () => {
    const { as, save, idOf } = people()
    const ann = as('ann')
    await save(ann, 'Overdue')
    expect(await problemOf(save(ann, ' Overdue '))).toMatchObject({ code: 'name_taken' })
    await save(ann, 'Overdue', { list: 'customers' })
    await save(as('bob'), 'Overdue')
    await save(ann, 'ü'.repeat(80))
    for (const name of ['', '  ', 'a'.repeat(81), 'a\0'])
      expect(await problemOf(save(ann, name))).toMatchObject({ code: 'invalid_request' })
    await save(ann, 'Other')
    const viewId = await idOf(ann, 'Other')
    expect(await problemOf(runOperation('changeView', ann, { viewId, name: 'Overdue' }))).toMatchObject({
      code: 'name_taken',
    })
    // A second press saves the same again.
    await runOperation('changeView', ann, { viewId, name: 'Other', isShared: true })
  })

  it.each<[ViewList, Record<string, string>]>([
    ['invoices', { due: 'someday' }],
    ['invoices', { end: 'soon' }],
    ['subscriptions', { due: 'overdue' }],
    ['customers', { status: 'active' }],
    ['customers', { after: 'abc' }],
    ['activity', { from: '2026-01-01T00:00:00.000Z' }],
    ['activity', { before: '7' }],
    ['invoices', { text: 'x'.repeat(201) }],
  ])('of %s do not take %j', async (list, query) => {
    const { as, save } = people()
    expect(await problemOf(save(as('ann'), 'Wrong', { list, query }))).toMatchObject({ code: 'invalid_request' })
  })

  it('say that they no longer fit when the list does not know their filters any more', async () => {
    const { as, save, list, idOf } = people()
    const ann = as('ann')
    await save(ann, 'Old', { query: { due: 'overdue' } })
    const viewId = String(await idOf(ann, 'Old'))
    await store()
      .db.update(savedViews)
      .set({ query: { due: 'removed' } })
      .where(eq(savedViews.id, viewId))
    expect(await list(ann)).toMatchObject([{ name: 'Old', query: null, canChange: true }])
    await runOperation('changeView', ann, { viewId, name: 'Still old' })
    expect((await runOperation('changeView', ann, { viewId, query: { due: 'failed' } })).views).toMatchObject([
      { name: 'Still old', query: { due: 'failed' } },
    ])
  })

  it('of the activity are not offered to a role that lacks their filters', async () => {
    const { as, save, list } = people()
    await save(as('root', 'admin'), 'Exports', {
      list: 'activity',
      query: { action: 'exportInvoices' },
      isShared: true,
    })
    await save(as('root', 'admin'), 'March', { list: 'activity', query: { from: '2026-03-01' }, isShared: true })
    expect((await list(as('bob', 'agent'))).map(({ name }) => name)).toEqual(['Exports', 'March'])
    expect((await list(as('ann', 'viewer'))).map(({ name }) => name)).toEqual(['March'])
  })

  it('are limited to 100 a person and 200 shared ones, also when they are saved at the same time', async () => {
    const { as, save, idOf, source } = people()
    const rows = (user: string, count: number, isShared: boolean) => rowsOf({ source, user, isShared }, count)
    await store()
      .db.insert(savedViews)
      .values([...rows('ann', MAX_VIEWS - 1, false), ...rows('bob', MAX_VIEWS - 1, true), ...rows('eve', 100, true)])
    const saved = await Promise.allSettled([save(as('ann'), 'one'), save(as('ann'), 'two')])
    expect(saved.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await problemOf(save(as('ann'), 'three'))).toMatchObject({ code: 'too_many_views' })
    await save(as('bob'), 'last', { isShared: true })
    const tooMany = { code: 'too_many_views', detail: expect.stringContaining(String(MAX_SHARED_VIEWS)) }
    expect(await problemOf(save(as('joe'), 'more', { isShared: true }))).toMatchObject(tooMany)
    await save(as('joe'), 'more')
    const viewId = await idOf(as('joe'), 'more')
    expect(await problemOf(runOperation('changeView', as('joe'), { viewId, isShared: true }))).toMatchObject(tooMany)
  })

  it('leave audit entries of saving, sharing, changing and deleting, without the filters', async () => {
    const { as, save, idOf } = people()
    const ann = { ...as('ann'), requestId: 'views-audit' }
    await save(ann, 'First', { query: { text: 'needle' } })
    const viewId = await idOf(ann, 'First')
    await runOperation('changeView', ann, { viewId, name: 'Second', isShared: true, query: { text: 'needle 2' } })
    await runOperation('deleteView', ann, { viewId })
    await problemOf(runOperation('deleteView', ann, { viewId }))
    const entries = await store().db.select().from(auditEntries).where(eq(auditEntries.requestId, 'views-audit'))
    expect(entries.map(({ action, actor, outcome, detail }) => [action, actor, outcome, JSON.parse(detail)])).toEqual([
      ['saveView', 'ann@example.com', 'done', { view: 'First', list: 'invoices', shared: 'no' }],
      [
        'changeView',
        'ann@example.com',
        'done',
        { view: 'Second', list: 'invoices', before: 'First', shared: 'yes', filters: 'changed' },
      ],
      ['deleteView', 'ann@example.com', 'done', { view: 'Second', list: 'invoices', shared: 'yes' }],
    ])
  })
})
