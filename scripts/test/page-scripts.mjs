import { get } from 'node:http'

/**
 * @typedef {object} PageScript A script that a page's HTML loads.
 * @property {string} url
 * @property {number} bytes The compressed size of its body.
 * @property {boolean} isForOldBrowsers Marked `nomodule`: browsers that run the console do not load it.
 */

/**
 * Returns the scripts that a page's first HTML loads, as `next start` sends them to a browser.
 * @param {string} url of the page
 * @param {Record<string, string>} [headers] such as the cookie of a session
 * @returns {Promise<PageScript[]>}
 * @throws {Error} when a response is not 200
 */
export async function pageScripts(url, headers = {}) {
  const html = (await read(url, { ...headers, 'accept-encoding': 'identity' })).toString()
  /** @type {Map<string, boolean>} */
  const found = new Map()
  for (const [tag, source = ''] of html.matchAll(/<script\b[^>]*?\ssrc="([^"]+)"[^>]*>/g))
    found.set(new URL(source, url).href, /\snomodule\b/i.test(tag))
  return Promise.all(
    [...found].map(async ([script, isForOldBrowsers]) => {
      const { length: bytes } = await read(script, { 'accept-encoding': 'gzip' })
      return { url: script, bytes, isForOldBrowsers }
    }),
  )
}

/**
 * Returns the bytes of them that a current browser loads.
 * @param {readonly PageScript[]} scripts
 */
export const loadedBytes = (scripts) =>
  scripts.filter(({ isForOldBrowsers }) => !isForOldBrowsers).reduce((sum, { bytes }) => sum + bytes, 0)

/**
 * Returns a body without decompressing it, which `fetch` would do.
 * @param {string} url
 * @param {Record<string, string>} headers
 * @returns {Promise<Buffer>}
 */
function read(url, headers) {
  return new Promise((resolve, reject) => {
    const request = get(url, { headers }, async (response) => {
      try {
        if (response.statusCode !== 200) throw new Error(`${url} returned ${response.statusCode}.`)
        const chunks = []
        for await (const chunk of response) chunks.push(chunk)
        resolve(Buffer.concat(chunks))
      } catch (error) {
        reject(error)
      }
    })
    request.once('error', reject)
  })
}
