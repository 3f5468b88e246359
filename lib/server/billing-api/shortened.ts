/** Text of at most `maxLength` characters, ending in "…" where it was cut and never inside a character. */
export function shortened(text: string, maxLength: number): string {
  return text.length > maxLength ? `${text.slice(0, maxLength - 1).replace(/[\uD800-\uDBFF]$/, '')}…` : text
}
