import { inspect } from 'node:util'
import { isErrorLike, loggedError, withoutValues } from './loggable'

const MAX_CHARS = 8_000

/**
 * Makes `console.error` and `console.warn` of this process leave out the values that the log leaves out: Next and Node print
 * uncaught errors with all their fields.
 */
export function guardConsole(): void {
  for (const name of ['error', 'warn'] as const) {
    const write = console[name].bind(console)
    console[name] = (...values: unknown[]) => write(...values.map(shownValue))
  }
}

/** Like `guardConsole`, for a program that Node runs directly: an uncaught error ends it with code 1. */
export function guardProgram(): void {
  guardConsole()
  process.on('uncaughtException', (error) => {
    console.error(error)
    process.exit(1)
  })
}

/** Like `guardProgram`, for a command, which finishes its work when a reader such as `head` closes the pipe early. */
export function guardCommand(): void {
  guardProgram()
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error
    })
}

function shownValue(value: unknown): unknown {
  if (typeof value === 'string') return withoutValues(value, MAX_CHARS)
  if (typeof value !== 'object' || value === null || !isErrorLike(value)) return value
  const { stack = '', type: _, message: __, ...fields } = loggedError(value)
  const more = Object.keys(fields).length === 0 ? '' : ` ${inspect(fields, { depth: 5 })}`
  return `${stack}${more}`.slice(0, MAX_CHARS)
}
