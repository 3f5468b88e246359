import type { Page } from '@playwright/test'
import { PROVE_ONLY } from '../scripts/test/volume.mjs'
import { expect, test } from './fixtures/test'

/** Serves the start page with this HTML after its first element, as if data had become HTML. */
async function plant(page: Page, html: string): Promise<void> {
  await page.route(/\/$/, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: (await response.text()).replace('<body>', `<body>${html}`) })
  })
}

const planted: [string, string, string][] = [
  ['an inline script', '<script>globalThis.owned = 1</script>', 'script-src-elem inline'],
  [
    'a script with another nonce',
    '<script nonce="AAAAAAAAAAAAAAAAAAAAAA==">globalThis.owned = 1</script>',
    'script-src-elem inline',
  ],
  [
    'a script of another site',
    '<script src="https://evil.example/x.js"></script>',
    'script-src-elem https://evil.example/x.js',
  ],
  ['an event handler', '<img src="data:," onerror="globalThis.owned = 1">', 'script-src-attr inline'],
  ['a style sheet of its own', '<style>body { display: none }</style>', 'style-src-elem inline'],
  ['a picture of another site', '<img src="https://evil.example/x.png">', 'img-src https://evil.example/x.png'],
  ['a frame', '<iframe src="https://evil.example/"></iframe>', 'frame-src https://evil.example'],
  ['another base address', '<base href="https://evil.example/">', 'base-uri https://evil.example'],
]

for (const [what, html, violation] of planted)
  test(
    `${what} in a page is not used, and is noticed`,
    { tag: what === 'an inline script' ? [] : PROVE_ONLY },
    async ({ page, violations }) => {
      await plant(page, html)
      await page.goto('/')
      await expect.poll(() => violations).toContainEqual(expect.stringContaining(violation))
      expect(await page.evaluate(() => 'owned' in globalThis)).toBe(false)
      // The page itself still works: none of its own resources is blocked.
      await expect(page.getByRole('combobox')).toBeFocused()
      expect(violations.splice(0).filter((seen) => !seen.startsWith(violation))).toEqual([])
    },
  )

test('the policy blocks and reports the requests of an injected script', async ({ page, violations }) => {
  await page.goto('/')
  await page.evaluate(async () => {
    await fetch('https://evil.example/').catch(() => undefined)
    const form = document.createElement('form')
    form.action = 'https://evil.example/'
    document.body.append(form)
    form.submit()
    const link = document.createElement('a')
    link.href = 'javascript:globalThis.owned = 1'
    document.body.append(link)
    link.click()
  })
  for (const violation of [
    'connect-src https://evil.example',
    'form-action https://evil.example',
    'script-src-elem inline',
  ])
    await expect.poll(() => violations).toContainEqual(expect.stringContaining(violation))
  violations.length = 0
  expect(await page.evaluate(() => 'owned' in globalThis)).toBe(false)
})
