import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { useWebhookReceiver } from '@/testing/console/webhook-receiver'
import { newWebhookSecret, postWebhook, signedHeaders } from './post-webhook'

const receiver = useWebhookReceiver()

const secret = newWebhookSecret()
const MESSAGE = { id: 'evt_1', body: '{"type":"invoice.overdue","data":{"name":"Köln"}}' }
const post = (options: object = {}, url = receiver().url) =>
  postWebhook({ url, secret }, MESSAGE, { ...receiver().options, ...options })

describe('signedHeaders', () => {
  test('signs as the reference vector of Standard Webhooks', () => {
    const message = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', body: '{"test": 2432232314}' }
    expect(signedHeaders('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', message, new Date(1_614_265_330_999))).toEqual({
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    })
  })

  test('uses a new secret of 256 bits for each webhook', () => {
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(newWebhookSecret()).not.toBe(secret)
  })
})

describe('postWebhook', () => {
  test('delivers the body with a signature that the receiver can verify', async () => {
    expect(await post()).toEqual({ isDelivered: true, result: 'delivered' })
    const [call] = receiver().received
    expect(call).toMatchObject({ path: '/hook/path-secret?token=query-secret', body: MESSAGE.body })
    const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signature } = call?.headers ?? {}
    const key = Buffer.from(secret.slice(6), 'base64')
    const expected = createHmac('sha256', key)
      .update(`${String(id)}.${String(at)}.${call?.body ?? ''}`)
      .digest('base64')
    expect([id, signature]).toEqual(['evt_1', `v1,${expected}`])
    expect(Math.abs(Number(at) - Date.now() / 1_000)).toBeLessThan(60)
    expect(call?.headers['content-type']).toBe('application/json')
  })

  test.each([500, 404, 410, 429])('fails with status %i', async (status) => {
    receiver().respondWith((response) => void response.writeHead(status).end())
    expect(await post()).toEqual({ isDelivered: false, result: `HTTP ${status}` })
  })

  test('does not follow a redirect', async () => {
    receiver().respondWith((response) => void response.writeHead(307, { location: '/elsewhere' }).end())
    expect(await post()).toEqual({ isDelivered: false, result: 'HTTP 307, redirects are not followed' })
    expect(receiver().received).toHaveLength(1)
  })

  test('gives up on a receiver that does not answer', async () => {
    receiver().respondWith(() => undefined)
    expect(await post({ timeoutMs: 300 })).toEqual({ isDelivered: false, result: 'no response in time' })
  })

  test('does not read the body of a response', async () => {
    const closed = new Promise<void>((resolve) => {
      receiver().respondWith((response) => {
        response.on('close', resolve).on('error', () => undefined)
        response.writeHead(200).write('x'.repeat(1024 * 1024))
      })
    })
    expect(await post()).toMatchObject({ isDelivered: true })
    await closed
  })

  test('refuses a certificate of an unknown authority, and an address without https', async () => {
    expect(await post({ ca: undefined })).toMatchObject({ isDelivered: false })
    expect(await post({}, `http://localhost:${receiver().port}/`)).toMatchObject({ result: 'not an https address' })
    expect(receiver().received).toHaveLength(0)
  })

  test.each([
    '127.0.0.1',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '0.0.0.0',
    '169.254.169.254',
    '10.0.0.1',
    '2130706433',
    'localhost',
  ])('does not connect to %s', async (host) => {
    const end = await post({ allowsPrivate: false }, `https://${host}:${receiver().port}/`)
    expect(end).toEqual({ isDelivered: false, result: 'the address is not public' })
    expect(receiver().received).toHaveLength(0)
  })

  test('checks the addresses of a name again at each attempt', async () => {
    const asked: string[] = []
    const lookup: NonNullable<Parameters<typeof postWebhook>[2]>['lookup'] = (name, _, callback) => {
      asked.push(name)
      callback(null, [{ address: '127.0.0.1', family: 4 }])
    }
    const url = `https://receiver.test:${receiver().port}/`
    for (let attempt = 1; attempt <= 2; attempt += 1)
      expect(await post({ allowsPrivate: false, lookup }, url)).toMatchObject({ result: 'the address is not public' })
    expect(asked).toEqual(['receiver.test', 'receiver.test'])
    expect(receiver().received).toHaveLength(0)
  })
})
