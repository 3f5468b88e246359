import { stringify } from 'csv-stringify/sync'

export const CSV_TYPE = 'text/csv; charset=utf-8'

/** A column: its header, and the cell it makes of a row, made by `textCell` or `numberCell` where it came from outside. */
export interface CsvColumn<Row> {
  header: string
  cell: (row: Row) => string
}

/** For Excel, which takes a file without it for the country's old character set. */
const BYTE_ORDER_MARK = '\uFEFF'
const write = (records: string[][]) => Buffer.from(stringify(records, { record_delimiter: 'windows' }))

/** A table as CSV (RFC 4180, UTF-8), written a few rows at a time. Each of its lines has all columns. */
export class CsvTable<Row> {
  constructor(private readonly columns: readonly CsvColumn<Row>[]) {}

  head(): Uint8Array {
    return Buffer.concat([Buffer.from(BYTE_ORDER_MARK), write([this.columns.map(({ header }) => header)])])
  }

  rows(rows: readonly Row[]): Uint8Array {
    return write(rows.map((row) => this.columns.map(({ cell }) => cell(row))))
  }

  /** The last line of an incomplete file, which says so and why in its first cell. A complete file has none. */
  partialLine(outcome: string): Uint8Array {
    return write([this.columns.map((_, index) => (index === 0 ? outcome : ''))])
  }
}
