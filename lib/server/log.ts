import { visibleLines } from '@/contract/visible-text'
import { withoutParameters } from '@/database/without-parameters'
import { pino } from 'pino'
import { ProblemError } from '@/contract/console/problem-error'
import { currentTrace } from './request-trace'
import { settings } from './settings'

let logger: pino.Logger | undefined

/**
 * Returns the console's log: one JSON line per event on standard output. Log named fields only, never whole requests.
 */
export function log(): pino.Logger {
  logger ??= pino({
    level: settings().LOG_LEVEL,
    base: { program: 'console' },
    mixin: () => {
      const trace = currentTrace()
      return trace ? { traceId: trace.traceId } : {}
    },
    serializers: { err: boundedStack() },
    timestamp: pino.stdTimeFunctions.isoTime,
    // pino escapes as JSON requires. DEL, C1 and bidi controls would still act on the terminal.
    hooks: { streamWrite: visibleLines },
  })
  return logger
}

const STACK_EVERY_MS = 60_000
const STACKS_KEPT = 100

/** Writes the stack of an error once a minute. A repetition has its type, its message and the number of omissions. */
export function boundedStack(now = () => performance.now()): (error: Error) => object {
  const seen = new Map<string, { atMs: number; repeated: number }>()
  return (error) => {
    const { stack, ...rest } = pino.stdSerializers.err(withoutParameters(error))
    const before = seen.get(stack ?? '')
    if (before && now() - before.atMs < STACK_EVERY_MS) {
      before.repeated += 1
      return { type: rest.type, message: rest.message, repeated: before.repeated }
    }
    if (seen.size >= STACKS_KEPT) seen.clear()
    seen.set(stack ?? '', { atMs: now(), repeated: 0 })
    return { ...rest, stack, ...(before?.repeated && { repeated: before.repeated }) }
  }
}

/** Returns the log fields of an error: code and cause of a ProblemError, everything of any other. */
export function logFieldsOf(error: unknown): object {
  if (!(error instanceof ProblemError)) return { status: 500, err: error }
  const { problem, cause } = error
  const why = cause instanceof Error ? { cause: `${cause.name}: ${cause.message}` } : {}
  const { status, code, upstreamStatus } = problem
  return { status, code, ...(upstreamStatus !== undefined && { upstreamStatus }), ...why }
}
