import { createServer } from 'node:http'
import { testPort } from '@/testing/console/test-port'
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

async function findingsWith(key: string, customer?: string, url = service.url): Promise<string[]> {
  const found: string[] = []
  const settings = parseSettings({ BILLING_API_BASE_URL: url, BILLING_API_KEY: key })
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

test('reports a failed read of another order, and does not say that the API obeys it', async () => {
  const api = createServer(({ url = '' }, response) => {
    const { searchParams } = new URL(url, 'http://api')
    const row = { id: `row-${searchParams.get('page')}` }
    response.writeHead(searchParams.get('order') === 'asc' ? 403 : 200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ results: [row], count: 2, pages: 2, currentPage: 1 }))
  })
  const port = await testPort(api)
  const found = await findingsWith('sk_any', 'acme-inc', `http://127.0.0.1:${port}`)
  api.close()
  expect(found.at(-1)).toMatch(/^wrong Query parameters: /)
})
