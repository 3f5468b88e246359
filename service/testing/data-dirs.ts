import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import { openStore } from '../store/open'

/** Kept from run to run, by schema and database program: making a database takes seconds. Removing it is safe. */
function cached(name: string): string {
  const hash = createHash('sha256')
  hash.update(readFileSync(new URL('../store/migrations/meta/_journal.json', import.meta.url)))
  hash.update(readFileSync(new URL('../../node_modules/@electric-sql/pglite/package.json', import.meta.url)))
  const place = `../../node_modules/.cache/${name}-${hash.digest('hex').slice(0, 12)}`
  return fileURLToPath(new URL(place, import.meta.url))
}

/** For tests: of the one embedded database that all test files share. */
export const sharedDataDir = () => cached('billing-store')

/** For tests: a new directory in `tmpdir()` that holds an embedded database of the schema, with nothing in it. */
export async function newDataDir(prefix: string): Promise<string> {
  const empty = cached('billing-empty')
  if (!existsSync(empty)) await makeEmpty(empty)
  const dataDir = mkdtempSync(join(tmpdir(), prefix))
  cpSync(empty, dataDir, { recursive: true })
  return dataDir
}

/** Made beside its place, so that it is there whole or not at all, whoever else makes it. */
async function makeEmpty(place: string): Promise<void> {
  mkdirSync(dirname(place), { recursive: true })
  const draft = mkdtempSync(`${place}-`)
  const store = await openStore(pino({ enabled: false }), { databaseUrl: undefined, dataDir: draft, poolSize: 1 })
  await store.close()
  try {
    renameSync(draft, place)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    if (!existsSync(place)) throw error
  }
}
