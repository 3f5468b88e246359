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

export interface PrintedTable {
  caption: string
  columns: { title: string; isFigure?: boolean }[]
  /** Rows with a row above them that names what they have in common; null without one. */
  groups: { title: string | null; rows: PrintedCell[][] }[]
  /** The sentence below the table that says what is not in it. */
  note: string | null
}

/** A document for paper: the browser prints it, or saves it as PDF. All texts are in their final form. */
export interface PrintedDocument {
  /** The only heading. */
  title: string
  /** The name that the browser offers for the PDF, without its ending. */
  fileName: string
  stamp: PrintedStamp | null
  /** The lines of `CONSOLE_INVOICE_ISSUER`, empty when it is not set; null for a document without a seller. */
  seller: string[] | null
  /** The paragraphs below the title. */
  facts: PrintedText[]
  tables: PrintedTable[]
  /** The paragraphs below the tables. */
  sums: PrintedText[]
  /** The lines of `CONSOLE_INVOICE_FOOTER`, at the end of the last page. */
  footer: string[]
  /** The line at the foot of every page. */
  pageFoot: string
}
