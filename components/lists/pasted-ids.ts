import type { ReadKind } from '@/lib/reads/reads'
import { idProblem } from '@/contract/requestable-id'

/** A column of a pasted list or a file, without empty cells and repeated ones. */
export interface IdColumn {
  /** Its header, or "Column 2"; null for a list without a header. */
  name: string | null
  ids: string[]
  /** Names the first line whose text cannot be an ID. */
  problem: string | null
}

/** A list or a file that cannot be read; the message is for people. */
export class UnreadableList extends Error {}

/** The largest list, in characters, and the largest file, in bytes. */
const MAX_SIZE = 5_000_000
const TOO_LARGE = 'Not read: this has more than 5 MB. Keep only the column with the IDs.'
const NOT_CLOSED = 'Not read: a quotation mark is not closed. Remove it, or close it.'
const NOT_THERE = 'Not read: the file was moved, changed or locked. Choose it again.'
const NO_TEXT = 'Not read: this is not a text file. Save the table as CSV, and choose that file.'

/** Returns the text of a file in UTF-8, UTF-16 with a byte order mark, or Windows-1252. @throws UnreadableList */
export async function textOfFile(file: Blob): Promise<string> {
  if (file.size > MAX_SIZE) throw new UnreadableList(TOO_LARGE)
  const bytes = await file.arrayBuffer().catch((cause: unknown) => {
    throw new UnreadableList(NOT_THERE, { cause })
  })
  const text = decoded(new Uint8Array(bytes))
  if (text.includes('\0')) throw new UnreadableList(NO_TEXT)
  return text
}

function decoded(bytes: Uint8Array): string {
  const mark = `${bytes[0]} ${bytes[1]}`
  if (mark === '255 254') return new TextDecoder('utf-16le').decode(bytes)
  if (mark === '254 255') return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    // What Excel writes as "CSV" in western Europe.
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/**
 * Returns the columns of a CSV with commas, semicolons or tabs. A text without a header is one list when it has one line, or when
 * all its words begin alike (`inv_1, inv_2`). @throws UnreadableList
 */
export async function idColumns(text: string): Promise<IdColumn[]> {
  if (text.length > MAX_SIZE) throw new UnreadableList(TOO_LARGE)
  // 25 kB, for the few who paste a list.
  const { CsvError, parse } = await import('csv-parse/browser/esm/sync')
  const [first = ''] = /\S.*/.exec(text) ?? []
  const lines: number[] = []
  const read = () =>
    parse(text, {
      bom: true,
      delimiter: ['\t', ';', ','].find((each) => first.includes(each)) ?? ',',
      on_record: (row: string[], info) => {
        lines.push(info.lines)
        return row
      },
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      trim: true,
    })
  let rows: string[][]
  try {
    rows = read()
  } catch (cause) {
    throw cause instanceof CsvError ? new UnreadableList(NOT_CLOSED, { cause }) : cause
  }
  const [head = []] = rows
  const hasHeader = rows.length > 1 && isHeader(head)
  const skipped = hasHeader ? 1 : 0
  const body = rows.slice(skipped)
  const listed = hasHeader ? null : listOf(rows)
  const width = listed ? 1 : rows.reduce((most, { length }) => Math.max(most, length), 0)
  // Cell by cell: a first line of many columns above many short lines costs no more than its cells.
  const cells: Cell[][] = Array.from({ length: width }, () => [])
  for (const [index, row] of body.entries()) {
    const line = lines[skipped + index]
    if (listed) cells[0]?.push({ line, ids: listed[index] ?? [] })
    else for (const [nth, id] of row.entries()) cells[nth]?.push({ line, ids: [id] })
  }
  return cells
    .map((column, nth) => columnOf((hasHeader && head[nth]) || (width > 1 ? `Column ${nth + 1}` : null), column))
    .filter(({ ids }) => ids.length > 0)
}

const wordsOf = (cell: string) => cell.split(/\s+/).filter(Boolean)

/** Returns the IDs of each line of a list; null for a table. */
function listOf(rows: string[][]): string[][] | null {
  const words = rows.map((row) => row.flatMap(wordsOf))
  const [[start] = [], ...others] = words.flat().map((word) => /^\p{L}+[_-](?=.)/u.exec(word) ?? [])
  const isAlike = start !== undefined && others.every(([other]) => other === start)
  if (isAlike || (rows.length === 1 && words.flat().every((word) => /\d/.test(word)))) return words
  return rows.length === 1 ? rows : null
}

interface Cell {
  line: number | undefined
  ids: string[]
}

function columnOf(name: string | null, cells: Cell[]): IdColumn {
  const all = cells.flatMap(({ line, ids }) => ids.map((id) => ({ line, id }))).filter(({ id }) => id !== '')
  const bad = all.find(({ id }) => idProblem(id) !== null)
  return {
    name,
    ids: [...new Set(all.map(({ id }) => id))],
    problem: bad ? `Line ${bad.line}: an ID ${idProblem(bad.id)}.` : null,
  }
}

/** Returns a header in words: "invoice id" for `invoice_id`, `invoiceId` and "Invoice ID". */
const inWords = (header: string) =>
  header
    .replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
    .toLowerCase()
    .replaceAll(/[^\p{L}\d]+/gu, ' ')
    .trim()

/** A header has no digit and ends with what is below it. A kind alone may be a cell of a table: other cells then have no digit either. */
function isHeader(row: string[]): boolean {
  const hasDigit = row.some((cell) => /\d/.test(cell))
  return row.some((cell) => {
    if (/\d/.test(cell)) return false
    const words = inWords(cell)
    return (
      /\b(?:ids?|numbers?|no|status|total|amount|currency|date)$/.test(words) ||
      (!hasDigit && /^(?:invoice|subscription|customer)s?$/.test(words))
    )
  })
}

/** Returns the position of the column that has the IDs of a kind: the one named so, else one of IDs or numbers, else the first. */
export function likelyColumn(columns: readonly IdColumn[], kind: ReadKind): number {
  const names = columns.map(({ name }) => inWords(name ?? ''))
  const found = [
    `${kind} ids?$`,
    `${kind} (numbers?|no)$`,
    `^${kind}s?$`,
    `${kind} .{0,100}ids?$`,
    '^ids?$',
    '^(numbers?|no)$',
    'ids?$',
  ]
    .map((pattern) => names.findIndex((name) => new RegExp(String.raw`\b${pattern}`).test(name)))
    .find((position) => position >= 0)
  return found ?? 0
}
