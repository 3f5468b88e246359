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
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { builtCommit, fingerprintOf } from './sources.mjs'
import { ROOT, UserError } from '../command.mjs'

/** The entry file of each program. */
export const ENTRIES = {
  billing: 'service/cli.ts',
  console: 'lib/cli/cli.ts',
  'embedded-server': 'database/embedded-server.ts',
}
/** The sources of the bundled programs. */
export const PROGRAM_SOURCES = [
  'contract',
  'database',
  'lib',
  'service',
  'telemetry',
  'scripts/build/programs.mjs',
  'tsconfig.json',
  'package-lock.json',
]
const ALL = join(ROOT, '.programs')
/** Bundles that old are no longer in use. */
const OLD_MS = 2 * 24 * 60 * 60_000

/**
 * The folder of the bundled programs, for these sources and this folder: running programs of other sources keep their files.
 * A program finds the others by this name in its environment.
 */
export const BILLING_PROGRAMS_DIR =
  process.env.BILLING_PROGRAMS_DIR || join(ALL, fingerprintOf(PROGRAM_SOURCES, [ROOT]).slice(0, 16))

/**
 * Returns a program as arguments for Node. Bundled, it starts five times as fast as from its sources, which are compiled one
 * by one.
 * @param {keyof typeof ENTRIES} name
 */
export const programArgs = (name) => ['--enable-source-maps', join(BILLING_PROGRAMS_DIR, `${name}.mjs`)]

/** Bundles the programs, unless that is done. Two processes may do it at once: the folder appears complete. */
export async function ensurePrograms() {
  if (areBundled()) return
  let folder = ''
  try {
    folder = newFolder()
    await bundlePrograms(ENTRIES, folder)
    // Another user may run them.
    chmodSync(folder, 0o755)
    if (!areBundled()) renameSync(folder, BILLING_PROGRAMS_DIR)
  } catch (error) {
    if (areBundled()) return
    throw new UserError(`The programs could not be bundled. ${error instanceof Error ? error.message : ''}`)
  } finally {
    if (folder !== '') rmSync(folder, { recursive: true, force: true })
  }
  for (const name of readdirSync(ALL)) removeOld(join(ALL, name))
}

/** Creates a folder for programs, inside the project so that they find their packages. Leftovers are removed after two days. */
export function newFolder() {
  mkdirSync(ALL, { recursive: true })
  return mkdtempSync(join(ALL, 'new-'))
}

/** True when the programs exist and are readable. */
function areBundled() {
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
    // Another user's, or removed by another process.
  }
}

/**
 * Bundles programs with everything that they import.
 * @param {Record<string, string>} entries the entry file of each program
 * @param {string} outdir
 * @param {{ withPackages?: boolean }} [options] with the packages too, so that the programs run anywhere without
 *   `node_modules`, except for the embedded database; or without them, in a `newFolder`
 */
export async function bundlePrograms(entries, outdir, { withPackages = false } = {}) {
  const { build } = await import('esbuild')
  await build({
    absWorkingDir: ROOT,
    entryPoints: Object.entries(entries).map(([out, path]) => ({ in: path, out })),
    outdir,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    ...(withPackages ? PACKAGES_INSIDE : { packages: 'external', splitting: true, sourcemap: true }),
    plugins: [sourceUrls(withPackages ? urlBesideFolder : urlHere)],
    alias: { '@': ROOT },
    define: { 'process.env.BUILT_COMMIT': JSON.stringify(builtCommit()) },
    logLevel: 'warning',
  })
}

/**
 * One file per program: split up, `import('pino')` would give a CommonJS package without its names.
 * @type {import('esbuild').BuildOptions}
 */
const PACKAGES_INSIDE = {
  external: ['@electric-sql/pglite', 'pg-native'],
  // For CommonJS packages, which require modules of Node.
  banner: {
    js: "import { createRequire as newRequire } from 'node:module'; const require = newRequire(import.meta.url)",
  },
}

/**
 * Keeps `import.meta.url` pointing at the source file after bundling, because files look for others beside themselves.
 * @param {(path: string) => string} urlOf returns the URL of a source file as an expression
 * @returns {import('esbuild').Plugin}
 */
const sourceUrls = (urlOf) => ({
  name: 'source-urls',
  setup(build) {
    build.onLoad({ filter: /\.(ts|mjs)$/ }, async ({ path }) => {
      const contents = (await readFile(path, 'utf8')).replaceAll('import.meta.url', () => urlOf(path))
      return { contents, loader: path.endsWith('.ts') ? 'ts' : 'js' }
    })
  },
})

/** The source file in this folder. @param {string} path */
const urlHere = (path) => JSON.stringify(pathToFileURL(path).href)

/** The same file beside the folder of the programs, wherever that is. @param {string} path */
const urlBesideFolder = (path) => `new URL(${JSON.stringify(`../${relative(ROOT, path)}`)}, import.meta.url).href`
