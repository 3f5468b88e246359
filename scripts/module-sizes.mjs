import { runToEnd } from './processes.mjs'

const NEXT = 'node_modules/next/dist/bin/next'
const SNAPSHOT = 'page-budgets'
/** What the first HTML loads; `async` ones come with their first use. */
const FIRST_LOAD = ['bootstrap', 'render_dependent']

/**
 * @typedef {Record<string, number>} ModuleSizes Compressed bytes by file of ours, by package of others.
 *
 * @typedef {object} Part Of a source in an output.
 * @property {string} filename
 * @property {string} source_path
 * @property {number} compressed_size Compressed by itself: in sum more than the output as a whole.
 */

/**
 * What the first-load scripts of routes are made of. Next compiles the sources once more for it, which takes as long as a
 * build and leaves what is built alone.
 * @param {readonly string[]} routes such as `/invoices/[invoiceId]`
 * @param {AbortSignal} [signal]
 * @returns {Promise<Map<string, ModuleSizes>>}
 */
export async function moduleSizes(routes, signal) {
  const env = { ...process.env, NODE_ENV: /** @type {const} */ ('production'), NEXT_TELEMETRY_DISABLED: '1' }
  await runToEnd(process.execPath, [NEXT, 'experimental-analyze', '--output', '--snapshot', SNAPSHOT], { env, signal })
  const sizes = new Map()
  for (const route of routes) sizes.set(route, await sizesOf(route, { env, signal }))
  return sizes
}

/**
 * @param {string} route
 * @param {{ env: NodeJS.ProcessEnv, signal?: AbortSignal }} options
 * @returns {Promise<ModuleSizes>}
 */
async function sizesOf(route, options) {
  const args = [NEXT, 'experimental-analyze', 'export', '--snapshot', SNAPSHOT, '--route', route]
  /** @type {Part[]} */
  const parts = []
  const outputs = new Set()
  for (const line of (await runToEnd(process.execPath, args, options)).split('\n')) {
    // Millions of characters of it are about other things.
    if (line.startsWith('{"type":"part"')) parts.push(JSON.parse(line))
    if (!line.startsWith('{"type":"group"')) continue
    const group = JSON.parse(line)
    if (FIRST_LOAD.includes(group.kind)) for (const output of group.outputs) outputs.add(output)
  }
  /** @type {ModuleSizes} */
  const sizes = {}
  for (const { filename, source_path: path, compressed_size: bytes } of parts) {
    if (!filename.endsWith('.js') || !outputs.has(filename)) continue
    const name = moduleName(path)
    sizes[name] = (sizes[name] ?? 0) + bytes
  }
  return Object.fromEntries(Object.entries(sizes).toSorted(([, a], [, b]) => b - a))
}

/** @param {string} path such as `[project]/node_modules/next/dist/client/link.js` */
function moduleName(path) {
  // What belongs to no source: its name changes with every build.
  if (path.startsWith('[client-fs]/')) return 'how the chunks hold together'
  const [, name] = /^.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path) ?? []
  return name ?? path.replace(/^\[project\]\//, '')
}
