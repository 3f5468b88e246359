import type { Drift } from '@/contract/console/view-of'
import { type ChooseRepeated, exactJsonInPieces } from '@/contract/ordinary-json'
import { runToEnd, type Pieces } from '@/contract/pieces'
import { DriftLog } from './drift-log'
import { objectOf } from './json-object'

/** Far deeper than the interface document nests, and far less than a parser's stack holds. */
export const MAX_DEPTH = 64

/** The name that JavaScript treats specially. */
const PROTOTYPE = '__proto__'
/** A text that does not match this has no field with that name. */
const MAY_NAME_PROTOTYPE = /__proto__|\\u00(?:5f|6f|7[024])/i

/** Marks a repeated name in the parsed response. No JSON value equals it, so each further repeat is noticed. */
class Repeated {
  readonly mark = Symbol('repeated')
  constructor(
    readonly unused: unknown,
    readonly value: unknown,
  ) {}
}

interface ParsedResponse {
  json: unknown
  repeated: Drift
}

/** Like `parseResponseInPieces`, without interruption. */
export const parseResponse = (text: string): ParsedResponse => runToEnd(parseResponseInPieces(text))

/**
 * Parses the JSON of a response with exact numbers. RFC 8259 leaves the meaning of a repeated name open: its last value
 * counts, and `repeated` holds drift for each place. A field called `__proto__` is omitted, which is drift too.
 * @throws SyntaxError when the text is not JSON; JsonLimitError when it nests deeper than 64 levels
 */
export function* parseResponseInPieces(text: string): Pieces<ParsedResponse> {
  let repeats = 0
  const choose: ChooseRepeated = ({ oldValue, newValue }) => {
    repeats += 1
    return new Repeated(oldValue instanceof Repeated ? oldValue.value : oldValue, newValue)
  }
  const json = yield* exactJsonInPieces(text, { choose, maxDepth: MAX_DEPTH })
  const log = new DriftLog()
  if (repeats > 0 || MAY_NAME_PROTOTYPE.test(text)) replaceMarks(json, '', log)
  return { json, repeated: log.drift() }
}

/** Replaces each mark with the last value of the repeated name, in text order, and removes `__proto__`. */
function replaceMarks(value: unknown, path: string, log: DriftLog): void {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) replaceMarks(item, `${path}[${index}]`, log)
    return
  }
  const object = objectOf(value)
  if (!object) return
  for (const [name, sent] of Object.entries(object)) {
    const at = path === '' ? name : `${path}.${name}`
    const last: unknown = sent instanceof Repeated ? sent.value : sent
    if (name === PROTOTYPE) {
      Reflect.deleteProperty(object, name)
      log.add('unknownField', at, last)
      continue
    }
    replaceMarks(last, at, log)
    if (!(sent instanceof Repeated)) continue
    replaceMarks(sent.unused, at, new DriftLog())
    Object.defineProperty(object, name, { value: last })
    log.add('repeated', at, sent.unused)
  }
}
