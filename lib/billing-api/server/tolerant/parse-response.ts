import { getHeapStatistics } from 'node:v8'
import type { Drift } from '../../view-of'
import { DOCUMENT_LIMITS } from '@/contract/json-limits'
import { type ChooseRepeated, exactJsonInPieces, PROTOTYPE } from '@/contract/json-reader'
import type { Pieces } from '@/contract/pieces'
import { DriftLog } from './drift'
import { objectOf } from './scalars'

const LIMITS = {
  ...DOCUMENT_LIMITS,
  // Far deeper than the interface document nests, and far less than a parser's stack holds.
  depth: 64,
  memory: getHeapStatistics().heap_size_limit / 2,
}

/** Values that are searched for marks between two yields. */
const SEARCHED_A_PIECE = 1_000

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

/**
 * Parses the JSON of a response with exact numbers. RFC 8259 leaves the meaning of a repeated name open: its last value
 * counts, and `repeated` holds drift for each place. A field called `__proto__` is omitted, which is drift too.
 * @param memory the bytes that its values may need, by an estimate; half of the heap by default
 * @throws SyntaxError when the text is not JSON; JsonLimitError when it exceeds a limit (docs/limits.md)
 */
export function* parseResponseInPieces(text: string, memory = LIMITS.memory): Pieces<ParsedResponse> {
  let isMarked = false
  const choose: ChooseRepeated = ({ oldValue, newValue }) => {
    isMarked = true
    return new Repeated(oldValue instanceof Repeated ? oldValue.value : oldValue, newValue)
  }
  const noticePrototype = () => void (isMarked = true)
  const json = yield* exactJsonInPieces(text, { choose, limits: { ...LIMITS, memory }, noticePrototype })
  const log = new DriftLog()
  if (isMarked) yield* replaceMarks(json, '', log, { searched: 0 })
  return { json, repeated: log.drift() }
}

/** Replaces each mark with the last value of the repeated name, in text order, and removes `__proto__`. */
function* replaceMarks(value: unknown, path: string, log: DriftLog, work: { searched: number }): Pieces<void> {
  work.searched += 1
  if (work.searched % SEARCHED_A_PIECE === 0) yield
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) yield* replaceMarks(item, `${path}[${index}]`, log, work)
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
    yield* replaceMarks(last, at, log, work)
    if (!(sent instanceof Repeated)) continue
    yield* replaceMarks(sent.unused, at, new DriftLog(), work)
    Object.defineProperty(object, name, { value: last })
    log.add('repeated', at, sent.unused)
  }
}
