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

const PLANTED: [string, string, string][] = [
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

async function expectUnused(page: Page, violations: string[], violation: string): Promise<void> {
  await page.goto('/')
  await expect.poll(() => violations).toContainEqual(expect.stringContaining(violation))
  expect(await page.evaluate(() => 'owned' in globalThis)).toBe(false)
  // The page itself still works: none of its own resources is blocked.
  await expect(page.getByRole('combobox')).toBeFocused()
  expect(violations.splice(0).filter((seen) => !seen.startsWith(violation))).toEqual([])
}

for (const [what, html, violation] of PLANTED)
  test(`${what} in a page is not used, and is noticed`, { tag: PROVE_ONLY }, async ({ page, violations }) => {
    await plant(page, html)
    await expectUnused(page, violations, violation)
  })

test('the policy blocks and reports an inline script and the requests of an injected one, and pages raise no warning', async ({
  page,
  violations,
}) => {
  const warnings: string[] = []
  page.on('console', (message) => {
    if (['warning', 'error'].includes(message.type())) warnings.push(message.text())
  })
  for (const path of ['/', '/subscriptions/sub_globex', '/sign-in', '/no/such/page/%zz']) await page.goto(path)
  // Chromium's own message for the last one, which shows that messages arrive.
  expect(warnings).toEqual([expect.stringContaining('responded with a status of 400')])

  const [, inlineScript, violationOfScript] = PLANTED[0] ?? ['', '', '']
  await plant(page, inlineScript)
  await expectUnused(page, violations, violationOfScript)
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
