/*
 * The session storage of a tab, which may be full or forbidden.
 */

/** Returns what this tab keeps under a key; null for nothing. */
export function storedText(key: string): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}

/** Keeps a text in this tab, or removes it for null. @returns false when that is not possible */
export function storeText(key: string, text: string | null): boolean {
  try {
    if (text === null) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, text)
    return true
  } catch {
    return false
  }
}
