import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ROOT } from '../scripts/command.mjs'

it.each(['service/store/migrations', 'lib/store/migrations'])(
  '%s keeps the journal and the snapshot of the newest schema only',
  (folder) => {
    const meta = join(ROOT, folder, 'meta')
    const { entries }: { entries: { idx: number }[] } = JSON.parse(readFileSync(join(meta, '_journal.json'), 'utf8'))
    const newest = `${String(entries.at(-1)?.idx).padStart(4, '0')}_snapshot.json`
    // `drizzle-kit generate` compares the schema with it. Delete the one before when you write a migration.
    expect(readdirSync(meta).toSorted()).toEqual([newest, '_journal.json'])
  },
)
