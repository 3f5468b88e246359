/** The forms of every CSV: strict (RFC 4180), and as Excel reads it where a comma is the decimal sign (docs/limits.md). */
export const CSV_FORMS = ['csv', 'excel'] as const
export type CsvForm = (typeof CSV_FORMS)[number]

/** A file as the response of an operation: its name and a stream of its bytes. */
export class Download {
  constructor(
    /** The name from the data; the HTTP layer makes it safe (`fileNameOf`). */
    readonly fileName: string,
    readonly mediaType: string,
    /** Already started, so that a failure before the first byte is a problem response. Returning early stops the work. */
    public bytes: AsyncIterator<Uint8Array>,
    /** The number of rows so far, if counted. `isWhole` is valid after the end. */
    readonly content?: () => { rows: number; isWhole: boolean },
  ) {}
}
