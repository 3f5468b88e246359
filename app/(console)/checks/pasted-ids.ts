import type { CheckKind } from '@/contract/console/checks'

/** A column of a pasted list or a file, without empty cells and repeated ones. */
export interface IdColumn {
  /** Its header, or "Column 2"; null when the list has one column. */
  name: string | null
  ids: string[]
}

/** The most characters that are read. */
const MAX_CHARS = 5_000_000
/** A header names what is below it: `invoice_id`, "Customer number", "Status". */
const HEADER =
  /(?:^|[\s_-])(?:ids?|numbers?|no)$|^(?:invoice|subscription|customer|status|total|amount|currency|date)s?\b/i

/** Returns the columns of a text with one ID a line, or of a CSV with commas, semicolons or tabs. */
export async function idColumns(text: string): Promise<IdColumn[]> {
  // 25 kB, for the few who paste a list.
  const { parse } = await import('csv-parse/browser/esm/sync')
  const [first = ''] = text.split('\n', 1)
  const delimiter = ['\t', ';', ','].find((each) => first.includes(each)) ?? ','
  const rows: string[][] = parse(text.slice(0, MAX_CHARS), {
    bom: true,
    delimiter,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    trim: true,
  })
  const [head = []] = rows
  const hasHeader = rows.length > 1 && head.some((cell) => HEADER.test(cell))
  const body = hasHeader ? rows.slice(1) : rows
  const width = rows.reduce((most, { length }) => Math.max(most, length), 0)
  return Array.from({ length: width }, (_, nth) => ({
    name: hasHeader ? (head[nth] ?? null) : width > 1 ? `Column ${nth + 1}` : null,
    ids: [...new Set(body.map((row) => row[nth] ?? '').filter(Boolean))],
  })).filter(({ ids }) => ids.length > 0)
}

/** Returns the position of the column that has the IDs: the one named so, else the first. */
export function likelyColumn(columns: readonly IdColumn[], kind: CheckKind): number {
  const named = (pattern: RegExp) => columns.findIndex(({ name }) => name !== null && pattern.test(name))
  const ofKind = kind === 'any' ? -1 : named(new RegExp(String.raw`${kind}.*id|${kind}.*number`, 'i'))
  const found = [ofKind, named(/^ids?$/i), named(/id$/i)].find((position) => position >= 0)
  return found ?? 0
}
