import { pino } from 'pino'
import { visibleLines } from '@/contract/visible-text'
import { isErrorLike, loggable, type LoggedError } from './loggable'

const MAX_LINE_BYTES = 8_192
const STACK_EVERY_MS = 60_000
const STACKS_KEPT = 100

interface LogOptions {
  /** As each line names it. */
  program: string
  level: string
  /** Returns fields of every line. */
  mixin?: () => object
  /** Standard output by default. */
  destination?: pino.DestinationStream
}

/**
 * Returns the log of a program: one JSON line of at most 8 KB per event. Every line passes `loggable`, so none has the
 * values of a statement. Log named fields only, never whole requests.
 */
export function makeLog({ program, level, mixin, destination }: LogOptions): pino.Logger {
  const options: pino.LoggerOptions = {
    level,
    base: { program },
    ...(mixin && { mixin }),
    serializers: { err: boundedStack() },
    timestamp: pino.stdTimeFunctions.isoTime,
    hooks: {
      logMethod(args, method) {
        const [first, ...others]: unknown[] = args
        const fields = typeof first === 'object' && first !== null && isErrorLike(first) ? { err: first } : first
        Reflect.apply(
          method,
          this,
          [fields, ...others].map((each) => loggable(each)),
        )
      },
      // pino escapes as JSON requires. DEL, C1 and bidi controls would still act on the terminal.
      streamWrite: (line) => boundedLine(visibleLines(line)),
    },
  }
  return destination ? pino(options, destination) : pino(options)
}

/** Writes the stack of an error once a minute. A repetition has its type, its message and the number of omissions. */
export function boundedStack(now = () => performance.now()): (error: LoggedError) => object {
  const seen = new Map<string, { atMs: number; repeated: number }>()
  return (error) => {
    if (typeof error !== 'object') return error
    const { stack = '', type, message } = error
    const before = seen.get(stack)
    if (before && now() - before.atMs < STACK_EVERY_MS) {
      before.repeated += 1
      return { type, message, repeated: before.repeated }
    }
    if (seen.size >= STACKS_KEPT) seen.clear()
    seen.set(stack, { atMs: now(), repeated: 0 })
    return { ...error, ...(before?.repeated && { repeated: before.repeated }) }
  }
}

/** Shortens the texts of a line that is too long; if that is not enough, keeps only the main fields. */
function boundedLine(line: string): string {
  if (Buffer.byteLength(line) <= MAX_LINE_BYTES) return line
  const fields: Record<string, unknown> = JSON.parse(line)
  for (const most of [300, 100, 30]) {
    const shorter = visibleLines(`${JSON.stringify(fields, (_, value: unknown) => shortened(value, most))}\n`)
    if (Buffer.byteLength(shorter) <= MAX_LINE_BYTES) return shorter
  }
  const { level, time, program, event, requestId, msg } = fields
  const least = { level, time, program, event, requestId, msg, isCut: true }
  return visibleLines(`${JSON.stringify(least, (_, value: unknown) => shortened(value, 100))}\n`)
}

const shortened = (value: unknown, most: number): unknown =>
  typeof value === 'string' && value.length > most ? `${value.slice(0, most)}…` : value
