/** An error that the person at the terminal can correct. Only its message is shown, without a stack. */
export class UserError extends Error {
  /** @override */
  name = 'UserError'
}

/**
 * Prints an error and exits with 1.
 * @param {unknown} error
 * @returns {never}
 */
export function failWith(error) {
  const isSystemError = error instanceof Error && 'code' in error && typeof error.code === 'string'
  if (error instanceof UserError) console.error(`\n${error.message}`)
  else console.error(isSystemError ? `\nThe start failed: ${error.message}. Nothing is left running.` : error)
  process.exit(1)
}
