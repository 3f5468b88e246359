import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { forecast } from '@/lib/subscriptions/forecast'
import { Slots } from '@/lib/core/server/slots'
import { parsedResponse, receivedResponse } from './billing-response'
import { LongResponsesError, LongTurn } from './long-responses'
import { subscriptionView } from '@/testing/console/whole-views'

const SETTINGS = { BILLING_API_KEY: 'sk_test', BILLING_API_AMOUNT_UNIT: 'major' } as const
const API_NOW = 'Wed, 10 Feb 2027 12:00:00 GMT'
const asOf = (date?: string) =>
  receivedResponse({ statusCode: 200, headers: date === undefined ? {} : { date } }, { text: '{}' }, SETTINGS).asOf

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

describe('receivedResponse().asOf', () => {
  test("is the console's time when its clock agrees with the API's", () => {
    vi.setSystemTime('2027-02-10T12:00:01.250Z')
    expect(asOf(API_NOW)).toBe('2027-02-10T12:00:01.250Z')
  })

  test.each(['2027-02-08T12:00:00.250Z', '2027-02-12T12:00:00.250Z', '2027-02-10T11:58:30.250Z'])(
    "is the API's time when the console's clock is at %s",
    (consoleNow) => {
      vi.setSystemTime(consoleNow)
      expect(asOf(API_NOW)).toBe('2027-02-10T12:00:00.250Z')
    },
  )

  test.each([undefined, '', 'yesterday'])("is the console's time when the API's Date header is %j", (date) => {
    vi.setSystemTime('2027-02-08T12:00:00.250Z')
    expect(asOf(date)).toBe('2027-02-08T12:00:00.250Z')
  })
})

test.each([
  ['2027-02-10T12:00:00.900Z', '2027-02-10T12:00:04.000Z', -900],
  ['2027-02-10T11:59:58.000Z', '2027-02-10T12:00:04.000Z', 0],
  ['2027-02-10T12:20:00.000Z', '2027-02-10T12:20:04.000Z', -20 * 60_000],
  ['2027-02-10T11:40:00.000Z', '2027-02-10T11:40:04.000Z', 19 * 60_000 + 56_000],
])('says by how much the clocks differ at least, of a request sent at %s and read at %s', (sentAt, now, clockMs) => {
  vi.setSystemTime(now)
  const head = { statusCode: 200, headers: { date: API_NOW } }
  expect(receivedResponse(head, { text: '' }, SETTINGS, { sentAt: new Date(sentAt) }).clockMs).toBe(clockMs)
  expect(receivedResponse({ ...head, headers: {} }, { text: '' }, SETTINGS).clockMs).toBeUndefined()
})

test("counts a Retry-After date from the API's clock", () => {
  vi.setSystemTime('2027-02-10T11:50:00.000Z')
  const headers = { date: API_NOW, 'retry-after': 'Wed, 10 Feb 2027 12:00:07 GMT' }
  expect(receivedResponse({ statusCode: 503, headers }, { text: '' }, SETTINGS).retryAfterSeconds).toBe(7)
})

test.each(['2027-02-08T12:00:00Z', '2027-02-12T12:00:00Z'])(
  "shows an active subscription as healthy while the console's clock is at %s",
  async (consoleNow) => {
    vi.setSystemTime(consoleNow)
    for (const endDate of [null, '2027-02-11T00:00:00Z']) {
      const text = JSON.stringify({ id: 'sub_1', status: 'active', startDate: '2027-02-09T00:00:00Z', endDate })
      const received = receivedResponse({ statusCode: 200, headers: { date: API_NOW } }, { text }, SETTINGS)
      const response = await parsedResponse(received)
      const view = subscriptionView(response.json, response)
      expect(forecast(view, view.asOf).standing).toEqual({ kind: 'running' })
    }
  },
)

const many = () => receivedResponse({ statusCode: 200, headers: {} }, { text: `[${'[],'.repeat(30_000)}0]` }, SETTINGS)

describe('parsedResponse', () => {
  test('takes the turn of long responses for few bytes with many values', async () => {
    const turn = new LongTurn(new Slots(1))
    const response = await parsedResponse(many(), turn)
    expect([turn.isTaken, response.fault, Array.isArray(response.json)]).toEqual([true, undefined, true])
  })

  test('rejects while another response has the turn, and reads none without a turn', async () => {
    const slot = new Slots(1)
    await slot.acquire()
    await expect(parsedResponse(many(), new LongTurn(slot))).rejects.toThrow(LongResponsesError)
    const response = await parsedResponse(many())
    expect([response.json, response.fault]).toEqual([undefined, 'would take more than 8 MiB of memory'])
  })

  test('takes no turn for an ordinary response', async () => {
    const turn = new LongTurn(new Slots(1))
    await parsedResponse(receivedResponse({ statusCode: 200, headers: {} }, { text: '{"id":"s"}' }, SETTINGS), turn)
    expect(turn.isTaken).toBe(false)
  })
})
