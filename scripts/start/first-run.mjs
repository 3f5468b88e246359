import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { programArgs } from '../build/programs.mjs'
import { runToEnd } from '../processes.mjs'
import { UserError } from '../command.mjs'

/**
 * @import { Settings } from './settings.mjs'
 *
 * @typedef {object} IdToTry
 * @property {string} kind `customer`, `subscription` or `invoice`.
 * @property {string} id
 * @property {string} what Describes it as of the load of the demo data.
 */

export const BILLING_CLI = programArgs('billing')

/**
 * Creates what the console needs from our own service: a key for its merchant and, in the embedded database, demo data.
 * Each is created once and stored beside the data. Its file is written last, so the next run completes an interrupted one.
 * @param {Settings} settings
 * @param {{ env: NodeJS.ProcessEnv, log: (line: string) => void, signal?: AbortSignal }} options
 * @returns {Promise<{ key: string, ids: IdToTry[], idsFolder: string | null }>} `idsFolder` has files of all IDs of the demo data
 */
export async function prepareService(settings, { env, log, signal }) {
  const folder = join(settings.dataDir, 'start', nameOf(settings.databaseUrl))
  const embedded = settings.databaseUrl === null
  // The database was deleted, so the files about it are outdated.
  if (embedded && !existsSync(join(settings.dataDir, 'billing'))) rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true, mode: 0o700 })

  /** @param {string[]} args */
  const billing = (...args) =>
    runToEnd(process.execPath, [...BILLING_CLI, ...args], { env, signal }).catch(() => {
      signal?.throwIfAborted()
      throw new UserError(
        'The billing service could not be prepared; the reason is above. Correct it, then start again.',
      )
    })
  // Your own PostgreSQL is never seeded, so that no demo rows get among real ones.
  const seeded = embedded && settings.merchant === 'demo'
  const idsFolder = join(folder, 'ids')
  const ids = seeded
    ? await keep(join(folder, 'ids-to-try.tsv'), () => {
        log('First run: loading demo data …')
        return billing('seed', '--if-possible', '--ids', idsFolder)
      })
    : ''
  const key = await keep(
    join(folder, `${encodeURIComponent(settings.merchant)}.key`),
    () => {
      log(`First run: making an API key for merchant "${settings.merchant}" …`)
      return billing('keys', 'create', '--merchant', settings.merchant, '--type', 'secret', '--keeps-demo')
    },
    (made) => revoke(made.trim(), (...args) => billing(...args)),
  )
  return { key: key.trim(), ids: parseIds(ids), idsFolder: seeded && existsSync(idsFolder) ? idsFolder : null }
}

/**
 * Revokes a key that could not be stored: the newest one with its last four characters.
 * @param {string} key
 * @param {(...args: string[]) => Promise<string>} billing
 */
async function revoke(key, billing) {
  const rows = (await billing('keys', 'list')).split('\n').map((line) => line.split('\t'))
  const id = rows.findLast(([, , , hint, , revokedAt]) => hint === `…${key.slice(-4)}` && revokedAt === '-')?.[0]
  if (id !== undefined) await billing('keys', 'revoke', id)
}

/**
 * Returns the text of a file. Creates it, readable by its owner only, when it does not exist.
 * @param {string} file
 * @param {() => Promise<string>} make
 * @param {(text: string) => Promise<void>} [undo] runs when the file cannot be written
 * @throws {UserError} when the file cannot be written
 */
async function keep(file, make, undo) {
  if (existsSync(file)) return readFileSync(file, 'utf8')
  const text = await make()
  try {
    writeFileSync(`${file}.new`, text, { mode: 0o600 })
    renameSync(`${file}.new`, file)
  } catch (error) {
    await undo?.(text)
    throw new UserError(
      `${file} cannot be written (${error instanceof Error ? error.message : ''}). Correct that, then start again.`,
    )
  }
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
