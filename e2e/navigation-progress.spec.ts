import { hold } from './fixtures/hold'
import { expect, test } from './fixtures/test'
import { jsonResponse } from '@/testing/fake-billing-api/response'
import { plainSubscription } from '@/testing/fake-billing-api/plain-resources'

/** A reaction within this time feels immediate. Playwright's own calls take part of it. */
const IMMEDIATE_MS = 1_000
const SLOW = 'slow-to-come'

test('a pressed link is marked and a progress line shows while the billing API is slow', async ({
  page,
  fakeApi,
  fakeApiUrl,
}) => {
  const body = { ...plainSubscription, id: SLOW }
  fakeApi.add('subscription', SLOW, jsonResponse(body))
  await page.goto(`${fakeApiUrl}/subscriptions/${SLOW}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.goto(fakeApiUrl)
  const { body: text } = jsonResponse(body)
  fakeApi.add('subscription', SLOW, { ...jsonResponse(body), dripMs: Math.ceil(4_000 / text.length) })

  const link = page.getByRole('region', { name: 'Opened recently' }).getByRole('link').first()
  const line = page.getByRole('progressbar', { name: 'Loading page' })
  await expect(line).toBeHidden()
  await link.click()
  await expect(line).toBeVisible({ timeout: IMMEDIATE_MS })
  await expect(link).toHaveAttribute('aria-busy', 'true', { timeout: IMMEDIATE_MS })
  expect((await line.boundingBox())?.y).toBe(0)
  expect(await link.evaluate((element) => getComputedStyle(element).boxShadow)).not.toBe('none')
  await expect(page).toHaveURL(new RegExp(`/subscriptions/${SLOW}$`), { timeout: 20_000 })
  await expect(line).toBeHidden()
})

test('the progress line shows within 100 ms of the press', async ({ page }) => {
  // A busy machine may delay one press. A slow progress line delays all three, so the fastest counts.
  const waits: number[] = []
  for (let press = 0; press < 3; press += 1) {
    await page.goto('/')
    const held = await hold(page, /[?&]_rsc=/)
    waits.push(await page.evaluate(pressActivity))
    await held.release()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Activity')
    await expect(page.getByRole('progressbar')).toBeHidden()
  }
  expect(Math.min(...waits), `waits in ms: ${waits.join(', ')}`).toBeLessThan(100)
})

/** Presses the link in an idle moment, after the page’s own scripts. Returns the ms until the line is in the page. */
const pressActivity = () =>
  new Promise<number>((resolve) => {
    requestIdleCallback(() => {
      const pressedAt = performance.now()
      new MutationObserver(() => {
        if (document.querySelector('[role=progressbar]')) resolve(performance.now() - pressedAt)
      }).observe(document.body, { childList: true, subtree: true })
      document.querySelector<HTMLElement>('nav a[href="/activity"]')?.click()
    })
  })

test('a page turn shows the line and marks its button until the rows arrive', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/customers/acme-inc/transactions')
  const held = await hold(page, /\/api\/customers\/[^/]+\/transactions\?/)
  const next = page.getByRole('button', { name: 'Next page' })
  await next.click()
  const lineOf = () =>
    page.evaluate(() => {
      const { content, height, animationName } = getComputedStyle(document.body, '::before')
      return content === 'none' ? 'none' : `${height} ${animationName}`
    })
  const shadow = () => next.evaluate((element) => getComputedStyle(element).boxShadow)
  await expect.poll(lineOf, { timeout: IMMEDIATE_MS }).toBe('3px none')
  expect(await shadow()).not.toBe('none')
  await held.release()
  await expect(page.getByRole('table', { name: 'Transactions' })).toHaveAttribute('aria-busy', 'false')
  expect(await lineOf()).toBe('none')
  expect(await shadow()).toBe('none')
})
