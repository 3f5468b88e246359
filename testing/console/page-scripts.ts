import { request } from 'undici'

/** A script that a page's HTML loads. */
interface PageScript {
  /** The compressed size of its body. */
  bytes: number
  /** Marked `nomodule`: browsers that run the console do not load it. */
  isForOldBrowsers: boolean
}

/**
 * Returns the scripts that a page's first HTML loads, as `next start` sends them to a browser.
 * @param headers such as the cookie of a session
 * @throws Error when a response is not 200
 */
export async function pageScripts(url: string, headers: Record<string, string> = {}): Promise<PageScript[]> {
  const html = (await read(url, { ...headers, 'accept-encoding': 'identity' })).toString()
  const tags = [...html.matchAll(/<script\b[^>]*?\ssrc="([^"]+)"[^>]*>/g)]
  const scripts = new Map(tags.map(([tag, source = '']) => [new URL(source, url).href, /\snomodule\b/i.test(tag)]))
  return Promise.all(
    [...scripts].map(async ([script, isForOldBrowsers]) => ({
      bytes: await compressedBytes(script),
      isForOldBrowsers,
    })),
  )
}

/** Returns the size of a file as `next start` sends it to a browser. @throws Error when the response is not 200 */
export const compressedBytes = async (url: string): Promise<number> =>
  (await read(url, { 'accept-encoding': 'gzip' })).length

/** Returns the bytes of them that a current browser loads. */
export const loadedBytes = (scripts: readonly PageScript[]): number =>
  scripts.filter(({ isForOldBrowsers }) => !isForOldBrowsers).reduce((sum, { bytes }) => sum + bytes, 0)

/** Returns a body without decompressing it, which `fetch` would do. */
async function read(url: string, headers: Record<string, string>): Promise<Buffer> {
  const { statusCode, body } = await request(url, { headers })
  if (statusCode !== 200) throw new Error(`${url} returned ${statusCode}.`)
  return Buffer.from(await body.arrayBuffer())
}
