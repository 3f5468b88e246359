import type { Drift } from '@/contract/console/reading'
import { parseExactJsonChoosing } from '@/contract/exact-json'
import { ordinaryJsonInPieces } from '@/contract/ordinary-json'
import { atOnce, type Pieces } from '@/contract/pieces'
import { MOST_NESTED, nestsTooDeep } from '../nests-too-deep'
import { DriftLog } from './drift-log'
import { objectOf } from './json-object'

/** A name that JavaScript takes for more than one. */
const PROTOTYPE = '__proto__'
/** A text without this has no object with that name. */
const MAY_NAME_PROTOTYPE = /__proto__|\\u00(?:5f|6f|7[024])/i

/** An answer nests deeper than is read. */
export class TooDeepError extends RangeError {
  constructor() {
    super(`nests deeper than ${MOST_NESTED} levels`)
  }
}

/** Stands in the parsed answer where a name was repeated. No JSON value equals it, so each further repeat is noticed. */
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

/** As `parseResponseInPieces`, without a break. */
export const parseResponse = (text: string): ParsedResponse => atOnce(parseResponseInPieces(text))

/**
 * An answer's JSON with exact numbers. RFC 8259 leaves open what a repeated name means; as with most readers its last
 * value counts, and `repeated` has drift for each place where another one stood before. A field called `__proto__` is left
 * out, which is drift too.
 * @throws SyntaxError where the text is not JSON; TooDeepError where it nests deeper than 64 levels
 */
export function* parseResponseInPieces(text: string): Pieces<ParsedResponse> {
  const ordinary = yield* ordinaryJsonInPieces(text, MOST_NESTED)
  if (ordinary !== undefined) return { json: ordinary, repeated: new DriftLog().drift() }
  if (nestsTooDeep(text)) throw new TooDeepError()
  let repeats = 0
  const json = parseExactJsonChoosing(text, ({ oldValue, newValue }) => {
    repeats += 1
    return new Repeated(oldValue instanceof Repeated ? oldValue.value : oldValue, newValue)
  })
  const log = new DriftLog()
  if (repeats > 0 || MAY_NAME_PROTOTYPE.test(text)) settle(json, '', log)
  return { json, repeated: log.drift() }
}

/** Puts the last value in each repeated name's place, in the order of the text, and takes `__proto__` out. */
function settle(value: unknown, path: string, log: DriftLog): void {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) settle(item, `${path}[${index}]`, log)
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
    settle(last, at, log)
    if (!(sent instanceof Repeated)) continue
    settle(sent.unused, at, new DriftLog())
    Object.defineProperty(object, name, { value: last })
    log.add('repeated', at, sent.unused)
  }
}
