import { describe, expect, test } from 'vitest'
import { problemOf } from '@/testing/console/problem-of'
import { FAULTS, useFakeBillingApi } from '@/testing/console/use-fake-billing-api'
import { parseSettings } from '@/lib/core/server/settings'
import { BillingClient } from './billing-client'

const api = useFakeBillingApi()

/** A client whose first key was revoked, unless `keys` says otherwise, and the requests that the API got for one ID. */
function setUp(id: string, keys: { first?: string; next?: string } = {}) {
  const { first = 'sk_revoked', next = api().key } = keys
  const settings = { BILLING_API_BASE_URL: api().url, BILLING_API_KEY: first, BILLING_API_NEXT_KEY: next }
  const client = new BillingClient(parseSettings(settings))
  api().faults.addSubscription(id, { status: 'active' })
  const accepted = () => api().requests.filter(({ url }) => url.includes(`/${id}`)).length
  const read = () => client.read({ operation: 'getSubscription', params: { id } }, { requestId: 'test' })
  const cancel = () =>
    client.write({ operation: 'cancelSubscription', params: { id } }, { requestId: 'test', body: {} })
  return { read, cancel, accepted }
}

describe('KeyRotation', () => {
  test('reads with the next key when the API rejects the first one', async () => {
    const { read } = setUp('rotated-read')
    expect((await read()).status).toBe(200)
  })

  test('sends a cancel again after a 401, and it takes effect once', async () => {
    const { cancel } = setUp('rotated-cancel')
    expect((await cancel()).status).toBe(202)
    expect(api().faults.effects.filter(({ id }) => id === 'rotated-cancel')).toHaveLength(1)
  })

  test('sends later requests with the accepted key only', async () => {
    const { read, cancel, accepted } = setUp('rotated-later')
    const before = api().requests.length
    await read()
    await read()
    await cancel()
    expect(api().requests.length - before).toBe(4)
    expect(accepted()).toBe(4)
  })

  test('goes back to the first key when the API rejects the next one', async () => {
    const { read } = setUp('rotated-back', { first: api().key, next: 'sk_not_yet' })
    expect((await read()).status).toBe(200)
    expect((await read()).status).toBe(200)
  })

  test('reports a rejected key when the API rejects both', async () => {
    const { read, accepted } = setUp('rotated-neither', { next: 'sk_not_yet' })
    expect(await problemOf(read())).toMatchObject({ code: 'key_not_accepted' })
    expect(accepted()).toBe(2)
  })

  test.each(['403-error', '409-text', '429-text', '500-html', 'reset-after'])(
    'sends a cancel once after %s',
    async (name) => {
      const id = `once-${name}`
      const { cancel, accepted } = setUp(id, { first: api().key, next: 'sk_not_yet' })
      api().faults.inject(FAULTS[name] ?? {}, { id })
      await problemOf(cancel())
      expect(accepted()).toBe(1)
    },
  )
})
