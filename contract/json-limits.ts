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

export const NO_LIMITS: JsonLimits = {
  parts: Infinity,
  items: Infinity,
  fields: Infinity,
  escapes: Infinity,
  characters: Infinity,
  depth: Infinity,
  memory: Infinity,
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
const MEBIBYTE = 1024 * 1024

/** Thrown when a document exceeds a limit. The message ends a sentence about it: "nests deeper than 64 levels". */
export class JsonLimitError extends RangeError {
  override readonly name = 'JsonLimitError'
}

/** The parts of a JSON document that its reader has passed. */
export class JsonCounts {
  names = 0
  commas = 0
  containers = 0
  items = 0
  escapes = 0

  constructor(
    private readonly limits: JsonLimits,
    private readonly documentCharacters: number,
  ) {}

  /** @throws JsonLimitError when the document so far exceeds a limit */
  check(): void {
    const { parts, items, escapes, memory } = this.limits
    if (this.items > items) throw new JsonLimitError(`has more than ${written(items)} list items`)
    if (this.names + this.commas + this.containers > parts)
      throw new JsonLimitError(`has more than ${written(parts)} values and names`)
    if (this.escapes > escapes) throw new JsonLimitError(`has more than ${written(escapes)} escaped characters`)
    if (this.#memory() > memory)
      throw new JsonLimitError(`would take more than ${Math.floor(memory / MEBIBYTE)} MiB of memory`)
  }

  /** @throws JsonLimitError */
  checkFields(count: number): void {
    const { fields } = this.limits
    if (count > fields) throw new JsonLimitError(`has an object of more than ${written(fields)} fields`)
  }

  /** @throws JsonLimitError */
  checkCharacters(count: number): void {
    const { characters } = this.limits
    if (count > characters)
      throw new JsonLimitError(`has a text or number of more than ${written(characters)} characters`)
  }

  /** @throws JsonLimitError */
  checkDepth(depth: number): void {
    if (depth > this.limits.depth) throw new JsonLimitError(`nests deeper than ${this.limits.depth} levels`)
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

const written = (count: number) => count.toLocaleString('en-US')
