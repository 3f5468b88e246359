import { buffer } from 'node:stream/consumers'
import type { CsvForm } from '@/lib/core/download'

/**
 * Returns the rows of a CSV file by column name, and its "Partial" line, or null when the file is complete. `unconfirmed` is the last
 * line of a complete ledger that no total confirms.
 */
export function readCsv(file: string) {
  const [head = [], ...records] = csvRecords(file)
  const last = records.at(-1)?.[0]
  const partial = last?.startsWith('Partial: ') === true ? last : null
  const unconfirmed = last?.startsWith('Exported ') === true ? last : null
  const rows = partial === null && unconfirmed === null ? records : records.slice(0, -1)
  return {
    rows: rows.map((cells) => Object.fromEntries(head.map((name, at) => [name, cells[at] ?? '']))),
    partial,
    unconfirmed,
  }
}

/** Returns what `readCsv` returns, of a file that an export writes. */
export const readExport = async ({ bytes }: { bytes: AsyncIterator<Uint8Array> }) =>
  readCsv((await buffer({ [Symbol.asyncIterator]: () => bytes })).toString())

/** Returns the cells of a CSV file (RFC 4180), without its byte order mark. */
export function csvRecords(file: string, form: CsvForm = 'csv'): string[][] {
  const delimiter = form === 'excel' ? ';' : ','
  const cell = new RegExp(`(?:"((?:[^"]|"")*)"|([^"${delimiter}\\r\\n]*))(${delimiter}|\\r\\n)`, 'g')
  const records: string[][] = []
  let record: string[] = []
  for (const [, quoted, plain = '', end] of file.replace(/^\uFEFF/, '').matchAll(cell)) {
    record.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    if (end === delimiter) continue
    records.push(record)
    record = []
  }
  return records
}
