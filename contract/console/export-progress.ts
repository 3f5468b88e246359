/** How far the export of a ledger has come. */
export interface ExportProgress {
  state: 'running' | 'complete' | 'partial'
  /** Rows written so far. */
  rows: number
  /** Rows the billing API counts; null where it does not say, or says what cannot be true. */
  total: number | null
  /** What the last line of the file says; null while it runs. */
  outcome: string | null
}
