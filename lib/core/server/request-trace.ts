import { AsyncLocalStorage } from 'node:async_hooks'
import { newTraceContext, readTraceContext, type TraceContext } from '@/telemetry/trace-context'
import type { SpanResult, Tracing } from '@/telemetry/tracing'

const storage = new AsyncLocalStorage<TraceContext>()

/** Returns the trace of a request: that of its headers, or a new one. */
export const traceOf = (headers: Headers): TraceContext =>
  readTraceContext((name) => headers.get(name)) ?? newTraceContext()

/** Runs a function whose log lines and calls to the billing API belong to a trace. */
export const runInTrace = <Result>(trace: TraceContext, run: () => Result): Result => storage.run(trace, run)

/** Returns the trace of the request that this code runs for; undefined in the background. */
export const currentTrace = (): TraceContext | undefined => storage.getStore()

// Next loads a module once for pages and once for routes.
declare global {
  var consoleTracing: Tracing | undefined
}

/**
 * Runs a function as a span of the current trace, where `OTEL_EXPORTER_OTLP_ENDPOINT` is set.
 * @param run must call `end` exactly once
 */
export function inSpan<Result>(kind: 'server' | 'client', run: (end: (result: SpanResult) => void) => Result): Result {
  const tracing = globalThis.consoleTracing
  if (tracing === undefined) return run(() => undefined)
  const span = tracing.start(kind, currentTrace())
  return runInTrace(span.trace, () => run(span.end))
}
