import { isJsonObject, parseExactJson, type JsonObject } from '@/contract/exact-json'

/** A stored document, exact-parsed. */
export function readDocument(text: string): JsonObject {
  const document = parseExactJson(text)
  if (!isJsonObject(document)) throw new TypeError('a stored document that is no object')
  return document
}
