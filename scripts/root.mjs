import { fileURLToPath } from 'node:url'

/** The top folder of the repository, where every command runs. */
export const ROOT = fileURLToPath(new URL('..', import.meta.url))
