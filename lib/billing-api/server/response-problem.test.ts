import { describe, expect, test } from 'vitest'
import type { BillingResponse } from './billing-response'
import { readProblem, writeProblem } from './response-problem'

type Sent = Partial<BillingResponse>

const response = (status: number, sent: Sent = {}): BillingResponse => ({
  status,
  json: undefined,
  repeated: { items: [], total: 0 },
  sentAt: '2027-02-10T12:00:00.000Z',
  clockMs: undefined,
  text: '',
  isComplete: true,
  fault: undefined,
  contentType: '',
  retryAfterSeconds: undefined,
  asOf: '2027-02-10T12:00:00.000Z',
  amountUnit: 'major',
  ...sent,
})
const problemOf = (status: number, sent?: Sent) => writeProblem(response(status, sent), 'cancelSubscription').problem

const UNDECIDED = [408, 425, 429, 499]
const clientErrors = Array.from({ length: 100 }, (_, index) => 400 + index)

describe('readProblem', () => {
  test.each([500, 502, 504, 599])('reports api_failed for HTTP %i, whatever the body', (status) => {
    for (const json of [{}, [], null, undefined, { id: 'sub_1' }, { message: 'Ledger is down' }]) {
      const { problem } = readProblem(response(status, { json }), 'getSubscription')
      expect(problem).toMatchObject({ code: 'api_failed', title: 'The billing API failed', upstreamStatus: status })
      expect(problem.detail).toContain(`HTTP ${status}`)
    }
    const error = readProblem(response(status, { json: { message: 'Ledger is down' } }), 'getSubscription')
    expect(error.problem.upstreamMessage).toBe('Ledger is down')
  })

  test('names settings in the technical detail only', () => {
    for (const status of [401, 200, 302]) {
      const { detail, technicalDetail } = readProblem(response(status), 'getInvoice').problem
      expect(detail).not.toContain('BILLING_API')
      expect(technicalDetail).toMatch(/BILLING_API_(KEY|BASE_URL)/)
    }
  })

  test('names a 304 as an unexpected “not modified”', () => {
    const { code, detail, technicalDetail } = readProblem(response(304), 'getInvoice').problem
    expect(code).toBe('unreadable_response')
    expect(detail).toContain('“not modified” (HTTP 304)')
    expect(detail).not.toContain('redirect')
    expect(technicalDetail).toContain('If-None-Match')
  })

  test('reports overloaded for a 503, and unreadable_response for a redirect', () => {
    expect(readProblem(response(503, { json: {} }), 'getInvoice').problem.code).toBe('overloaded')
    expect(readProblem(response(302), 'getInvoice').problem).toMatchObject({
      code: 'unreadable_response',
      detail: expect.stringContaining('redirect (HTTP 302)'),
    })
  })
})

describe('writeProblem', () => {
  test('reports most 4xx as refusals, without a claim about what changed', () => {
    for (const status of clientErrors.filter((each) => !UNDECIDED.includes(each))) {
      const { code, detail, upstreamStatus } = problemOf(status)
      expect(['refused', 'not_found', 'key_not_accepted']).toContain(code)
      expect(detail).not.toMatch(/changed/i)
      expect(upstreamStatus).toBe(status)
    }
    expect([401, 404, 409].map((status) => problemOf(status).code)).toEqual([
      'key_not_accepted',
      'not_found',
      'refused',
    ])
  })

  test.each([...UNDECIDED, 100, 304, 307, 500, 503, 599])('reports an unknown outcome for HTTP %i', (status) => {
    const { code, detail } = problemOf(status)
    expect(code).toBe('outcome_unknown')
    expect(detail).toContain(`HTTP ${status}`)
    expect(detail).toContain('The change may have been made, or may still be')
  })

  test('says why it shows no reason of a refusal', () => {
    expect(problemOf(409).detail).toMatch(/\(HTTP 409\). It gave no reason.$/)
    expect(problemOf(409, { fault: 'is compressed with br' }).detail).toMatch(
      /. Its response is compressed with br, so the console/,
    )
    expect(problemOf(409, { text: '<p>No</p>' }).detail).toMatch(/See “Show the response”.$/)
  })

  test('explains 408, 425, 429 and 499, and the pause that the API asks for', () => {
    const sentences = UNDECIDED.map((status) => problemOf(status).detail.split('. ')[0])
    expect(sentences).toEqual([
      'The billing API timed out before the request arrived in full (HTTP 408)',
      'The billing API received the request too early in the connection to trust it (HTTP 425)',
      'The billing API received too many requests (HTTP 429)',
      'The billing API treated the connection as closed before it responded (HTTP 499)',
    ])
    expect(problemOf(429, { retryAfterSeconds: 7 })).toMatchObject({
      detail: expect.stringContaining('too many requests (HTTP 429), and asks for a pause of 7 s. The change may'),
      retryAfterSeconds: 7,
    })
  })
})
