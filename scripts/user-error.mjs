/** Something the person at the terminal can mend: shown as its message alone, without a stack. */
export class UserError extends Error {
  /** @override */
  name = 'UserError'
}

/**
 * Ends the process in words.
 * @param {unknown} error
 * @returns {never}
 */
export function failWith(error) {
  const isSystemError = error instanceof Error && 'code' in error && typeof error.code === 'string'
  if (error instanceof UserError) console.error(`\n${error.message}`)
  else console.error(isSystemError ? `\nThe start failed: ${error.message}. Nothing is left running.` : error)
  process.exit(1)
}
