/** The address where it may be linked: http and https only, so that nothing from outside runs here. */
export function webAddress(url: string | null): string | null {
  if (url === null || !URL.canParse(url)) return null
  const { protocol, href } = new URL(url)
  return protocol === 'http:' || protocol === 'https:' ? href : null
}
