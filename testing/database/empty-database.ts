import { PGlite } from '@electric-sql/pglite'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

const PROGRAM = new URL('../../node_modules/@electric-sql/pglite/package.json', import.meta.url)

/**
 * For tests: a place for what takes seconds to make, kept from run to run. Removing it is safe.
 * @param files what it is made of, beside the database program: others, another place
 */
export function cachePlace(name: string, ...files: URL[]): string {
  const hash = createHash('sha256')
  for (const file of [...files, PROGRAM]) hash.update(readFileSync(file))
  const place = `../../node_modules/.cache/${name}-${hash.digest('hex').slice(0, 12)}`
  return fileURLToPath(new URL(place, import.meta.url))
}

/** Makes a directory beside its place, so that it is there whole or not at all, whoever else makes it. */
export async function makeOnce(place: string, make: (draft: string) => Promise<void>): Promise<void> {
  if (existsSync(place)) return
  mkdirSync(dirname(place), { recursive: true })
  const draft = mkdtempSync(`${place}-`)
  await make(draft)
  try {
    renameSync(draft, place)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    if (!existsSync(place)) throw error
  }
}

/** For tests: copies the files of an embedded database without any table to where there are none. */
export async function copyEmptyDatabase(databasePath: string): Promise<void> {
  const empty = cachePlace('embedded-empty')
  await makeOnce(empty, async (draft) => {
    const database = await PGlite.create(draft)
    await database.close()
  })
  cpSync(empty, databasePath, { recursive: true })
}
