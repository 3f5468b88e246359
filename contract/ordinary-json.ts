import { JsonNumber } from './billing/scalars'
import { runToEnd, type Pieces } from './pieces'

/** JSON text that is inserted unchanged when `writeOrdinaryJson` can serialise the whole value. */
export class JsonText {
  constructor(readonly text: string) {}
  toJSON(): never {
    throw new TypeError('A JsonText can only be serialised within parsed JSON')
  }
}

/** Thrown for JSON that is not ordinary; no JSON value is a symbol. */
const UNUSUAL = Symbol('unusual')

/** UTF-16 codes of the JSON syntax. */
const [QUOTE, BACKSLASH, COMMA, COLON, MINUS, PLUS, POINT] = [34, 92, 44, 58, 45, 43, 46] as const
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [91, 93, 123, 125] as const
const [SPACE, ZERO, NINE, UPPER_E, LOWER_E, LOWER_T, LOWER_F, LOWER_N] = [32, 48, 57, 69, 101, 116, 102, 110] as const

const isBlank = (code: number) => code === SPACE || code === 10 || code === 13 || code === 9
const isDigit = (code: number) => code >= ZERO && code <= NINE

/** Items of a list between two yields. */
const ITEMS_A_PIECE = 100

/** Parser at position `at`; each method advances `at` past what it has read. */
class OrdinaryReader {
  at = 0
  depth = 0

  constructor(
    readonly text: string,
    readonly maxNested: number,
  ) {}

  /** Parses the whole text. Yields within the lists of the outermost object. */
  *whole(): Pieces<unknown> {
    const value = this.next() === OPEN_OBJECT ? yield* this.longObject() : this.value()
    if (!Number.isNaN(this.next())) throw UNUSUAL
    return value
  }

  /** Skips blanks and returns the next code; NaN at the end. */
  next(): number {
    let code = this.text.charCodeAt(this.at)
    while (isBlank(code)) code = this.text.charCodeAt((this.at += 1))
    return code
  }

  value(): unknown {
    const code = this.next()
    if (code === QUOTE) return this.string()
    if (code === OPEN_OBJECT) return this.object()
    if (code === OPEN_LIST) return this.list()
    if (code === LOWER_T) return this.word('true', true)
    if (code === LOWER_F) return this.word('false', false)
    if (code === LOWER_N) return this.word('null', null)
    return this.number(code)
  }

  word(word: string, value: unknown): unknown {
    if (!this.text.startsWith(word, this.at)) throw UNUSUAL
    this.at += word.length
    return value
  }

  string(): string {
    const start = (this.at += 1)
    let isPlain = true
    for (let code = this.text.charCodeAt(start); code !== QUOTE; code = this.text.charCodeAt((this.at += 1))) {
      // The code is NaN at the end of the text.
      if (!(code >= SPACE)) throw UNUSUAL
      if (code !== BACKSLASH) continue
      isPlain = false
      this.at += 1
    }
    const end = this.at
    this.at += 1
    if (isPlain) return this.text.slice(start, end)
    try {
      return String(JSON.parse(this.text.slice(start - 1, end + 1)))
    } catch {
      throw UNUSUAL
    }
  }

  digits(): number {
    const start = this.at
    while (isDigit(this.text.charCodeAt(this.at))) this.at += 1
    if (this.at === start) throw UNUSUAL
    return this.text.charCodeAt(this.at)
  }

  number(first: number): JsonNumber {
    const start = this.at
    if (first === MINUS) this.at += 1
    if (this.text.charCodeAt(this.at) === ZERO && isDigit(this.text.charCodeAt(this.at + 1))) throw UNUSUAL
    let code = this.digits()
    if (code === POINT) {
      this.at += 1
      code = this.digits()
    }
    if (code === LOWER_E || code === UPPER_E) {
      code = this.text.charCodeAt((this.at += 1))
      if (code === PLUS || code === MINUS) this.at += 1
      this.digits()
    }
    return new JsonNumber(this.text.slice(start, this.at))
  }

