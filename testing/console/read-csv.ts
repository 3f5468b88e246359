/** Returns the rows of a CSV file by column name, and its "Partial" line, or null when the file is complete. */
export function readCsv(file: string): { rows: Record<string, string>[]; partial: string | null } {
  const [head = [], ...records] = recordsOf(file.replace(/^\uFEFF/, ''))
  const last = records.at(-1)?.[0]
  const partial = last?.startsWith('Partial: ') === true ? last : null
  const rows = partial === null ? records : records.slice(0, -1)
  return { rows: rows.map((cells) => Object.fromEntries(head.map((name, at) => [name, cells[at] ?? '']))), partial }
}

/** Parses CSV according to RFC 4180. */
function recordsOf(text: string): string[][] {
  const records: string[][] = []
  let record: string[] = []
  for (const [, quoted, plain = '', end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    record.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    if (end === ',') continue
    records.push(record)
    record = []
  }
  return records
}
