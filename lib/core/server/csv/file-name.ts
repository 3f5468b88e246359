/** Characters that a file system rejects, or that change how a name reads: separators, controls, bidi marks. */
const UNSAFE = /[\\/:*?"<>|%\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu
/** File systems take names of 255 bytes. */
const MAX_BYTES = { whose: 100, filter: 40, filters: 90 }

interface FileName {
  what: string
  /** The object's name, or the console's. */
  whose: string
  /** What was filtered, by name; '' where only what has none matches. */
  filters?: Readonly<Record<string, string | undefined>>
  /** The instant whose UTC day is in the name. */
  at?: Date
  /** Without an extension for a printed document: the browser adds it. */
  ending: '.csv' | '-internal.csv' | '-internal' | ''
}

/**
 * Returns a file name from its kind, its object, what was filtered and its UTC day: `transactions-acme_type-usage_2026-11-26.csv`. Unsafe
 * characters become `_`, long texts are cut, and `_more` stands for filters that do not fit.
 */
export function fileNameOf({ what, whose, filters = {}, at, ending }: FileName): string {
  let filtered = ''
  for (const [name, value] of Object.entries(filters)) {
    if (value === undefined) continue
    const words = name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    const longer = `${filtered}_${safe(`${words}-${value === '' ? 'none' : value}`, MAX_BYTES.filter)}`
    if (Buffer.byteLength(longer) > MAX_BYTES.filters) {
      filtered += '_more'
      break
    }
    filtered = longer
  }
  const day = at === undefined ? '' : `_${at.toISOString().slice(0, 10)}`
  const [part = '', extension] = ending.split('.')
  return `${what}-${safe(whose, MAX_BYTES.whose)}${part}${filtered}${day}${extension === undefined ? '' : `.${extension}`}`
}

function safe(text: string, maxBytes: number): string {
  let cut = ''
  let bytes = 0
  for (const character of text.replaceAll(UNSAFE, '_')) {
    bytes += Buffer.byteLength(character)
    if (bytes > maxBytes) break
    cut += character
  }
  return cut.trim()
}

/** Returns the header that makes a browser save the response under this name (RFC 6266, RFC 8187). */
export function contentDisposition(fileName: string): string {
  const plain = fileName.replaceAll(/[^\x20-\x7e]/g, '_').replaceAll(/["\\%]/g, '_')
  const exact = encodeURIComponent(fileName).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${exact}`
}
