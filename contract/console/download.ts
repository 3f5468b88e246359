/** What an operation answers that makes a file: its name, and its bytes while they are made. */
export class Download {
  constructor(
    /** As the data calls it; whoever sends it makes it safe (`fileNameOf`). */
    readonly fileName: string,
    readonly mediaType: string,
    /** Begun already, so that what fails before the first byte is a problem and no broken file. Ended early, it stops its work. */
    public bytes: AsyncIterator<Uint8Array>,
    /** What is in it so far, where that is counted; `isWhole` counts once it has ended. */
    readonly content?: () => { rows: number; isWhole: boolean },
  ) {}
}
