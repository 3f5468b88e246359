import { describe, expect, it } from 'vitest'
import { upstreamWords } from './response-problem'

const wordsOf = (text: string, type: string) => upstreamWords(undefined, text, type)
const wordsIn = (body: unknown) => upstreamWords(body, JSON.stringify(body), 'application/json')

describe('upstreamWords', () => {
  it.each([
    [{ detail: 'Cancel it first', title: 'Conflict' }, 'Cancel it first'],
    [{ message: 'Cancel it first', error: 'Conflict' }, 'Cancel it first'],
    [{ message: ['is active', 'cancel it first'] }, 'is active; cancel it first'],
    [{ error: 'Conflict' }, 'Conflict'],
    [{ error: { message: 'Conflict' } }, 'Conflict'],
    [{ error: { code: 'E1', detail: 'It is active' } }, 'It is active'],
    [{ error: 'conflict', error_description: 'The subscription is active' }, 'The subscription is active'],
    [{ error: 'Conflict', details: 'The subscription is active' }, 'Conflict: The subscription is active'],
    [
      { errors: [{ detail: 'is active' }, { message: 'has a balance' }, { msg: 'is late' }] },
      'is active; has a balance; is late',
    ],
    [{ errors: ['is active', 'is late'] }, 'is active; is late'],
    [{ errors: { id: ['is active', 'is late'], reason: 'is missing' } }, 'id: is active; is late; reason: is missing'],
    [{ title: 'Invalid', errors: { id: ['is active'] } }, 'Invalid: id: is active'],
    [{ message: 'Invalid', errors: [{ message: 'is active' }] }, 'Invalid: is active'],
    [{ status: 422, error: 'Invalid', error_details: { base: ['is active'] } }, 'Invalid: is active'],
    [{ error: 'Invalid', error_details: { id: ['is active'] } }, 'Invalid: id: is active'],
    [{ error: { message: 'Invalid', fieldErrors: { non_field_errors: ['is active'] } } }, 'Invalid: is active'],
    [{ title: 'Invalid', 'invalid-params': [{ name: 'id', reason: 'is active' }] }, 'Invalid: is active'],
    [{ message: 'is active', errors: [{ message: 'is active' }] }, 'is active'],
    [{ title: 'Conflict', status: 409, type: 'about:blank', instance: '/a/1', traceId: 'a1' }, 'Conflict'],
    [[{ message: 'is active' }], 'is active'],
    ['Conflict', 'Conflict'],
    [{ message: 'line\u0000 one\n\u202Etwo\u202C\u2028' }, 'line one two'],
  ])('returns the message of %j: %s', (body, upstreamMessage) => {
    expect(wordsIn(body)).toEqual({ upstreamMessage })
  })

  it.each([
    { error: 'E_1042', hint: 'Contract locked until May' },
    { message: 'Error', data: { reason: 'Contract locked until May' } },
    { error: { code: 'Conflict', message: 'Conflict', innererror: { message: 'Contract locked until May' } } },
    { message: 'Validation Failed', errors: [{ field: 'id', code: 'contract_locked' }] },
    { error: { type: 'card_error', code: 'contract_locked', message: 'Invalid' } },
    { message: 'エラー', data: { reason: '契約は五月まで変更できません' } },
    { message: 'It was not possible', hint: '合同锁定至五月' },
    { message: 'It was not possible', errorCode: 'CONTRACT_LOCKED' },
    { detail: [{ loc: ['body', 'id'], msg: 'it is required' }] },
    { message: 'Conflict', status: 'Contract locked until May' },
    { message: 'a '.repeat(400) },
    { error: 'Conflict', lockedUntil: '2027-05-01' },
    { error: 'Conflict', a: { b: { c: { d: { e: { f: { reason: 'is locked' } } } } } } },
    { error: 'It was not possible', notes: Array.from({ length: 21 }, (_, nth) => nth) },
    { title: 'Conflict', detail: 'Request could not be processed', reason: 'Contract locked until May' },
  ])('returns the body beside the message when the reason may be in it: %j', (body) => {
    expect(wordsIn(body)).toEqual({ upstreamMessage: expect.any(String), upstreamBody: JSON.stringify(body) })
  })

  it.each([{}, [], null, 5, { message: '' }, { message: { a: 1 } }, { detail: '<html>no</html>' }, { code: 'E17' }])(
    'returns the body when it finds no message in %j',
    (body) => {
      expect(wordsIn(body)).toEqual({ upstreamBody: JSON.stringify(body) })
    },
  )

  it('returns a text as the message only when its type is text/plain and it is no markup', () => {
    expect(wordsOf('Too late', 'text/plain; charset=utf-8')).toEqual({ upstreamMessage: 'Too late' })
    for (const type of ['text/plain', 'text/html'])
      expect(wordsOf(' <h1>Too late</h1> ', type)).toEqual({ upstreamBody: '<h1>Too late</h1>' })
    expect(wordsOf('{"message": ', 'application/json')).toEqual({ upstreamBody: '{"message":' })
    expect(wordsOf(' ', 'text/plain')).toEqual({})
  })

  it('returns at most 500 characters of a message, 4,000 of a body, and 20 items of a list', () => {
    expect(wordsIn({ message: 'é'.repeat(10_000) }).upstreamMessage).toHaveLength(500)
    expect(upstreamWords(undefined, '<p>'.repeat(10_000), 'text/html').upstreamBody).toHaveLength(4_000)
    expect(wordsIn({ errors: Array.from({ length: 50 }, () => 'a') }).upstreamMessage?.split('; ')).toHaveLength(20)
  })

  it('stops at a depth of four objects', () => {
    const nested = { error: { error: { error: { error: { error: 'too deep' } } } } }
    expect(wordsIn(nested)).toEqual({ upstreamBody: JSON.stringify(nested) })
  })
})
