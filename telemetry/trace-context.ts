import { randomBytes } from 'node:crypto'

/** The trace that a request belongs to, as in W3C Trace Context. */
export interface TraceContext {
  /** 32 hexadecimal digits. */
  traceId: string
  /** The headers that pass it on. */
  headers: Readonly<Record<string, string>>
  /** True when this program starts the trace, and nothing has recorded a span of it. */
  isNew?: true
}

/** Version, trace, caller and flags. A later version may have more, which is not passed on. */
const TRACEPARENT = /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(-[\x21-\x7e]*)?$/
const TRACESTATE = /^[\x20-\x7e]{1,512}$/
const MAX_TRACEPARENT_CHARS = 200

/** Returns the trace context of a request; undefined when it has none, or an invalid one. */
export function readTraceContext(headerOf: (name: string) => string | null | undefined): TraceContext | undefined {
  const traceparent = headerOf('traceparent')
  if (!traceparent || traceparent.length > MAX_TRACEPARENT_CHARS) return undefined
  const [, version, traceId = '', caller = '', flags = '', more] = TRACEPARENT.exec(traceparent) ?? []
  if (version === undefined || version === 'ff' || (version === '00' && more !== undefined)) return undefined
  if (/^0+$/.test(traceId) || /^0+$/.test(caller)) return undefined
  const tracestate = headerOf('tracestate')
  return {
    traceId,
    headers: {
      traceparent: `00-${traceId}-${caller}-${flags}`,
      ...(tracestate && TRACESTATE.test(tracestate) && { tracestate }),
    },
  }
}

/** Returns the context of a new trace. It is marked as sampled, so that a billing API that follows its caller records it. */
export function newTraceContext(): TraceContext {
  const traceId = randomBytes(16).toString('hex')
  return { traceId, headers: { traceparent: `00-${traceId}-${randomBytes(8).toString('hex')}-01` }, isNew: true }
}
