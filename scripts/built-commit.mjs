import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './root.mjs'

const CHARS = 12

/**
 * Returns the short commit of the sources, with `-dirty` when tracked files are edited. Without git, as in an image, it is
 * the environment variable `COMMIT`, else `unknown`.
 */
export function builtCommit() {
  if (existsSync(join(ROOT, '.git'))) {
    // Without tags, so that a release has its commit too.
    const args = ['describe', '--always', '--dirty', '--exclude=*']
    const { status, stdout } = spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' })
    if (status === 0) return stdout.trim()
  }
  return process.env.COMMIT?.slice(0, CHARS) || 'unknown'
}
