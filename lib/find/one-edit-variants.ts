const LETTERS = Array.from('abcdefghijklmnopqrstuvwxyz0123456789_-')
const DIGITS = Array.from('0123456789')
const MIN_CHARS = 4
const MAX_CHARS = 64
const ASCII = /^[\x20-\x7e]+$/

/**
 * Returns the names that differ from this one by a single edit: a character missing, added or replaced, or two neighbours swapped. New
 * characters are `a-z`, `0-9`, `_` and `-`. Of a number no digit is replaced, because every neighbouring number would match.
 * @param name in lower case; only a name of 4 to 64 ASCII characters has variants
 */
export function oneEditVariants(name: string): string[] {
  if (name.length < MIN_CHARS || name.length > MAX_CHARS || !ASCII.test(name)) return []
  const isNumber = /^\d+$/.test(name)
  const characters = isNumber ? DIGITS : LETTERS
  const variants = new Set<string>()
  for (let at = 0; at <= name.length; at += 1) {
    const [before, character, next] = [name.slice(0, at), name.charAt(at), name.charAt(at + 1)]
    for (const added of characters) variants.add(before + added + name.slice(at))
    if (character === '') continue
    variants.add(before + name.slice(at + 1))
    if (next !== '') variants.add(before + next + character + name.slice(at + 2))
    if (!isNumber) for (const other of characters) variants.add(before + other + name.slice(at + 1))
  }
  variants.delete(name)
  return [...variants]
}
