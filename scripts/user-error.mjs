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
  console.error(error instanceof UserError ? `\n${error.message}` : error)
  process.exit(1)
}
