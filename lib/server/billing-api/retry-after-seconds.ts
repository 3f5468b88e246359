const MAX_SECONDS = 86_400

/** Returns `Retry-After` as whole seconds from now, from seconds or an HTTP date; undefined for anything else. */
export function retryAfterSeconds(header: string | undefined, now: Date): number | undefined {
  if (header === undefined) return undefined
  if (/^\d{1,9}$/.test(header.trim())) return Math.min(Number(header), MAX_SECONDS)
  const at = header.trim().endsWith('GMT') ? Date.parse(header) : Number.NaN
  if (Number.isNaN(at)) return undefined
  return Math.min(Math.max(Math.ceil((at - now.getTime()) / 1000), 0), MAX_SECONDS)
}
