import { hash } from 'node:crypto'

/** The most entries to compare, at twenty bytes each: 75 MiB. A million entries take 19 MiB. */
const MAX_ENTRIES = 5_000_000
const FIRST_SLOTS = 1_600
const FULLEST = 0.8
/** 64 bits of the ID's hash, 31 bits of the content's, and the last reading with the entry. An empty slot starts with two words of 0. */
const WORDS = 3

/** How an entry compares with the earlier ones. */
type Seen = 'new' | 'again' | 'repeated' | 'sameId' | 'notCompared'

/**
 * Remembers the entries of a walk in bounded memory: a hash table with open addressing, which doubles when it is 80 %
 * full. The odds that two of a million IDs share 64 bits of SHA-1 are 1 in 37 million.
 */
export class SeenEntries {
  #slots = FIRST_SLOTS
  #words = new Uint32Array(FIRST_SLOTS * WORDS)
  #count = 0
  /** The number of the reading, 0 or 1, and the number of its entries so far. */
  #reading = 0
  #inReading = 0

  /** The words of the entries since `takeAdded`, for a store; undefined without one. */
  #added: number[] | undefined

  constructor(
    private readonly most = MAX_ENTRIES,
    { isStored = false } = {},
  ) {
    if (isStored) this.#added = []
  }

  /**
   * Remembers an entry. Returns `repeated` for the same ID and content in this reading, `again` for the same in the first reading,
   * `sameId` for the same ID with other content, and `notCompared` for a new entry when the table is full.
   * @param contentHash at least 8 hexadecimal digits
   */
  add(id: string, contentHash: string): Seen {
    const idHash = hash('sha1', id)
    const [high, low, content] = [wordOf(idHash, 0) || 1, wordOf(idHash, 8), wordOf(contentHash, 0)]
    const seen = this.#add(high, low, content)
    if (seen === 'new') this.#added?.push(high, low, content)
    return seen
  }

  /** Starts the second reading of the same ledger. Call it once. */
  beginAgain(): void {
    this.#reading = 1
    this.#inReading = 0
  }

  /** The number of entries of the first reading that the second one lacks. */
  get notReadAgain(): number {
    return this.#count - this.#inReading
  }

  /** Returns what `load` takes: twelve bytes for each new entry since the last call. */
  takeAdded(): Buffer {
    const words = this.#added ?? []
    const added = Buffer.alloc(words.length * 4)
    for (const [index, word] of words.entries()) added.writeUInt32LE(word, index * 4)
    if (this.#added) this.#added = []
    return added
  }

  /** Remembers the entries of an earlier walk. */
  load(added: Buffer): void {
    for (let at = 0; at + 12 <= added.length; at += 12)
      this.#add(added.readUInt32LE(at) || 1, added.readUInt32LE(at + 4), added.readUInt32LE(at + 8))
  }

  #add(high: number, low: number, content: number): Seen {
    const at = this.#find(high, low)
    const marked = ((content & ~1) | this.#reading) >>> 0
    const [isKnown, before = 0] = [this.#words[at] !== 0, this.#words[at + 2]]
    if (!isKnown && this.#count >= this.most) return 'notCompared'
    const isOfReading = isKnown && (before & 1) === this.#reading
    if (!isOfReading) this.#inReading += 1
    if (isKnown) {
      this.#words[at + 2] = ((before & ~1) | this.#reading) >>> 0
      return before >>> 1 !== marked >>> 1 ? 'sameId' : isOfReading ? 'repeated' : 'again'
    }
    this.#words.set([high, low, marked], at)
    this.#count += 1
    if (this.#count > this.#slots * FULLEST) this.#grow()
    return 'new'
  }

  /** Returns the index of the ID's first word, or of the empty slot for it. */
  #find(high: number, low: number): number {
    let slot = (high * 2 ** 21 + (low >>> 11)) % this.#slots
    for (;;) {
      const at = slot * WORDS
      if (this.#words[at] === 0 || (this.#words[at] === high && this.#words[at + 1] === low)) return at
      slot = slot + 1 === this.#slots ? 0 : slot + 1
    }
  }

  #grow(): void {
    const old = this.#words
    this.#slots *= 2
    this.#words = new Uint32Array(this.#slots * WORDS)
    for (let at = 0; at < old.length; at += WORDS) {
      const [high = 0, low = 0] = [old[at], old[at + 1]]
      if (high !== 0) this.#words.set(old.subarray(at, at + WORDS), this.#find(high, low))
    }
  }
}

/** Returns 32 bits of a hash. @param at the index of its first digit */
const wordOf = (hex: string, at: number): number => Number.parseInt(hex.slice(at, at + 8), 16)
