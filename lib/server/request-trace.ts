import { AsyncLocalStorage } from 'node:async_hooks'
import { newTraceContext, readTraceContext, type TraceContext } from '@/telemetry/trace-context'

const storage = new AsyncLocalStorage<TraceContext>()

/** Returns the trace of a request: that of its headers, or a new one. */
export const traceOf = (headers: Headers): TraceContext =>
  readTraceContext((name) => headers.get(name)) ?? newTraceContext()

/** Runs a function whose log lines and calls to the billing API belong to a trace. */
export const runInTrace = <Result>(trace: TraceContext, run: () => Result): Result => storage.run(trace, run)

/** Returns the trace of the request that this code runs for; undefined in the background. */
export const currentTrace = (): TraceContext | undefined => storage.getStore()
