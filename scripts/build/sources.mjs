import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../command.mjs'

/** In the archive of a release, which has no git (CONTRIBUTING.md). */
const COMMIT_FILE = '.commit'
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

/**
 * Returns a hash of the contents of the sources without tests. File times do not matter.
 * @param {readonly string[]} sources folders and files of the project
 * @param {readonly string[]} others other texts that the result depends on
 */
export function fingerprintOf(sources, others) {
  const hash = createHash('sha256').update(process.versions.node)
  for (const other of others) hash.update(`\0${other}`)
  for (const file of sources.flatMap(filesIn)) hash.update(`\0${file}\0`).update(readFileSync(join(ROOT, file)))
  return hash.digest('hex')
}

/**
 * @param {string} path
 * @returns {string[]}
 */
function filesIn(path) {
  const stat = statSync(join(ROOT, path), { throwIfNoEntry: false })
  if (!stat) return []
  if (stat.isFile()) return /\.test\.tsx?$/.test(path) ? [] : [path]
  return readdirSync(join(ROOT, path))
    .toSorted()
    .flatMap((name) => filesIn(`${path}/${name}`))
}
