import { fileURLToPath } from 'node:url'

/** The top folder of the repository: every command runs there, wherever it was called from. */
export const ROOT = fileURLToPath(new URL('..', import.meta.url))
