/** The first match wins: most browsers also name others in their user agent. */
const BROWSERS = [
  [/\bEdg\w*\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
] as const
const SYSTEMS = [
  [/\b(iPhone|iPad)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
] as const

const named = (names: readonly (readonly [RegExp, string])[], userAgent: string) =>
  names.find(([pattern]) => pattern.test(userAgent))?.[1]

/** Returns "Chrome on Linux" for a user agent. */
export function browserLabel(userAgent: string): string {
  const [browser, system] = [named(BROWSERS, userAgent), named(SYSTEMS, userAgent)]
  if (browser === undefined) return 'Unknown browser'
  return system === undefined ? browser : `${browser} on ${system}`
}
