const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a] as const
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d] as const
const FIRST_BEYOND_ASCII = 0x80
const IS_SYNTAX = new Uint8Array(FIRST_BEYOND_ASCII)
for (const byte of [QUOTE, COMMA, COLON, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT]) IS_SYNTAX[byte] = 1

/** The largest number of each kind of part in a JSON document, and of its levels. */
export interface JsonLimits {
  /** Values and names. */
  parts: number
  /** Items of all lists. */
  items: number
  /** Fields of one object. */
  fields: number
  /** Backslashes. */
  escapes: number
  /** Bytes of one text or number. */
  textBytes: number
  depth: number
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
  textBytes: 1024 * 1024,
} as const

/** The memory in bytes of each part once it is parsed and read, measured with the costliest kinds of documents. */
const COST = { character: 2, wideCharacter: 4, name: 70, comma: 30, container: 150, item: 500 } as const

/** Thrown when a document exceeds a limit. The message ends a sentence about it: "nests deeper than 64 levels". */
export class JsonLimitError extends RangeError {
  override readonly name = 'JsonLimitError'
}

/**
 * Counts the parts of a JSON document while its bytes arrive, so that a document that would fill the memory is refused
 * before it is parsed. Does not validate JSON.
 */
export class JsonMeter {
  bytes = 0
  #isAscii = true
  #names = 0
  #commas = 0
  #containers = 0
  /** Commas and starts of lists: at least the number of list items. */
  #items = 0
  #escapes = 0
  #depth = 0
  /** The position of the last quote, bracket, colon or comma outside of strings. */
  #startsAt = 0
  #isInString = false
  #isEscaped = false
  /** By level: 1 for a list, 0 for an object. */
  readonly #isList: Uint8Array
  /** Fields of the open object, by level. */
  readonly #fields: Uint32Array

  constructor(private readonly limits: JsonLimits) {
    this.#isList = new Uint8Array(limits.depth + 1)
    this.#fields = new Uint32Array(limits.depth + 1)
  }

  /** Returns the estimated bytes of memory for the text and one copy of it. */
  get textMemory(): number {
    return this.bytes * (this.#isAscii ? COST.character : COST.wideCharacter)
  }

  /** Returns the estimated bytes of memory for the document: its text, the parsed values and their views. */
  get memory(): number {
    return (
      this.textMemory +
      this.#names * COST.name +
      this.#commas * COST.comma +
      this.#containers * COST.container +
      this.#items * COST.item
    )
  }

  /** @throws JsonLimitError when the document so far exceeds a limit */
  add(chunk: Uint8Array): void {
    let allBits = 0
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at] ?? 0
      allBits |= byte
      if (this.#isInString) {
        let inner = byte
        // The most frequent path: characters of a string.
        while (!this.#isEscaped && inner !== QUOTE && inner !== BACKSLASH && at + 1 < chunk.length) {
          inner = chunk[(at += 1)] ?? 0
          allBits |= inner
        }
        this.#endCharacter(inner)
        if (!this.#isInString) this.#startsAt = this.bytes + at
      } else if (byte <= CLOSE_OBJECT && IS_SYNTAX[byte] === 1) {
        this.#count(byte)
        this.#startsAt = this.bytes + at
      }
    }
    this.bytes += chunk.length
    if (allBits >= FIRST_BEYOND_ASCII) this.#isAscii = false
    const { parts, items, escapes, textBytes } = this.limits
    // A longer text within a single chunk passes: a chunk is short.
    if (this.bytes - this.#startsAt - 1 > textBytes)
      throw new JsonLimitError(`has a text or number of more than ${written(textBytes)} bytes`)
    if (this.#items > items) throw new JsonLimitError(`has more than ${written(items)} list items`)
    if (this.#names + this.#commas + this.#containers > parts)
      throw new JsonLimitError(`has more than ${written(parts)} values and names`)
    if (this.#escapes > escapes) throw new JsonLimitError(`has more than ${written(escapes)} escaped characters`)
  }

  #endCharacter(byte: number): void {
    if (this.#isEscaped) this.#isEscaped = false
    else if (byte === BACKSLASH) {
      this.#isEscaped = true
      this.#escapes += 1
    } else if (byte === QUOTE) this.#isInString = false
  }

  #count(byte: number): void {
    if (byte === QUOTE) this.#isInString = true
    else if (byte === COLON) this.#countField()
    else if (byte === COMMA) {
      this.#commas += 1
      this.#items += this.#isList[this.#depth] ?? 0
    } else if (byte === OPEN_LIST || byte === OPEN_OBJECT) this.#open(byte === OPEN_LIST ? 1 : 0)
    else if (this.#depth > 0) this.#depth -= 1
  }

  #countField(): void {
    this.#names += 1
    const fields = (this.#fields[this.#depth] ?? 0) + 1
    if (fields > this.limits.fields)
      throw new JsonLimitError(`has an object of more than ${written(this.limits.fields)} fields`)
    this.#fields[this.#depth] = fields
  }

  #open(isList: 0 | 1): void {
    this.#depth += 1
    if (this.#depth > this.limits.depth) throw new JsonLimitError(`nests deeper than ${this.limits.depth} levels`)
    this.#isList[this.#depth] = isList
    this.#fields[this.#depth] = 0
    this.#containers += 1
    this.#items += isList
  }
}

const written = (count: number) => count.toLocaleString('en-US')
