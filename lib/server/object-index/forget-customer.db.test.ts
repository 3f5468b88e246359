import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { bareSubscription, bareTransaction } from '@/testing/console/bare-views'
import { problemOf } from '@/testing/console/problem-of'
import { testContext } from '@/testing/console/test-context'
import { useConsoleStore } from '@/testing/console/use-console-store'
import { runOperation } from '../run-operation'
import { auditEntries } from '../store/schema'
import { ObjectIndex } from './object-index'

const store = useConsoleStore()
const asOf = '2027-01-31T00:00:00.000Z'
const index = new ObjectIndex('forgets', new Map())
const contextOf = (role: 'agent' | 'admin') => {
  const base = testContext(role)
  return { ...base, environment: { ...base.environment, index } }
}
const listed = async () => {
  const { rows } = await runOperation('listSubscriptions', contextOf('agent'), {})
  return rows.map(({ id }) => id)
}
/** Reads a ledger that names a customer, and that customer's subscription. */
function see(externalId: string, customerId: string, subscriptionId: string) {
  const transactionId = `t_${externalId}`
  const page = { count: 1, pages: 1, currentPage: 1, pageSize: 20, drift: { items: [], total: 0 } }
  const customers = [{ id: customerId, transactionId }]
  index.recordLedgerPage(
    { ...page, externalId, asOf, results: [bareTransaction({ id: transactionId })], customers },
    { page: 1, order: 'desc' },
  )
  index.recordSubscription(bareSubscription({ id: subscriptionId, customerId, asOf }))
}

test('an admin forgets a customer, with what was read just before; others stay, and the activity names the admin', async () => {
  see('acme', 'cus_acme', 'sub_acme')
  see('globex', 'cus_globex', 'sub_globex')
  const { rows } = await runOperation('forgetCustomer', contextOf('admin'), { externalId: 'acme' })
  expect(rows).toBe(3)
  expect(await listed()).toEqual(['sub_globex'])
  // Who opens the customer again sees all of them again, also within the minute in which nothing unchanged is written.
  see('acme', 'cus_acme', 'sub_acme')
  await index.written()
  expect((await runOperation('getCustomer', contextOf('agent'), { externalId: 'acme' })).subscriptions).toMatchObject([
    { id: 'sub_acme' },
  ])
  const entries = await store().db.select().from(auditEntries).where(eq(auditEntries.action, 'forgetCustomer'))
  const { name } = contextOf('admin').actor
  const object = { objectKind: 'customer', objectId: 'acme' }
  expect(entries).toMatchObject([{ ...object, actor: name, role: 'admin', outcome: 'done', detail: '{"rows":3}' }])
})

test('an agent may not forget a customer, and the refusal is in the activity', async () => {
  see('initech', 'cus_initech', 'sub_initech')
  const refused = runOperation('forgetCustomer', contextOf('agent'), { externalId: 'initech' })
  expect(await problemOf(refused)).toMatchObject({ code: 'not_allowed' })
  await index.written()
  expect(await listed()).toContain('sub_initech')
  const entries = await store().db.select().from(auditEntries).where(eq(auditEntries.objectId, 'initech'))
  expect(entries).toMatchObject([{ action: 'forgetCustomer', role: 'agent', outcome: 'refused' }])
})
