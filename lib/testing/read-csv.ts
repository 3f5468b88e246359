/** The rows of a CSV file by the names of its columns, and its last line, which says whether it is complete. */
export function readCsv(file: string): { rows: Record<string, string>[]; last: string } {
  const [head = [], ...records] = recordsOf(file.replace(/^\uFEFF/, ''))
  const last = records.pop()?.[0] ?? ''
  return { rows: records.map((cells) => Object.fromEntries(head.map((name, at) => [name, cells[at] ?? '']))), last }
}

/** RFC 4180. */
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