  list(): unknown[] {
    const list: unknown[] = []
    if (this.opens(CLOSE_LIST))
      do list.push(this.value())
      while (this.goesOn(CLOSE_LIST))
    return list
  }

  *longList(): Pieces<unknown[]> {
    const list: unknown[] = []
    if (this.opens(CLOSE_LIST))
      do if (list.push(this.value()) % ITEMS_A_PIECE === 0) yield
      while (this.goesOn(CLOSE_LIST))
    return list
  }

  object(): Record<string, unknown> {
    const object: Record<string, unknown> = {}
    if (this.opens(CLOSE_OBJECT))
      do object[this.name(object)] = this.value()
      while (this.goesOn(CLOSE_OBJECT))
    return object
  }

  *longObject(): Pieces<Record<string, unknown>> {
    const object: Record<string, unknown> = {}
    if (this.opens(CLOSE_OBJECT))
      do {
        const name = this.name(object)
        object[name] = this.next() === OPEN_LIST ? yield* this.longList() : this.value()
      } while (this.goesOn(CLOSE_OBJECT))
    return object
  }

  /** Reads a new field name and its colon. */
  name(object: Record<string, unknown>): string {
    if (this.next() !== QUOTE) throw UNUSUAL
    const name = this.string()
    if (name === '__proto__' || Object.hasOwn(object, name) || this.next() !== COLON) throw UNUSUAL
    this.at += 1
    return name
  }

  /** Enters a list or object; returns false when it is empty. */
  opens(close: number): boolean {
    this.at += 1
    if ((this.depth += 1) > this.maxNested) throw UNUSUAL
    return this.next() !== close || this.closes()
  }

  /** Leaves a list or object; returns false. */
  closes(): boolean {
    this.at += 1
    this.depth -= 1
    return false
  }

  /** Returns true when another item follows. */
  goesOn(close: number): boolean {
    const code = this.next()
    if (code === close) return this.closes()
    if (code !== COMMA) throw UNUSUAL
    this.at += 1
    return true
  }
}

/**
 * Parses JSON in a single pass, seven times as fast as the complete parser. Yields now and then, so that a long text can
 * be parsed in pieces.
 * @param maxNested most levels of lists and objects
 * @returns numbers as `JsonNumber`; undefined when the text is not JSON, is nested deeper, or an object repeats a name or
 *   has `__proto__`
 */
export function* ordinaryJsonInPieces(text: string, maxNested = Infinity): Pieces<unknown> {
  try {
    return yield* new OrdinaryReader(text, maxNested).whole()
  } catch (error) {
    if (error === UNUSUAL) return undefined
    throw error
  }
}

/** Runs `ordinaryJsonInPieces` without a pause. */
export const readOrdinaryJson = (text: string): unknown => runToEnd(ordinaryJsonInPieces(text))

/**
 * Serialises a value of `readOrdinaryJson`; omits `undefined` fields.
 * @returns undefined for any other value
 */
export function writeOrdinaryJson(value: unknown): string | undefined {
  try {
    return written(value)
  } catch (error) {
    if (error === UNUSUAL) return undefined
    throw error
  }
}

function written(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value)
  if (value === null || typeof value === 'boolean') return String(value)
  if (value instanceof JsonNumber || value instanceof JsonText) return value.text
  let text = ''
  if (Array.isArray(value)) {
    for (const item of value) text += `${text === '' ? '' : ','}${written(item)}`
    return `[${text}]`
  }
  if (typeof value !== 'object' || ('toJSON' in value && typeof value.toJSON === 'function')) throw UNUSUAL
  for (const [name, field] of Object.entries(value))
    if (field !== undefined) text += `${text === '' ? '' : ','}${JSON.stringify(name)}:${written(field)}`
  return `{${text}}`
}
