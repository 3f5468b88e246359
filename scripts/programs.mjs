import {
  accessSync,
  chmodSync,
  constants,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { fingerprintOf } from './fingerprint.mjs'
import { ROOT } from './root.mjs'
import { UserError } from './user-error.mjs'

/** By its name, what a program begins with. */
export const ENTRIES = {
  billing: 'service/cli.ts',
  console: 'lib/server/cli.ts',
  'embedded-database': 'database/embedded-database.ts',
}
const SOURCES = ['contract', 'database', 'lib', 'service', 'scripts/programs.mjs', 'tsconfig.json', 'package-lock.json']
const ALL = join(ROOT, '.programs')
/** Nobody runs what was put together so long ago. */
const OLD_MS = 2 * 24 * 60 * 60_000

/**
 * Where the programs beside the console are put together, for these very sources, in this very place: what runs of others keeps its files. What
 * a program starts looks here too, by this name in its environment.
 */
export const BILLING_PROGRAMS_DIR =
  process.env.BILLING_PROGRAMS_DIR || join(ALL, fingerprintOf(SOURCES, [ROOT]).slice(0, 16))

/**
 * A program as arguments of Node: put together it starts in a fifth of the time that its sources take, which are compiled
 * and read one by one.
 * @param {keyof typeof ENTRIES} name
 */
export const programArgs = (name) => ['--enable-source-maps', join(BILLING_PROGRAMS_DIR, `${name}.mjs`)]

/** Puts the programs together, unless they are there. Two at once do no harm: whole ones take their place at once. */
export async function ensurePrograms() {
  if (areThere()) return
  let made = ''
  try {
    made = newFolder()
    await putTogether(ENTRIES, made)
    // Whoever else runs them need not be who put them together.
    chmodSync(made, 0o755)
    if (!areThere()) renameSync(made, BILLING_PROGRAMS_DIR)
  } catch (error) {
    if (areThere()) return
    throw new UserError(`The programs could not be put together. ${error instanceof Error ? error.message : ''}`)
  } finally {
    if (made !== '') rmSync(made, { recursive: true, force: true })
  }
  for (const name of readdirSync(ALL)) removeOld(join(ALL, name))
}

/** A folder for programs: in here, where the packages are found. What is left of it is removed after some days. */
export function newFolder() {
  mkdirSync(ALL, { recursive: true })
  return mkdtempSync(join(ALL, 'new-'))
}

/** Whether they are there, and may be read by whoever runs this. */
function areThere() {
  try {
    accessSync(join(BILLING_PROGRAMS_DIR, 'billing.mjs'), constants.R_OK)
    return true
  } catch {
    return false
  }
}

/** @param {string} folder */
function removeOld(folder) {
  try {
    if (Date.now() - statSync(folder).mtimeMs > OLD_MS) rmSync(folder, { recursive: true, force: true })
  } catch {
    // Somebody else's, or removed by somebody else a moment ago.
  }
}

/**
 * Puts programs together from their sources and all that these import, but for packages.
 * @param {Record<string, string>} entries by its name, what a program begins with
 * @param {string} outdir a `newFolder`
 */
export async function putTogether(entries, outdir) {
  const { build } = await import('esbuild')
  await build({
    absWorkingDir: ROOT,
    entryPoints: Object.entries(entries).map(([out, path]) => ({ in: path, out })),
    outdir,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    sourcemap: true,
    alias: { '@': ROOT },
    plugins: [ownAddresses],
    logLevel: 'warning',
  })
}

/**
 * Our files look for others beside themselves: also put together each knows where it came from.
 * @type {import('esbuild').Plugin}
 */
const ownAddresses = {
  name: 'own-addresses',
  setup(build) {
    build.onLoad({ filter: /\.(ts|mjs)$/ }, async ({ path }) => {
      const address = JSON.stringify(pathToFileURL(path).href)
      const contents = (await readFile(path, 'utf8')).replaceAll('import.meta.url', () => address)
      return { contents, loader: path.endsWith('.ts') ? 'ts' : 'js' }
    })
  },
}
