import { fileURLToPath } from 'node:url'

/* What every npm command stands on. Its commands import it first, because on an old Node other modules fail with unclear messages. */

const [neededMajor, neededMinor] = [20, 19]
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)

if (major < neededMajor || (major === neededMajor && minor < neededMinor)) {
  console.error(
    `Node ${neededMajor}.${neededMinor} or newer is needed; this is ${process.versions.node}. See https://nodejs.org.`,
  )
  process.exit(1)
}

/** The top folder of the repository, where every command runs. */
export const ROOT = fileURLToPath(new URL('..', import.meta.url))

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
