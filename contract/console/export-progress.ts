/** The progress of a ledger export. */
export interface ExportProgress {
  state: 'running' | 'complete' | 'partial'
  /** Rows written so far. */
  rows: number
  /** The billing API's number of rows; null when missing or implausible. */
  total: number | null
  /** The last line of the file; null while the export runs. */
  outcome: string | null
}

/** The export will stop; the last line of its file says so. */
export interface CancelAccepted {
  accepted: true
}
