import { isJsonObject, parseExactJson, type JsonObject } from '@/contract/exact-json'

/** Returns a stored document, exact-parsed. */
export function readDocument(text: string): JsonObject {
  const document = parseExactJson(text)
  if (!isJsonObject(document)) throw new TypeError('a stored document is not an object')
  return document
}
