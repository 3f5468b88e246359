import type { Store } from '@/service/store/open'

/**
 * For tests: locks the rows of a merchant's subscriptions in a transaction, as another client would. On the embedded
 * database this occupies its only session.
 * @returns a function that releases the rows and resolves when all earlier waiters have had their turn
 */
export async function holdSubscriptions({ db }: Pick<Store, 'db'>, merchantId: string): Promise<() => Promise<void>> {
  const client = await db.$client.connect()
  const { rows } = await client.query<{ id: string }>(
    'select id from subscriptions where merchant_id = $1 order by id',
    [merchantId],
  )
  const lock = async () => {
    await client.query('begin')
    // One row a statement: Citus locks no rows of several shards.
    for (const { id } of rows)
      await client.query('select 1 from subscriptions where merchant_id = $1 and id = $2 for update', [merchantId, id])
  }
  await lock()
  return async () => {
    await client.query('commit')
    await lock()
    await client.query('commit')
    client.release()
  }
}
