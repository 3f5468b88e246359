import { getHeapStatistics } from 'node:v8'
import type { Drift } from '../../view-of'
import { DOCUMENT_LIMITS } from '@/contract/json-limits'
import { exactJsonInPieces, type OnDropped } from '@/contract/json-reader'
import type { Pieces } from '@/contract/pieces'
import { DriftLog } from './drift'

const LIMITS = {
  ...DOCUMENT_LIMITS,
  // Far deeper than the interface document nests, and far less than a parser's stack holds.
  depth: 64,
  memory: getHeapStatistics().heap_size_limit / 2,
}

interface ParsedResponse {
  json: unknown
  repeated: Drift
}

/**
 * Parses the JSON of a response with exact numbers. RFC 8259 leaves the meaning of a repeated name open: its last value
 * counts, and `repeated` holds drift for each value before. A field called `__proto__` is omitted, which is drift too.
 * @param memory the bytes that its values may need, by an estimate; half of the heap by default
 * @throws SyntaxError when the text is not JSON; JsonLimitError when it exceeds a limit (docs/limits.md)
 */
export function* parseResponseInPieces(text: string, memory = LIMITS.memory): Pieces<ParsedResponse> {
  const log = new DriftLog()
  const onDropped: OnDropped = (kind, value, path) =>
    log.add(kind === 'repeated' ? kind : 'unknownField', log.isFull ? '' : path(), value)
  const json = yield* exactJsonInPieces(text, { onDropped, limits: { ...LIMITS, memory } })
  return { json, repeated: log.drift() }
}
