import { describe, expect, it } from 'vitest'
import { newTraceContext, readTraceContext } from './trace-context'

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const CALLER = '00f067aa0ba902b7'
const read = (headers: Record<string, string>) => readTraceContext((name) => headers[name])

describe('readTraceContext', () => {
  it('returns the trace, and passes on what it received', () => {
    const headers = { traceparent: `00-${TRACE}-${CALLER}-01`, tracestate: 'vendor=value,other=1' }
    expect(read(headers)).toEqual({ traceId: TRACE, headers })
  })

  it('reads a later version as version 00', () => {
    const headers = { traceparent: `00-${TRACE}-${CALLER}-00` }
    expect(read({ traceparent: `cc-${TRACE}-${CALLER}-00-more` })).toEqual({ traceId: TRACE, headers })
  })

  it.each([
    '',
    TRACE,
    `ff-${TRACE}-${CALLER}-01`,
    `00-${TRACE}-${CALLER}-01-more`,
    `00-${TRACE.toUpperCase()}-${CALLER}-01`,
    `00-${'0'.repeat(32)}-${CALLER}-01`,
    `00-${TRACE}-${'0'.repeat(16)}-01`,
    `00-${TRACE}-${CALLER}-01, 00-${TRACE}-${CALLER}-01`,
    `cc-${TRACE}-${CALLER}-01-${'x'.repeat(200)}`,
  ])('ignores the invalid traceparent %j', (traceparent) => {
    expect(read({ traceparent })).toBeUndefined()
  })

  it('does not pass on a tracestate that is too long or has control characters', () => {
    const traceparent = `00-${TRACE}-${CALLER}-01`
    for (const tracestate of ['', `a=${'x'.repeat(511)}`, 'a=\u0007', 'a=ü'])
      expect(read({ traceparent, tracestate })?.headers).toEqual({ traceparent })
  })
})

describe('newTraceContext', () => {
  it('returns a valid trace of its own', () => {
    const [one, other] = [newTraceContext(), newTraceContext()]
    expect({ ...read(one.headers), isNew: true }).toEqual(one)
    expect(one.traceId).not.toBe(other.traceId)
  })
})
