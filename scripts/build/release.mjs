// `npm run release`: writes the files of a release to release/: the sources, the list of packages (CycloneDX) and
// checksums. With `--offline` it leaves out the check of the packages' signatures, which needs the network.
import { failWith, ROOT, UserError } from '../command.mjs'
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { builtCommit, COMMIT_FILE } from './sources.mjs'
import { ensureInstalled } from './packages.mjs'
import { runToEnd, stopSignal } from '../processes.mjs'

const FOLDER = join(ROOT, 'release')
const isOffline = process.argv[2] === '--offline'
const signal = stopSignal()

try {
  await release()
} catch (error) {
  failWith(error)
}

async function release() {
  /** @type {{ name: string, version: string }} */
  const { name, version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  const commit = builtCommit()
  if (commit.endsWith('-dirty') || commit === 'unknown')
    throw new UserError('A release needs a clone without edited files. Commit or stash them first.')
  await ensureInstalled({ log: console.log, signal })
  if (isOffline) console.log('The signatures of the packages are not checked (--offline).')
  else await runToEnd('npm', ['audit', 'signatures'], { signal, show: true })

  rmSync(FOLDER, { recursive: true, force: true })
  mkdirSync(FOLDER)
  const title = `${name}-${version}`
  const archive = `${title}.tar.gz`
  const commitFile = `--add-virtual-file=${title}/${COMMIT_FILE}:${commit}`
  const output = `--output=${join(FOLDER, archive)}`
  await runToEnd('git', ['archive', '--format=tar.gz', `--prefix=${title}/`, commitFile, output, 'HEAD'], { signal })
  const packages = JSON.parse(await runToEnd('npm', ['sbom', '--sbom-format=cyclonedx'], { signal }))
  // npm takes the name of the folder.
  packages.metadata.component.name = name
  write(`${title}.cdx.json`, `${JSON.stringify(packages, null, 2)}\n`)
  const files = [archive, `${title}.cdx.json`]
  write('SHA256SUMS', files.map((file) => `${hashOf(file)}  ${file}\n`).join(''))
  console.log(`Saved ${[...files, 'SHA256SUMS'].join(', ')} of ${version} (${commit}) in ${FOLDER}`)
}

/**
 * @param {string} file
 * @param {string} text
 */
function write(file, text) {
  writeFileSync(join(FOLDER, file), text)
}

/** @param {string} file */
function hashOf(file) {
  return createHash('sha256')
    .update(readFileSync(join(FOLDER, file)))
    .digest('hex')
}
