import type { Drift } from '@/contract/console/reading'
import { parseExactJsonChoosing } from '@/contract/exact-json'
import { DriftLog } from './drift-log'
import { objectOf } from './json-object'

/** Stands in the parsed answer where a name was repeated. No JSON value equals it, so each further repeat is noticed. */
class Repeated {
  readonly mark = Symbol('repeated')
  constructor(
    readonly unused: unknown,
    readonly value: unknown,
  ) {}
}

/**
 * An answer's JSON with exact numbers. RFC 8259 leaves open what a repeated name means; as with most readers its last
 * value counts, and `repeated` has drift for each place where another one stood before.
 * @throws SyntaxError where the text is not JSON; RangeError where it nests deeper than the stack
 */
export function parseResponse(text: string): { json: unknown; repeated: Drift } {
  let repeats = 0
  const json = parseExactJsonChoosing(text, ({ oldValue, newValue }) => {
    repeats += 1
    return new Repeated(oldValue instanceof Repeated ? oldValue.value : oldValue, newValue)
  })
  const log = new DriftLog()
  if (repeats > 0) settle(json, '', log)
  return { json, repeated: log.drift() }
}

/** Puts the last value in each repeated name's place, in the order of the text. */
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
    settle(last, at, log)
    if (!(sent instanceof Repeated)) continue
    settle(sent.unused, at, new DriftLog())
    // Not by assignment, which would take `__proto__` for more than a name.
    Object.defineProperty(object, name, { value: last })
    log.add('repeated', at, sent.unused)
  }
}
