import { createHash } from 'node:crypto'
import { storableText } from '../store/storable-text'

/** Five of them fit into a key of PostgreSQL, which holds 2,704 bytes. */
const MAX_BYTES = 480

/** Returns the text in a form that can be a part of a key. A longer one is cut, and its hash keeps it apart from others. */
export function keyText(text: string): string {
  const storable = storableText(text)
  if (Buffer.byteLength(storable) <= MAX_BYTES) return storable
  const hash = createHash('sha1').update(storable).digest('base64')
  return `${Buffer.from(storable)
    .subarray(0, MAX_BYTES - 40)
    .toString()
    .replaceAll('\uFFFD', '')}… ${hash}`
}
