import type { Logger } from 'pino'
import { ProblemError } from '../problem-error'
import { makeLog } from '@/telemetry/log'
import { loggedError } from '@/telemetry/loggable'
import { currentTrace } from './request-trace'
import { settings } from './settings'

let logger: Logger | undefined

/** Returns the console's log, on standard output. */
export function log(): Logger {
  logger ??= makeLog({
    program: 'console',
    level: settings().LOG_LEVEL,
    mixin: () => {
      const trace = currentTrace()
      return trace ? { traceId: trace.traceId } : {}
    },
  })
  return logger
}

/** Returns the log fields of an error: code and cause of a ProblemError, everything of any other. */
export function logFieldsOf(error: unknown): object {
  if (!(error instanceof ProblemError)) return { status: 500, err: error }
  const { status, code, upstreamStatus } = error.problem
  const cause = error.cause instanceof Error ? loggedError(error.cause) : null
  return {
    status,
    code,
    ...(upstreamStatus !== undefined && { upstreamStatus }),
    ...(cause && { cause: `${cause.type}: ${cause.message}` }),
  }
}
