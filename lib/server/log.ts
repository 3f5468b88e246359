import 'server-only'
import { visibleLines } from '@/contract/visible-text'
import { pino } from 'pino'
import { env } from './env'

let logger: pino.Logger | undefined

/** The console's log: one JSON line an event on standard output. Lines are made of named fields, never of whole requests. */
export function log(): pino.Logger {
  logger ??= pino({
    level: env().LOG_LEVEL,
    base: { program: 'console' },
    timestamp: pino.stdTimeFunctions.isoTime,
    // pino escapes as JSON asks, which leaves DEL, C1 and bidi controls to act on the terminal.
    hooks: { streamWrite: visibleLines },
  })
  return logger
}
