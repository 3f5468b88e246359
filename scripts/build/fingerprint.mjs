import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../root.mjs'

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
