import type { Page } from '@playwright/test'
import { CSRF_HEADER } from '@/lib/core/request-headers'
import { PROVE_ONLY, tally } from '../scripts/test/volume.mjs'
import { tryEverything, type ForeignPage, openForeignPage } from './fixtures/foreign-page'
import { cookieOf, fetchSignedIn, signInBrowser } from './fixtures/sign-in'
import { expect, test } from './fixtures/test'
import { SCENARIO_IDS } from '@/testing/fake-billing-api/ids'
import type { FakeBillingApi } from '@/testing/fake-billing-api/start-fake-billing-api'

test.describe.configure({ mode: 'serial' })
test.setTimeout(240_000)

const { active } = SCENARIO_IDS.subscription
let foreign: ForeignPage
test.beforeAll(async () => {
  foreign = await openForeignPage()
})
test.afterAll(() => foreign.close())

// Violations on foreign pages and on plain error responses are not violations of the console's pages.
test.afterEach(({ violations }) => void violations.splice(0))

const attempts = (consoleUrl: string, id: string) => ({
  cancelUrl: `${consoleUrl}/api/subscriptions/${encodeURIComponent(id)}/cancel`,
  deleteUrl: `${consoleUrl}/api/subscriptions/${encodeURIComponent(id)}`,
  otherUrls: [`${consoleUrl}/api/sign-out`],
  header: CSRF_HEADER.name,
})

/** Tries every attempt from one foreign page, including navigations of the whole page. */
async function attackFrom(page: Page, url: string, consoleUrl: string, id: string): Promise<number> {
  await page.goto(url)
  const targets = attempts(consoleUrl, id)
  const { tried, readable } = await page.evaluate(tryEverything, targets)
  expect(readable).toEqual([])
  const topLevel = [targets.cancelUrl, targets.deleteUrl]
  const enctypes = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']
  for (const target of topLevel)
    for (const enctype of enctypes) {
      await page.goto(url)
      const arrived = page.waitForURL((at) => at.href.startsWith(consoleUrl))
      await page.evaluate(
        ({ action, type }) => {
          document.body.innerHTML = '<form method="post"><input name=\'{"reason":"\' value=\'"}\'></form>'
          const [form] = document.forms
          if (form) Object.assign(form, { action, enctype: type }).submit()
        },
        { action: target, type: enctype },
      )
      await arrived
    }
  for (const target of topLevel) {
    await page.goto(url)
    const opened = page.context().waitForEvent('page')
    await page.evaluate((href) => {
      const link = Object.assign(document.createElement('a'), { href, target: '_blank', rel: 'opener' })
      document.body.append(link)
      link.click()
    }, target)
    await (await opened).close()
    await page.evaluate((href) => location.assign(href), target)
    await page.waitForURL((at) => at.href.startsWith(consoleUrl))
  }
  return tried + topLevel.length * (2 + enctypes.length)
}

/** Returns the cookies that a subresource request of a foreign page sends to the console's host. */
async function cookiesFrom(page: Page, url: string): Promise<string> {
  await page.goto(url)
  await page.evaluate((probe) => fetch(probe, { mode: 'no-cors', credentials: 'include' }), `${foreign.urls[0]}probe`)
  return foreign.cookies.pop() ?? ''
}

/** Another port is another site to the console but not to a browser's cookies. In `npm test`: handle.test.ts, by the headers. */
for (const [index, kind] of ['another port', 'another host'].entries())
  test(
    `a page of ${kind} changes nothing for somebody who is signed in, in any form a browser can send`,
    { tag: PROVE_ONLY },
    async ({ page, context, fakeApi, fakeApiUrl: consoleUrl }) => {
      await signInBrowser(context, consoleUrl)
      const writes = writesFrom(fakeApi)
      let arrived = 0
      context.on('request', (request) => void (arrived += Number(request.url().startsWith(consoleUrl))))
      const before = await subscription(consoleUrl, active)
      const url = foreign.urls[index] ?? ''
      // Another site gets the cookie with navigations only. To a browser, another port of a host is the same site.
      expect(await cookiesFrom(page, url)).toBe(kind === 'another host' ? '' : cookieOf(consoleUrl))
      const tried = await attackFrom(page, url, consoleUrl, active)
      expect(arrived).toBeGreaterThan(tried / 2)
      expect(writes()).toEqual([])
      expect(await subscription(consoleUrl, active)).toEqual(before)
      tally('requests from a foreign page', tried)
    },
  )

/** Collects the requests to the billing API from now on, except reads. */
function writesFrom({ requests }: FakeBillingApi) {
  const first = requests.length
  return () => requests.slice(first).filter(({ method }) => method !== 'GET')
}

/** Reads a subscription as the signed-in user, without the time of the read. */
async function subscription(consoleUrl: string, id: string): Promise<unknown> {
  const response = await fetchSignedIn(`${consoleUrl}/api/subscriptions/${encodeURIComponent(id)}`)
  expect(response.status).toBe(200)
  return { ...(await response.json()), asOf: '' }
}
