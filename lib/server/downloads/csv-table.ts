import { stringify } from 'csv-stringify/sync'
import type { CsvForm } from '@/contract/console/download'
import { excelCell } from './csv-cell'
import type { CsvColumn } from './csv-columns'

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
