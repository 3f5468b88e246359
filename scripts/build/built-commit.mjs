import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../root.mjs'

/** In the archive of a release, which has no git. */
export const COMMIT_FILE = '.commit'
const CHARS = 12

/**
 * Returns the short commit of the sources, with `-dirty` when tracked files are edited. Without git it is that of the
 * release, else the environment variable `COMMIT`, as in the build of an image, else `unknown`.
 */
export function builtCommit() {
  if (existsSync(join(ROOT, '.git'))) {
    // Without tags, so that a release has its commit too.
    const args = ['describe', '--always', '--dirty', '--exclude=*']
    const { status, stdout } = spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' })
    if (status === 0) return stdout.trim()
  }
  const file = join(ROOT, COMMIT_FILE)
  const commit = existsSync(file) ? readFileSync(file, 'utf8') : process.env.COMMIT
  return commit?.trim().slice(0, CHARS) || 'unknown'
}
