import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { StorableLine } from './storable-line'

/** The most IDs that the console reads in one run. */
const MAX_IDS = 5_000

/** What the console can read by its ID: of a customer, the external ID. */
const READ_KINDS = ['customer', 'subscription', 'invoice'] as const
type ReadKind = (typeof READ_KINDS)[number]

/** The first 5,000 IDs of each kind in an import. */
export type ImportedIds = Record<ReadKind, Set<string>>

export const noIds = (): ImportedIds => ({ customer: new Set(), subscription: new Set(), invoice: new Set() })

/** Notes the ID of an imported line. */
export function noteId(imported: ImportedIds, line: StorableLine): void {
  if (line.kind === 'transaction' || imported[line.kind].size === MAX_IDS) return
  imported[line.kind].add(line.kind === 'customer' ? line.row.externalId : line.row.id)
}

/** An ID as `npm run console -- read` takes it: quoted where it has separators. */
const written = (id: string) => (/[\s,;]/.test(id) ? `"${id}"` : id)

/** Writes a file of IDs for each kind that has any, one a line, which only its owner may read. @returns the kinds and files */
export function writeIdFiles(folder: string, imported: ImportedIds): Promise<{ kind: ReadKind; file: string }[]> {
  const kinds = READ_KINDS.filter((kind) => imported[kind].size > 0)
  return Promise.all(
    kinds.map(async (kind) => {
      const file = join(folder, `${kind}s.txt`)
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await writeFile(file, [...imported[kind]].map((id) => `${written(id)}\n`).join(''), { mode: 0o600 })
      return { kind, file }
    }),
  )
}
