import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { programArgs } from './programs.mjs'
import { runToEnd } from './processes.mjs'

/**
 * @import { Settings } from './settings.mjs'
 *
 * @typedef {object} IdToTry
 * @property {string} kind `customer`, `subscription` or `invoice`.
 * @property {string} id
 * @property {string} what
 */

export const BILLING_CLI = programArgs('billing')

/**
 * What the console needs from our own service: a key for its merchant and, in the embedded database, demo data. Each is
 * made once and kept beside the data, each file written whole and last: what an interrupted run left undone, the next does.
 * @param {Settings} settings
 * @param {{ env: NodeJS.ProcessEnv, log: (line: string) => void, signal?: AbortSignal }} options
 * @returns {Promise<{ key: string, ids: IdToTry[] }>}
 */
export async function prepareService(settings, { env, log, signal }) {
  const folder = join(settings.dataDir, 'start', nameOf(settings.databaseUrl))
  const embedded = settings.databaseUrl === null
  // The database was deleted: what we knew of it is void.
  if (embedded && !existsSync(join(settings.dataDir, 'billing'))) rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true, mode: 0o700 })

  /** @param {string[]} args */
  const billing = (...args) => runToEnd(process.execPath, [...BILLING_CLI, ...args], { env, signal })
  // A PostgreSQL of the person's own is never seeded: demo rows among real ones would be worse than none.
  const seeded = embedded && settings.merchant === 'demo'
  const ids = seeded
    ? await keep(join(folder, 'ids-to-try.tsv'), () => {
        log('First run: loading demo data …')
        return billing('seed')
      })
    : ''
  const key = await keep(join(folder, `${encodeURIComponent(settings.merchant)}.key`), () => {
    log(`First run: making an API key for merchant "${settings.merchant}" …`)
    return billing('keys', 'create', '--merchant', settings.merchant, '--type', 'secret')
  })
  return { key: key.trim(), ids: parseIds(ids) }
}

/**
 * The text of a file; made, and kept for its owner only, when the file is not there.
 * @param {string} file
 * @param {() => Promise<string>} make
 */
async function keep(file, make) {
  if (existsSync(file)) return readFileSync(file, 'utf8')
  const text = await make()
  writeFileSync(`${file}.new`, text, { mode: 0o600 })
  renameSync(`${file}.new`, file)
  return text
}

/**
 * @param {string} text lines of `kind<TAB>id<TAB>what`
 * @returns {IdToTry[]}
 */
function parseIds(text) {
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const [kind = '', id = '', what = ''] = line.split('\t')
      return { kind, id, what }
    })
}

/** @param {string | null} databaseUrl */
function nameOf(databaseUrl) {
  if (databaseUrl === null) return 'embedded'
  return `postgres-${createHash('sha256').update(databaseUrl).digest('hex').slice(0, 12)}`
}
