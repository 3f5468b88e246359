import { expect, test } from 'vitest'
import { CONSOLE_ERRORS, type ConsoleErrorCode } from '../errors'
import { Problem } from '../problem'
import { problemResponse } from './http/responses'
import { problemError } from './problem'

const isCode = (text: string): text is ConsoleErrorCode => text in CONSOLE_ERRORS
const codes = Object.keys(CONSOLE_ERRORS).filter(isCode)

test.each(codes)('toProblem returns %s as problem+json with all fields of its code', async (code) => {
  const upstream = { upstreamStatus: 422, upstreamMessage: 'Locked by <b>finance</b>', retryAfterSeconds: 7 }
  const response = problemResponse(problemError(code, 'What happened, and what to do.', upstream), 'request-1')
  const { status, title, retryable, outcome } = CONSOLE_ERRORS[code]
  expect(response.status).toBe(status)
  expect(response.headers.get('content-type')).toBe('application/problem+json; charset=utf-8')
  expect(response.headers.get('retry-after')).toBe('7')
  expect(response.headers.get('x-request-id')).toBe('request-1')
  expect(Problem.parse(await response.json())).toEqual({
    type: `urn:billing-console:problem:${code}`,
    title,
    status,
    code,
    retryable,
    outcome,
    requestId: 'request-1',
    detail: 'What happened, and what to do.',
    ...upstream,
  })
})

test.each(['not_sent', 'api_paused', 'overloaded'] as const)('%s reports that a change was not made', (code) => {
  expect(CONSOLE_ERRORS[code]).toMatchObject({ retryable: true, outcome: 'none' })
})
