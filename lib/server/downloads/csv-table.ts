import { stringify } from 'csv-stringify/sync'

/** A column: its header, and the cell of a row. Use `textCell` or `numberCell` for external values. */
export interface CsvColumn<Row> {
  header: string
  cell: (row: Row) => string
}

/** Without it Excel reads the file in a legacy character set. */
const BYTE_ORDER_MARK = '\uFEFF'

/** Writes a table as CSV (RFC 4180, UTF-8), a few rows at a time. Each line has all columns. */
export class CsvTable<Row> {
  /** @param delimiter `;` for the Excel form */
  constructor(
    private readonly columns: readonly CsvColumn<Row>[],
    private readonly delimiter: ',' | ';' = ',',
  ) {}

  head(): Uint8Array {
    return Buffer.concat([Buffer.from(BYTE_ORDER_MARK), this.#write([this.columns.map(({ header }) => header)])])
  }

  rows(rows: readonly Row[]): Uint8Array {
    return this.#write(rows.map((row) => this.columns.map(({ cell }) => cell(row))))
  }

  /** Returns the last line of an incomplete file, with the reason in its first cell. A complete file has none. */
  partialLine(outcome: string): Uint8Array {
    return this.#write([this.columns.map((_, index) => (index === 0 ? outcome : ''))])
  }

  #write(records: string[][]): Uint8Array {
    return Buffer.from(stringify(records, { record_delimiter: 'windows', delimiter: this.delimiter }))
  }
}
