import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deadlinePassed } from '../refusals'
import { makeDatabase, dropDatabase } from '../../scripts/test/test-postgres.mjs'
import { sampleSubscription } from '@/testing/service/samples/sample-subscription'
import { SAMPLE_DATES } from '@/testing/service/samples/sample-customer'
import { openStore, type Store } from '../store/open'
import { loadSamples } from '@/testing/service/load-samples'
import { testDatabaseUrl } from '@/testing/service/fresh-store'
import { cancelSubscription } from './cancel-subscription'
import { deleteSubscription } from './delete-subscription'

const NAME = 'transaction_conflict'
const MERCHANT = 'm'
const serverUrl = testDatabaseUrl() ?? ''
const afterItsEnd = () => '2999-01-01T00:00:00.000Z'

// The embedded database has one session, so no transaction loses against another.
describe.skipIf(serverUrl === '')('a cancel that PostgreSQL rolls back in favour of another transaction', () => {
  let store: Store
  beforeAll(async () => {
    store = await openStore(pino({ enabled: false }), {
      databaseUrl: await makeDatabase(serverUrl, NAME),
      dataDir: '',
      poolSize: 2,
    })
    await store.db.execute(`create sequence attempts; create sequence failures;
      create function lose() returns trigger language plpgsql as $$ begin
        if nextval('attempts') <= (select last_value from failures) then
          raise exception 'could not serialize access' using errcode = '40001';
        end if;
        return null;
      end $$`)
  })
  afterAll(async () => {
    await store.close()
    await dropDatabase(serverUrl, NAME)
  })

  /** Lets the first updates of subscriptions fail, in the statement or at the commit. */
  async function loseFirst(failures: number, at: 'its update' | 'its commit') {
    const id = `sub_${failures}_${at}`
    await store.db.execute('drop trigger if exists lose on subscriptions')
    await loadSamples(store, MERCHANT, [
      { kind: 'subscription', data: { ...sampleSubscription(MERCHANT), id, status: 'active', endDate: null } },
    ])
    await store.db.execute(`alter sequence attempts restart; select setval('failures', ${failures});
      create constraint trigger lose after update on subscriptions
        ${at === 'its commit' ? 'initially deferred' : ''} for each row execute function lose()`)
    return id
  }
  const cancel = (id: string, signal?: AbortSignal) =>
    cancelSubscription({ db: store.db, merchantId: MERCHANT, now: () => SAMPLE_DATES.updatedAt, signal }, { id })
  const attempts = async () => {
    const { rows } = await store.db.$client.query<{ count: string }>('select last_value as count from attempts')
    return Number(rows[0]?.count)
  }

  it.each(['its update', 'its commit'] as const)('runs again when it lost in %s, and is applied once', async (at) => {
    const id = await loseFirst(2, at)
    expect(JSON.parse(await cancel(id))).toMatchObject({ cancelled: true, subscription: { id } })
    expect(await attempts()).toBe(3)
  })

  it('gives up after a few attempts, and nothing is changed', async () => {
    const id = await loseFirst(100, 'its update')
    await expect(cancel(id)).rejects.toMatchObject({ cause: { code: '40001' } })
    expect(await attempts()).toBe(5)
    const { rows } = await store.db.$client.query('select changed_at from subscriptions where id = $1', [id])
    expect(rows).toEqual([{ changed_at: null }])
  })

  it('ends with its deadline in a later attempt, and nothing is changed', async () => {
    const id = await loseFirst(101, 'its update')
    const controller = new AbortController()
    let readings = 0
    // The clock is read while the row is locked, once an attempt.
    const now = () => {
      readings += 1
      if (readings === 3) controller.abort(deadlinePassed(30))
      return SAMPLE_DATES.updatedAt
    }
    const context = { db: store.db, merchantId: MERCHANT, now, signal: controller.signal }
    await expect(cancelSubscription(context, { id })).rejects.toMatchObject({ code: 'deadline_passed' })
    const { rows } = await store.db.$client.query('select changed_at from subscriptions where id = $1', [id])
    expect(rows).toEqual([{ changed_at: null }])
  })

  it('is repeated for a delete too', async () => {
    const id = await loseFirst(1, 'its commit')
    await store.db.execute('drop trigger lose on subscriptions')
    await store.db.execute(`update subscriptions set end_date = '2026-03-01' where id = '${id}'`)
    await store.db.execute(`create constraint trigger lose after update on subscriptions
      initially deferred for each row execute function lose()`)
    await deleteSubscription({ db: store.db, merchantId: MERCHANT, now: afterItsEnd }, { id })
    expect(await attempts()).toBe(2)
  })
})
