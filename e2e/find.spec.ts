import { expect, test } from './fixtures/test'

const FIND = 'Find a subscription, invoice or customer'

test('any id lands on its page, and the pages opened are remembered', async ({ page, demo }) => {
  for (const kind of ['subscription', 'invoice', 'customer']) {
    const id = demo.ids.find((candidate) => candidate.kind === kind)?.id ?? ''
    await page.goto('/')
    await page.getByRole('combobox', { name: FIND }).fill(`  ${id} `)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(new RegExp(`/${kind}s/`))
  }
  await page.goto('/')
  await expect(page.getByRole('region', { name: 'Opened recently in this browser' }).getByRole('listitem')).toHaveCount(
    3,
  )
  await page.goto('/invoices')
  await expect(page.getByRole('region', { name: 'Opened recently in this browser' }).getByRole('listitem')).toHaveCount(
    1,
  )
})

test('Find works before its script is there, and by address', async ({ browser, demo }) => {
  const id = demo.ids.find(({ kind }) => kind === 'invoice')?.id ?? ''
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: demo.consoleUrl })
  const page = await context.newPage()
  await page.goto('/')
  await page.getByRole('combobox', { name: FIND }).fill(id)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/invoices/${id}$`))
  await page.goto('/find?id=no-such-id')
  await expect(page.getByText('None matches')).toBeVisible()
  await expect(page.getByRole('combobox', { name: FIND })).toHaveValue('no-such-id')
  await context.close()
})

test('an id nobody knows is said to match nothing', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('combobox', { name: FIND }).fill('no-such-id')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'None matches' })).toBeVisible()
  await page.getByRole('combobox', { name: FIND }).fill('..')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'cannot be an id' })).toBeVisible()
})

test('Ctrl+K comes to the box from any page', async ({ page, demo }) => {
  const id = demo.ids.find(({ kind }) => kind === 'invoice')?.id ?? ''
  await page.goto(`/invoices/${encodeURIComponent(id)}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(async () => {
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('combobox', { name: FIND })).toBeFocused({ timeout: 500 })
  }).toPass()
})

test('while the billing API is down, "none matches" is not said', async ({ page, startConsoleFor }) => {
  const { consoleUrl } = await startConsoleFor({ url: 'http://127.0.0.1:9', key: 'nobody-listens' })
  await page.goto(consoleUrl)
  await page.getByRole('combobox', { name: FIND }).fill('sub_1')
  await page.keyboard.press('Enter')
  const response = page.getByRole('status').filter({ hasText: 'Not known whether anything matches' })
  await expect(response).toBeVisible({ timeout: 15_000 })
  await expect(response).not.toContainText('None matches')
})

test('a wrong id answers 404 and says what was looked for', async ({ page }) => {
  const response = await page.goto('/subscriptions/sub%2Fnothing%20here')
  expect(response?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('No such subscription')
  await expect(page.getByText('sub/nothing here')).toBeVisible()
})

test('theme and time zone are remembered', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'Display', exact: true }).click()
  await page.getByRole('radio', { name: 'Dark' }).check()
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
})
