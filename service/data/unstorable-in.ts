import { isJsonObject } from '@/contract/exact-json'
import { fieldOf } from './explain-issue'
import { MAX_DEPTH } from './line-reader'
import type { Problem } from './normalize-imported-data'

/**
 * Returns the first part of a line that the database could not return: text with NUL or half a surrogate pair (in UTF-8
 * JSON only an escape can write these), or nesting that is too deep.
 */
export function unstorableIn(text: string, wire: unknown): Problem | null {
  const found = search(wire, /\\u(0000|[dD][89a-fA-F])/.test(text), 1)
  return found && { field: fieldOf(found.path), reason: found.reason }
}

interface Found {
  path: PropertyKey[]
  reason: string
}

const NOT_TEXT = 'contains NUL or half of a surrogate pair'
const isText = (text: string) => !/\0|\p{Surrogate}/u.test(text)

function search(value: unknown, mayHoldOddText: boolean, depth: number): Found | null {
  if (typeof value === 'string') return mayHoldOddText && !isText(value) ? { path: [], reason: NOT_TEXT } : null
  const entries = Array.isArray(value) ? value.entries() : isJsonObject(value) ? Object.entries(value) : []
  if (depth > MAX_DEPTH) return { path: [], reason: `is nested more than ${MAX_DEPTH} levels deep` }
  for (const [name, child] of entries) {
    if (mayHoldOddText && typeof name === 'string' && !isText(name))
      return { path: [], reason: `has a field whose name ${NOT_TEXT}` }
    const found = search(child, mayHoldOddText, depth + 1)
    if (found) return { ...found, path: [name, ...found.path] }
  }
  return null
}
