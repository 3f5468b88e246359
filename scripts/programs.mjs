import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ROOT } from './root.mjs'

/** Where the programs beside the console are put together; what starts one looks there (`PROGRAMS_DIR`). */
export const PROGRAMS_DIR = join(ROOT, '.programs')

/** By its name, what a program begins with. */
const ENTRIES = {
  billing: 'service/cli.ts',
  console: 'lib/server/cli.ts',
  'embedded-database': 'database/embedded-database.ts',
}
const ROOMS = ['contract', 'database', 'lib', 'service', 'scripts/programs.mjs', 'package-lock.json']
const STAMP = join(PROGRAMS_DIR, 'sources')

/**
 * A program as arguments of Node: put together it starts in a fifth of the time that its sources take, which are compiled
 * and read one by one.
 * @param {keyof typeof ENTRIES} name
 */
export const programArgs = (name) => [join(PROGRAMS_DIR, `${name}.mjs`)]

/** Puts the programs together, unless those that are there were made of these very sources. */
export async function ensurePrograms() {
  const wanted = fingerprint()
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === wanted) return
  rmSync(PROGRAMS_DIR, { recursive: true, force: true })
  mkdirSync(PROGRAMS_DIR)
  const { build } = await import('esbuild')
  await build({
    absWorkingDir: ROOT,
    entryPoints: Object.entries(ENTRIES).map(([out, path]) => ({ in: path, out })),
    outdir: PROGRAMS_DIR,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    alias: { '@': ROOT },
    plugins: [ownAddresses],
    logLevel: 'warning',
  })
  writeFileSync(STAMP, wanted)
}

/**
 * Our files look for others beside themselves: also put together each knows where it came from.
 * @type {import('esbuild').Plugin}
 */
const ownAddresses = {
  name: 'own-addresses',
  setup(build) {
    build.onLoad({ filter: /\.(ts|mjs)$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8')
      const contents = text.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href))
      return { contents, loader: path.endsWith('.ts') ? 'ts' : 'js' }
    })
  },
}

/** A hash of all that a program may be made of. */
function fingerprint() {
  const hash = createHash('sha256').update(ROOT).update(process.versions.node)
  for (const room of ROOMS)
    for (const file of filesIn(join(ROOT, room))) hash.update(`\0${file}\0`).update(readFileSync(file))
  return hash.digest('hex')
}

/**
 * @param {string} path of a folder or a file
 * @returns {string[]}
 */
function filesIn(path) {
  if (/\.\w+$/.test(path)) return [path]
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|mjs)$/.test(name) && !name.endsWith('.test.ts'))
    .toSorted()
    .map((name) => join(path, name))
}
