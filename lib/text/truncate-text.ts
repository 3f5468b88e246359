/** Returns the text with at most `maxLength` characters, ending in "…" when shortened. Never splits a character. */
export function truncateText(text: string, maxLength: number): string {
  return text.length > maxLength ? `${text.slice(0, maxLength - 1).replace(/[\uD800-\uDBFF]$/, '')}…` : text
}
