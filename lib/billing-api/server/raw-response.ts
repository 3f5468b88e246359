import { JsonNumber } from '@/contract/billing/scalars'
import { isJsonObject } from '@/contract/exact-json'
import type { Pieces } from '@/contract/pieces'
import type { OperationContext } from '@/lib/core/server/operation-context'
import { runInPieces } from '@/lib/core/server/in-pieces'
import { withBidiEscaped } from '@/lib/text/bidi'
import type { BillingTarget } from './billing-request'

/**
 * Returns a response of the billing API, re-indented; one that repeats a name as it was sent, because its value has the last one only.
 * Bidi controls are escaped, so that no value can reorder the text beside it.
 * @throws ProblemError as `BillingClient.read`
 */
export async function readRaw(
  { environment: { billing }, requestId, signal }: OperationContext,
  target: BillingTarget,
): Promise<string> {
  return billing.withLongTurn(async (turn) => {
    const { json, repeated, text } = await billing.read(target, { requestId, signal, turn })
    return runInPieces((repeated?.total ?? 0) > 0 ? escapedText(text) : indentedJson(json), signal)
  })
}

/** Returns a text with its bidi controls escaped, in pieces: a text full of them is long to escape. */
function* escapedText(text: string): Pieces<string> {
  const parts: string[] = []
  for (let at = 0; at < text.length; at += PART_CHARACTERS) {
    parts.push(withBidiEscaped(text.slice(at, at + PART_CHARACTERS)))
    yield
  }
  return parts.join('')
}

/**
 * The text is indented up to about this size and has no white space after it, because indented text is read but long text only copied,
 * and because a few levels must not become gigabytes.
 */
const MAX_INDENTED_CHARACTERS = 8 * 1024 * 1024
const PART_CHARACTERS = 64 * 1024

/** Returns an exact-parsed value as JSON on indented lines, with the digits of each number as sent. */
export function* indentedJson(json: unknown): Pieces<string> {
  const parts: string[] = []
  let [part, characters] = ['', 0]
  const add = (text: string) => {
    part += text
    characters += text.length
  }
  const space = (text: string) => (characters < MAX_INDENTED_CHARACTERS ? text : '')
  const endPart = () => {
    parts.push(withBidiEscaped(part))
    part = ''
  }
  yield* write(json, '\n')
  endPart()
  return parts.join('')

  /** @param line the line break and the indentation of the value's end */
  function* write(value: unknown, line: string): Pieces<void> {
    const isList = Array.isArray(value)
    if (!isList && !isJsonObject(value)) return add(value instanceof JsonNumber ? value.text : JSON.stringify(value))
    add(isList ? '[' : '{')
    let separator = ''
    for (const [name, item] of Object.entries(value)) {
      add(separator + space(`${line}  `) + (isList ? '' : `${JSON.stringify(name)}: `))
      yield* write(item, `${line}  `)
      separator = ','
      if (part.length < PART_CHARACTERS) continue
      endPart()
      yield
    }
    add((separator && space(line)) + (isList ? ']' : '}'))
  }
}
