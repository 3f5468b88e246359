import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startExampleService, type ExampleService } from '@/testing/service/start-example-service'
import { parseSettings } from '@/lib/core/server/settings'
import { checkBillingApi } from './check-billing-api'

let service: ExampleService
beforeAll(async () => {
  process.env.LOG_LEVEL = 'silent'
  service = await startExampleService()
})
afterAll(() => service.close())

async function findingsWith(key: string, customer?: string): Promise<string[]> {
  const found: string[] = []
  const settings = parseSettings({ BILLING_API_BASE_URL: service.url, BILLING_API_KEY: key })
  for await (const { check, status, detail } of checkBillingApi(settings, customer))
    found.push(`${status} ${check}: ${detail}`)
  return found
}

describe('checkBillingApi on our own service', () => {
  test('finds nothing wrong with a secret key', async () => {
    expect(await findingsWith(service.secretKey, 'acme-inc')).toEqual([
      expect.stringMatching(/^ok Billing API: /),
      'ok BILLING_API_KEY: accepted for reads, which need a key of type secret',
      'ok Query parameters: the API obeys page, pageSize, order',
    ])
  })

  test('accepts a secret key by a customer that does not exist', async () => {
    const found = await findingsWith(service.secretKey)
    expect(found[1]).toBe('ok BILLING_API_KEY: accepted for reads; another key is refused')
    expect(found.filter((line) => line.startsWith('wrong'))).toEqual([])
  })

  test.each([
    ['publishable', /^wrong BILLING_API_KEY: .*publishable.* Set a key of type secret\.$/],
    ['unknown', /^wrong BILLING_API_KEY: .*Set a key that exists and is not revoked\.$/],
  ])('reports a key that is %s', async (kind, expected) => {
    const found = await findingsWith(kind === 'unknown' ? 'sk_unknown' : service.publishableKey)
    expect(found.filter((line) => line.startsWith('wrong'))).toEqual([expect.stringMatching(expected)])
  })
})
