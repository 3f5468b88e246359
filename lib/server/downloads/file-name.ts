/** Characters that a file system rejects, or that change how a name reads: separators, controls, bidi marks. */
const UNSAFE = /[\\/:*?"<>|%\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu
const MAX_CHARACTERS = 100

/**
 * Returns a file name from its kind and object: `invoice-1042.pdf`. Unsafe characters become `_`; only the object's
 * name is shortened.
 */
export function fileNameOf(
  what: string,
  whose: string,
  ending: '.csv' | '.pdf' | '-internal.csv' | '-internal.pdf',
): string {
  const safe = Array.from(whose.replaceAll(UNSAFE, '_')).slice(0, MAX_CHARACTERS).join('').trim()
  return `${what}-${safe}${ending}`
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
