import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApiKey, listApiKeys, revokeApiKey } from '@/service/api-keys'
import { startExampleService, type ExampleService } from '@/testing/service/start-example-service'
import { parseSettings } from '@/lib/core/server/settings'
import { BillingClient } from './billing-client'

const WORKERS = 6
const CALLS_PER_PHASE = 400
let service: ExampleService

beforeAll(async () => {
  process.env.LOG_LEVEL = 'silent'
  service = await startExampleService()
})
afterAll(() => service.close())

/** The client of a console with this key. Its requests may wait, because other files use the database too. */
const clientWith = (key: string) =>
  new BillingClient(
    parseSettings({
      BILLING_API_BASE_URL: service.url,
      BILLING_API_KEY: key,
      BILLING_API_READ_TIMEOUT_MS: '20000',
      BILLING_API_WRITE_TIMEOUT_MS: '20000',
      BILLING_API_QUEUE_MS: '10000',
    }),
  )

test('the key is replaced under load without a failed read or cancel', async () => {
  const { db } = service.store
  const keys = await listApiKeys(db, service.merchantId)
  const oldId = keys.find(({ type }) => type === 'secret')?.id ?? ''
  const answered = new Map<BillingClient, number>()
  const failed: unknown[] = []
  const end = new AbortController()
  // Each worker takes the console that runs at that time, as behind a proxy during a rolling restart.
  let consoles = [clientWith(service.secretKey)]

  async function work(worker: number): Promise<void> {
    for (let call = worker; !end.signal.aborted; call += 1) {
      const client = consoles[call % consoles.length]
      if (client === undefined) return
      const target = { operation: 'getSubscription', params: { id: 'sub_acme' } } as const
      const cancel = { operation: 'cancelSubscription', params: { id: 'sub_acme' } } as const
      const sent =
        call % 4 === 0 ? client.write(cancel, { requestId: 'load' }) : client.read(target, { requestId: 'load' })
      await sent.then(
        () => answered.set(client, (answered.get(client) ?? 0) + 1),
        (error: unknown) => failed.push(error),
      )
    }
  }
  const total = () => [...answered.values()].reduce((sum, count) => sum + count, 0) + failed.length
  const phase = async () => {
    const from = total()
    while (total() - from < CALLS_PER_PHASE) await new Promise((resolve) => setTimeout(resolve, 5))
  }

  const workers = Array.from({ length: WORKERS }, (_, worker) => work(worker))
  await phase()
  const next = await createApiKey(db, { merchantId: service.merchantId, type: 'secret', now: '2026-03-17T00:00:00Z' })
  const restarted = clientWith(next)
  consoles = [...consoles, restarted]
  await phase()
  consoles = [restarted]
  await phase()
  expect(await revokeApiKey(db, { id: oldId, now: '2026-03-17T00:00:00Z' })).toBe(true)
  await phase()
  end.abort()
  await Promise.all(workers)

  expect(failed).toEqual([])
  expect(answered.get(restarted)).toBeGreaterThan(CALLS_PER_PHASE)
  const revoked = clientWith(service.secretKey)
  const read = revoked.read({ operation: 'getSubscription', params: { id: 'sub_acme' } }, { requestId: 'load' })
  await expect(read).rejects.toMatchObject({ problem: { code: 'key_not_accepted' } })
})
