import { jsonResponse } from '@/testing/fake-billing-api/response'
import { plainSubscription } from '@/testing/fake-billing-api/plain-resources'
import { hold } from './fixtures/hold'
import { expect, test } from './fixtures/test'

const OPENED = 'slow-to-come'

test('a link reads its page when the pointer or the focus reaches it, and is marked while the page is slow', async ({
  page,
  fakeApi,
  fakeApiUrl,
}) => {
  await test.step('nothing is read before', async () => {
    const asked: string[] = []
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url())
      if (searchParams.has('_rsc')) asked.push(pathname)
    })
    await page.goto('/subscriptions', { waitUntil: 'networkidle' })
    expect(asked).toEqual([])
    const menu = page.getByRole('navigation', { name: 'Main' })
    await menu.getByRole('link', { name: 'Users' }).hover()
    await expect.poll(() => asked).toContain('/users')
    await menu.getByRole('link', { name: 'Activity' }).focus()
    await expect.poll(() => asked).toContain('/activity')
    expect(new Set(asked)).toEqual(new Set(['/users', '/activity']))
  })

  await test.step('a pressed link is marked, and a line at the top shows, until the page is there', async () => {
    fakeApi.add('subscription', OPENED, jsonResponse({ ...plainSubscription, id: OPENED }))
    await page.goto(`${fakeApiUrl}/subscriptions/${OPENED}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.goto(fakeApiUrl)
    const link = page.getByRole('region', { name: 'Opened recently' }).getByRole('link').first()
    const line = page.getByRole('progressbar', { name: 'Loading page' })
    await expect(line).toBeHidden()
    const held = await hold(page, /[?&]_rsc=/)
    await link.click()
    await expect(line).toBeVisible()
    await expect(link).toHaveAttribute('aria-busy', 'true')
    expect((await line.boundingBox())?.y).toBe(0)
    expect(await link.evaluate((element) => getComputedStyle(element).boxShadow)).not.toBe('none')
    await held.release()
    await expect(page).toHaveURL(new RegExp(`/subscriptions/${OPENED}$`))
    await expect(line).toBeHidden()
  })
})
