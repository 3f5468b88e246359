import type { SampleKind } from './document-samples'
import { put, type Json, type JsonObject, type Path } from './plain-json'

/** For tests: one way in which an object of another billing API is unlike the document's sample, and what becomes of it. */
export interface Deviation {
  name: string
  kind: SampleKind
  /** Changes the sample in place. */
  change: (sample: JsonObject) => void
  /** `equal`: imported, and reads as it was sent. Otherwise the line is refused, at one of these fields. */
  expected: 'equal' | { refused: string[] }
}

/** A deviation in words. Without its third it reads equal; that one names where it is refused, `status` or `a or b`. */
type Row = [name: string, change: (sample: JsonObject) => unknown, refusedAt?: string]

export const rowsOf = (kind: SampleKind, rows: Row[]): Deviation[] =>
  rows.map(([name, change, refusedAt]) => ({
    name,
    kind,
    change: (sample) => void change(sample),
    expected: refusedAt === undefined ? 'equal' : { refused: refusedAt.split(' or ').map((field) => `data.${field}`) },
  }))

/** Puts values at names below `base`; `undefined` takes a field away. */
export const set = (base: Path, fields: Record<string, Json | undefined>) => (sample: JsonObject) => {
  for (const [name, value] of Object.entries(fields)) put(sample, [...base, name], value)
}

export const keepOnly =
  (...names: string[]) =>
  (sample: JsonObject) => {
    for (const name of Object.keys(sample)) if (!names.includes(name)) put(sample, [name], undefined)
  }

export const LONG = `${'langer Text 😀 '.repeat(7_000)}Ende`
export const OTHER_MERCHANT = 'somebody else'
