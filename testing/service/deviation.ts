import type { SampleKind } from './document-samples'
import { put, type Json, type JsonObject, type Path } from './plain-json'

/** For tests: a deviation of another billing API's object from the document's sample, with the expected result. */
export interface Deviation {
  name: string
  kind: SampleKind
  /** Changes the sample in place. */
  change: (sample: JsonObject) => void
  /** `equal`: the object is imported and returned unchanged. Otherwise the line is refused at one of these fields. */
  expected: 'equal' | { refused: string[] }
}

/** A deviation. `refusedAt` names the refused field, `status` or `a or b`; without it the result is `equal`. */
type Row = [name: string, change: (sample: JsonObject) => unknown, refusedAt?: string]

export const rowsOf = (kind: SampleKind, rows: Row[]): Deviation[] =>
  rows.map(([name, change, refusedAt]) => ({
    name,
    kind,
    change: (sample) => void change(sample),
    expected: refusedAt === undefined ? 'equal' : { refused: refusedAt.split(' or ').map((field) => `data.${field}`) },
  }))

/** Sets fields below `base`; `undefined` removes a field. */
export const set = (base: Path, fields: Record<string, Json | undefined>) => (sample: JsonObject) => {
  for (const [name, value] of Object.entries(fields)) put(sample, [...base, name], value)
}

export const keepOnly =
  (...names: string[]) =>
  (sample: JsonObject) => {
    for (const name of Object.keys(sample)) if (!names.includes(name)) put(sample, [name], undefined)
  }

export const LONG = `${'langer Text 😀 '.repeat(7_000)}Ende`
export const OTHER_MERCHANT = 'another merchant'
