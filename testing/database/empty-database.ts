import { PGlite } from '@electric-sql/pglite'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

const PROGRAM = new URL('../../node_modules/@electric-sql/pglite/package.json', import.meta.url)

/**
 * For tests: returns a cache path for files that take seconds to create. Deleting it is safe.
 * @param files the inputs besides the database program; other inputs give another path
 */
export function cachePlace(name: string, ...files: URL[]): string {
  const hash = createHash('sha256')
  for (const file of [...files, PROGRAM]) hash.update(readFileSync(file))
  const place = `../../node_modules/.cache/${name}-${hash.digest('hex').slice(0, 12)}`
  return fileURLToPath(new URL(place, import.meta.url))
}

/** Creates a directory under a draft name and renames it, so that it is complete or absent, also in parallel runs. */
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

/** For tests: copies the files of an embedded database without tables to an empty path. */
export async function copyEmptyDatabase(databasePath: string): Promise<void> {
  const empty = cachePlace('embedded-empty')
  await makeOnce(empty, async (draft) => {
    const database = await PGlite.create(draft)
    await database.close()
  })
  cpSync(empty, databasePath, { recursive: true })
}
