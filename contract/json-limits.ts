/** The largest number of each kind of part in a JSON document, of its levels, and of the bytes of memory that it takes. */
export interface JsonLimits {
  /** Values and names. */
  parts: number
  /** Items of all lists. */
  items: number
  /** Fields of one object. */
  fields: number
  /** Backslashes. */
  escapes: number
  /** Characters of one text or number. */
  characters: number
  depth: number
  memory: number
}

/**
 * An invoice of 50,000 lines has 2,600,000 values and names, 50,000 list items and, with 60 escaped characters a line,
 * 3,000,000 escapes. A page shows each item, so an item costs most; a new name costs more than a known one.
 */
export const DOCUMENT_LIMITS = {
  parts: 5_200_000,
  items: 200_000,
  fields: 10_000,
  escapes: 5_200_000,
  // Views process a text or number without a pause.
  characters: 1024 * 1024,
} as const

/** The memory in bytes of each part once it is parsed and read, measured with the costliest kinds of documents. */
const COST = { character: 2, name: 70, comma: 30, container: 150, item: 500 } as const

const EXCEEDED: Record<keyof JsonLimits, (most: string) => string> = {
  parts: (most) => `has more than ${most} values and names`,
  items: (most) => `has more than ${most} list items`,
  fields: (most) => `has an object of more than ${most} fields`,
  escapes: (most) => `has more than ${most} escaped characters`,
  characters: (most) => `has a text or number of more than ${most} characters`,
  depth: (most) => `nests deeper than ${most} levels`,
  memory: (most) => `would take more than ${most} MiB of memory`,
}

const MIB = 1024 * 1024

/** Thrown when a document exceeds a limit. The message ends a sentence about it: "nests deeper than 64 levels". */
export class JsonLimitError extends RangeError {
  override readonly name = 'JsonLimitError'

  constructor(
    readonly kind: keyof JsonLimits,
    most: number,
  ) {
    super(EXCEEDED[kind](Math.floor(kind === 'memory' ? most / MIB : most).toLocaleString('en-US')))
  }
}

/** The parts of a JSON document that its reader has passed. */
export class JsonCounts {
  names = 0
  commas = 0
  containers = 0
  items = 0
  escapes = 0

  constructor(
    private readonly limits: Partial<JsonLimits>,
    private readonly documentCharacters: number,
  ) {}

  /** @throws JsonLimitError when the count is beyond the limit of its kind */
  check(kind: keyof JsonLimits, count: number): void {
    const most = this.limits[kind]
    if (most !== undefined && count > most) throw new JsonLimitError(kind, most)
  }

  /** Checks what counts for the whole document. @throws JsonLimitError */
  checkDocument(): void {
    this.check('items', this.items)
    this.check('parts', this.names + this.commas + this.containers)
    this.check('escapes', this.escapes)
    this.check('memory', this.#memory())
  }

  /** Returns the estimated bytes of memory for the document: its text, the parsed values and their views. */
  #memory(): number {
    return (
      this.documentCharacters * COST.character +
      this.names * COST.name +
      this.commas * COST.comma +
      this.containers * COST.container +
      this.items * COST.item
    )
  }
}
