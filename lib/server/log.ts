import { visibleLines } from '@/contract/visible-text'
import { pino } from 'pino'
import { ProblemError } from '@/contract/console/problem-error'
import { settings } from './settings'

let logger: pino.Logger | undefined

/** The console's log: one JSON line an event on standard output. Lines are made of named fields, never of whole requests. */
export function log(): pino.Logger {
  logger ??= pino({
    level: settings().LOG_LEVEL,
    base: { program: 'console' },
    serializers: { err: boundedStack() },
    timestamp: pino.stdTimeFunctions.isoTime,
    // pino escapes as JSON asks, which leaves DEL, C1 and bidi controls to act on the terminal.
    hooks: { streamWrite: visibleLines },
  })
  return logger
}

const STACK_EVERY_MS = 60_000
const STACKS_KEPT = 100

/** Writes the stack of an error once a minute; a repetition has its type and message, and how often it was left out. */
export function boundedStack(now = () => performance.now()): (error: Error) => object {
  const seen = new Map<string, { atMs: number; repeated: number }>()
  return (error) => {
    const { stack, ...rest } = pino.stdSerializers.err(error)
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

/** What a log line says of an error: of one that is told to the browser its code and cause, of any other all of it. */
export function logFieldsOf(error: unknown): object {
  if (!(error instanceof ProblemError)) return { status: 500, err: error }
  const { problem, cause } = error
  const why = cause instanceof Error ? { cause: `${cause.name}: ${cause.message}` } : {}
  const { status, code, upstreamStatus } = problem
  return { status, code, ...(upstreamStatus !== undefined && { upstreamStatus }), ...why }
}
