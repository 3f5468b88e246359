import { DrizzleQueryError } from 'drizzle-orm'

/**
 * Returns the error of a statement without the values of its parameters, which are names and IDs and must not be logged. Its cause is
 * what the database said. Returns any other error as it is.
 */
export function withoutParameters(error: Error): Error {
  if (!(error instanceof DrizzleQueryError)) return error
  const shown = new Error(`Failed query: ${error.query}`, { cause: error.cause })
  shown.name = 'DrizzleQueryError'
  shown.stack = [`${shown.name}: ${shown.message}`, ...(error.stack?.match(/^ {4}at .*$/gm) ?? [])].join('\n')
  return shown
}
