import { stringify } from 'csv-stringify/sync'
import type { CsvForm } from '../../download'
import type { Field } from '@/lib/billing-api/view-of'
import { periodLastMoment } from '@/lib/time/end'
import { usableDate } from '@/lib/time/usable-date'
import { type CellKind, excelCell, idCell, numberCell, textCell } from './csv-cell'

/** Without it Excel reads the file in a legacy character set. */
const BYTE_ORDER_MARK = '\uFEFF'

/**
 * Writes a table as CSV (RFC 4180, UTF-8), or in the form for Excel: with semicolons and `excelCell`. A few rows at a time; each line
 * has all columns.
 */
export class CsvTable<Row> {
  constructor(
    private readonly columns: readonly CsvColumn<Row>[],
    private readonly form: CsvForm = 'csv',
  ) {}

  head(): Uint8Array {
    return Buffer.concat([Buffer.from(BYTE_ORDER_MARK), this.#write([this.columns.map(({ header }) => header)])])
  }

  rows(rows: readonly Row[]): Uint8Array {
    return this.#write(rows.map((row) => this.columns.map((column) => this.#cell(column, row))))
  }

  /** Returns the last line of a file that is incomplete, or that no total confirms: its first cell says so. Other files have none. */
  lastLine(outcome: string): Uint8Array {
    return this.#write([this.columns.map((_, index) => (index === 0 ? outcome : ''))])
  }

  #cell({ cell, kind }: CsvColumn<Row>, row: Row): string {
    return this.form === 'excel' ? excelCell(cell(row), kind) : cell(row)
  }

  #write(records: string[][]): Uint8Array {
    const delimiter = this.form === 'excel' ? ';' : ','
    // Outside quotes, a line break ends the row, and a tab the cell in some spreadsheets.
    return Buffer.from(stringify(records, { record_delimiter: 'windows', delimiter, quoted_match: /^\t|[\r\n]/ }))
  }
}

/** A column of a CSV. The functions below make one, or several that belong together. */
export interface CsvColumn<Row> {
  header: string
  kind: CellKind
  /** Returns the cell of the strict form. */
  cell: (row: Row) => string
}

/** Requires columns for every field, so that a new field cannot be missing in the file. Their order is that of the file. */
export type ColumnsOf<Source, Row = Source> = { [Name in keyof Source]-?: readonly CsvColumn<Row>[] }

type ValueOf<Row, Value> = (row: Row) => Field<Value> | null

export const textColumn = <Row>(header: string, valueOf: ValueOf<Row, string | boolean>): CsvColumn<Row> => ({
  header,
  kind: 'text',
  cell: (row) => textCell(valueOf(row)),
})

/** A column of numbers as decimal text, with every digit. One of the words for what is not there may take the place of a number. */
export const numberColumn = <Row>(header: string, valueOf: ValueOf<Row, string | number>): CsvColumn<Row> => ({
  header,
  kind: 'number',
  cell: (row) => {
    const value = valueOf(row)
    return numberCell(typeof value === 'number' ? String(value) : value)
  },
})

/** A column of an ID that is sent in two places (`idCell`). */
export const idColumn = <Row>(
  header: string,
  idOf: ValueOf<Row, string>,
  nestedOf: ValueOf<Row, string>,
): CsvColumn<Row> => ({ header, kind: 'text', cell: (row) => idCell(idOf(row), nestedOf(row)) })

/** An instant, and its UTC day. A placeholder date has no day. */
export const instantColumns = <Row>(header: string, valueOf: ValueOf<Row, string>): CsvColumn<Row>[] => [
  textColumn(`${header} (UTC)`, valueOf),
  { header: `${header} (UTC day)`, kind: 'day', cell: (row) => utcDay(usableDate(valueOf(row))) },
]

/**
 * An end, and its last day, by which the console names it.
 * @param startOf the start of the period that it ends
 */
export const endColumns = <Row>(
  header: string,
  valueOf: ValueOf<Row, string>,
  startOf: ValueOf<Row, string> = () => null,
): CsvColumn<Row>[] => [
  textColumn(`${header} (UTC)`, valueOf),
  {
    header: `${header} (last UTC day)`,
    kind: 'day',
    cell: (row) => {
      const end = usableDate(valueOf(row))
      return utcDay(end === null ? null : periodLastMoment(usableDate(startOf(row)), end))
    },
  },
]

function utcDay(iso: string | null): string {
  const ms = iso === null ? Number.NaN : Date.parse(iso)
  return Number.isNaN(ms) ? '' : new Date(ms).toISOString().slice(0, 10)
}

/** Returns the columns of a part of a row; their cells are empty when the row has no such part. */
export const ofPart = <Row, Part>(
  columns: readonly CsvColumn<Part>[],
  partOf: (row: Row) => Part | undefined,
): CsvColumn<Row>[] =>
  columns.map((column) => ({
    ...column,
    cell: (row) => {
      const part = partOf(row)
      return part === undefined ? '' : column.cell(part)
    },
  }))
