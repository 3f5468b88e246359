import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../../scripts/command.mjs'

/** Our images, and the stage of deploy/Dockerfile of each. */
export const OUR_IMAGES = { 'billing-service': 'service', 'billing-console': 'console' } as const

/** Variables of Next, of the PostgreSQL image and of the demo. */
const OTHER_VARIABLES = ['HOSTNAME', 'NODE_ENV', 'NEXT_TELEMETRY_DISABLED', 'CONSOLE_DEMO']
const documented = new Set(
  [...readSource('docs/settings.md').matchAll(/^\| `([A-Z_]+)`/gm)]
    .map(([, name = '']) => name)
    .concat(OTHER_VARIABLES),
)

/** Returns the variables that docs/settings.md does not know. */
export const undocumented = (names: readonly string[]): string[] =>
  names.filter((name) => !documented.has(name.replace(/_FILE$/, '')))

/** True for a value that holds a password or a key, which belongs into a file. */
export const isSecret = ([name, value]: readonly [string, unknown]): boolean =>
  /(PASSWORD|SECRET|KEY|DATABASE_URL)$/.test(name) && !String(value).startsWith('postgres://postgres@postgres:')

/** True for an image whose tag names a version. */
export const isPinned = (image: string): boolean => /:[\w.-]+$/.test(image) && !image.endsWith(':latest')

/** Returns the text of a file of this repository. */
export function readSource(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8')
}

/** Returns the paths below a folder of this repository. */
export const pathsIn = (path: string): string[] => readdirSync(join(ROOT, path), { recursive: true, encoding: 'utf8' })
