/** A paragraph of a printed document. */
export interface PrintedText {
  text: string
  /** `sum`: a total; `muted`: a remark. */
  look?: 'strong' | 'sum' | 'muted'
}

/** A word in a box at the top of the first page, such as PAID. */
export interface PrintedStamp {
  word: string
  tone: 'red' | 'green' | 'grey'
  /** True when the word is also large behind the text of every page, so that no page looks payable. */
  isOnEveryPage: boolean
}

export interface PrintedCell {
  text: string
  /** Small paragraphs below the text. */
  remarks?: string[]
}

interface PrintedColumn {
  title: string
  isFigure?: boolean
}

export interface PrintedTable {
  caption: string
  columns: PrintedColumn[]
  /** Rows with a row above them that names what they have in common; null without one. */
  groups: { title: string | null; rows: PrintedCell[][] }[]
  /** The sentence below the table that says what is not in it. */
  note: string | null
}

/** Returns a column of figures. */
export const figure = (title: string): PrintedColumn => ({ title, isFigure: true })

interface PlainTable {
  caption: string
  columns: readonly (string | PrintedColumn)[]
  rows: readonly (readonly (string | PrintedCell)[])[]
  note?: string | null
}

/** Returns a table without groups. A column or cell that is a text has nothing else. */
export const printedTable = ({ caption, columns, rows, note = null }: PlainTable): PrintedTable => ({
  caption,
  columns: columns.map((column) => (typeof column === 'string' ? { title: column } : column)),
  groups: [{ title: null, rows: rows.map(cellsOf) }],
  note,
})

const cellsOf = (cells: readonly (string | PrintedCell)[]) =>
  cells.map((cell) => (typeof cell === 'string' ? { text: cell } : cell))

/** A document for paper: the browser prints it, or saves it as PDF. All texts are in their final form. */
export interface PrintedDocument {
  /** The only heading. */
  title: string
  /** The name that the browser offers for the PDF, without its ending. */
  fileName: string
  stamp?: PrintedStamp | null
  /** The lines of `CONSOLE_INVOICE_ISSUER`, empty when it is not set; absent from a document without a seller. */
  seller?: string[]
  /** The paragraphs below the title. */
  facts: PrintedText[]
  tables: PrintedTable[]
  /** The paragraphs below the tables. */
  sums?: PrintedText[]
  /** The lines of `CONSOLE_INVOICE_FOOTER`, at the end of the last page. */
  footer?: string[]
  /** The line at the foot of every page. */
  pageFoot: string
}
