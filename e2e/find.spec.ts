import { once } from 'node:events'
import type { Route } from '@playwright/test'
import { PROVE_ONLY } from '../scripts/test/volume.mjs'
import { expectAccessible } from './fixtures/accessible'
import { forgetOpened } from './fixtures/forget-opened'
import { paste } from './fixtures/paste'
import { expect, test } from './fixtures/test'

const FIND = 'Find a subscription, invoice or customer'

test('Find opens the page of any id, and Home lists what was opened until it is forgotten', async ({ page, demo }) => {
  await forgetOpened(page)
  for (const kind of ['subscription', 'invoice', 'customer']) {
    const id = demo.ids.find((candidate) => candidate.kind === kind)?.id ?? ''
    await page.getByRole('combobox', { name: FIND }).fill(`  ${id} `)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(new RegExp(`/${kind}s/`))
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    // The page of a customer reads their ledger afterwards.
    if (kind === 'customer') await expect(page.getByText(/^From (all|the newest) /)).toBeVisible()
  }
  await page.goto('/')
  const opened = page.getByRole('region', { name: 'Opened recently' }).getByRole('listitem')
  await expect(opened).toHaveCount(3)
  await expect(opened).toContainText([/Last transaction /, /Paid/, /Active/])
  for (const item of await opened.allInnerTexts()) expect(item).toMatch(/just now|\d min ago/)
  await forgetOpened(page)
})

test('a subscription lists the invoices that were seen, which Find offers by number and customer', async ({ page }) => {
  await page.goto('/invoices/inv_globex_paid')
  const title = (await page.getByRole('heading', { level: 1 }).textContent()) ?? ''
  const row = page.getByRole('table', { name: 'Known invoices' }).getByRole('row', { name: title })
  // The index has the invoice soon after its page.
  await expect(async () => {
    await page.goto('/subscriptions/sub_globex')
    await expect(row).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await expect(row.getByRole('cell')).toHaveText([/^Paid/, /^\$[\d,]+\.\d\d/])
  await expect(row.getByRole('rowheader')).toHaveText(/\d{4} – \d/)
  await page.setViewportSize({ width: 360, height: 740 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)

  const box = page.getByRole('combobox', { name: FIND })
  const input = await box.elementHandle()
  await box.fill(title.replace('Invoice ', ''))
  await expect(
    page.getByRole('listbox', { name: /^(You opened|Opened by your team)$/ }).getByRole('option'),
  ).toHaveCount(1)
  expect(await box.evaluate((now, before) => now === before, input), 'the same input').toBe(true)
  await box.press('Enter')
  await expect(page).toHaveURL(/\/invoices\/inv_globex_paid$/)
})

const TABLE = 'In this ticket'

test('Find sends only the candidate IDs of a pasted ticket, by POST, and shows all of them in one table', async ({
  page,
}) => {
  await page.goto('/subscriptions/sub_globex')
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/find')) asked.push(`${request.method()} ${request.url()} ${request.postData()}`)
  })
  const box = page.getByRole('combobox', { name: FIND })
  const link = 'https://console.example/customers/acme-inc/transactions?page=2'
  await paste(box, `Dear support,\r\nour sub_globex is wrong, see ${link}\r\nand order 98-7654. Ticket #48211`)
  const table = page.getByRole('table', { name: TABLE })
  await expect(table.getByRole('row')).toHaveText([
    /^SelectIn the ticket\s*Found/,
    /^acme-inc.*Customer.*transactions/,
    /^sub_globex.*Subscription.*Enterprise.*Active/,
    /^98-7654.*Not found/,
  ])
  await expect(page).toHaveURL((url) => url.pathname === '/find' && url.search === '')
  await expect(page.getByRole('status').filter({ hasText: '2 found · 1 not found' })).toBeVisible()
  const { origin } = new URL(page.url())
  expect(asked).toEqual(['acme-inc', 'sub_globex', '98-7654'].map((id) => `POST ${origin}/api/find {"id":"${id}"}`))
  const kept = await page.evaluate(
    () => JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]) + document.cookie,
  )
  expect(kept).not.toContain('Dear support')
  expect(kept).toContain('sub_globex')

  await page.reload()
  await expect(table.getByRole('row')).toHaveCount(4)
  await paste(page.getByRole('combobox', { name: FIND }), 'Please look at\n"acme-inc" today')
  await expect(page).toHaveURL(/\/customers\/acme-inc$/)
})

test('the strip leads through the objects of a ticket until it is closed, and Back returns to the table', async ({
  page,
}) => {
  await page.goto('/')
  await paste(
    page.getByRole('combobox', { name: FIND }),
    'Ticket #48211\nsub_globex, inv_globex_paid, sub_nobody and inv_globex_overdue',
  )
  const table = page.getByRole('table', { name: TABLE })
  const strip = page.getByRole('navigation', { name: TABLE })
  await expect(page.getByRole('status').filter({ hasText: '3 found · 1 not found' })).toBeVisible()
  await expect(strip).toBeHidden()
  await expectAccessible(page, 'the results of a ticket')
  await table.getByRole('link', { name: /^Enterprise/ }).click()
  await expect(page).toHaveURL(/\/subscriptions\/sub_globex$/)
  await expect(strip.getByRole('listitem')).toHaveText([/sub_globex$/, /inv_globex_paid$/, /inv_globex_overdue$/])
  await expect(strip.getByRole('link', { name: /sub_globex$/ })).toHaveAttribute('aria-current', 'page')
  await expectAccessible(page, 'the strip of a ticket')

  await page.getByRole('button', { name: 'Cancel subscription' }).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog.getByRole('textbox', { name: 'Ticket' })).toHaveValue('48211')
  await page.keyboard.press('Escape')
  await page.goBack()
  await expect(page).toHaveURL((url) => url.pathname === '/find' && url.search === '')
  await expect(table.getByRole('row')).toHaveCount(5)
  await table.getByRole('link', { name: /^Enterprise/ }).click()

  await strip.getByRole('button', { name: 'Next' }).click()
  await expect(page).toHaveURL(/\/invoices\/inv_globex_paid$/)
  await strip.getByRole('button', { name: 'Next' }).click()
  await expect(page).toHaveURL(/\/invoices\/inv_globex_overdue$/)
  await expect(strip.getByRole('button', { name: 'Next' })).toHaveAttribute('aria-disabled', 'true')
  await strip.getByRole('button', { name: 'Previous' }).click()
  await expect(page).toHaveURL(/\/invoices\/inv_globex_paid$/)
  await strip.getByRole('button', { name: 'Close' }).click()
  await expect(strip).toBeHidden()
  expect(await page.evaluate(() => JSON.stringify(Object.values(sessionStorage)))).not.toContain('inv_globex_paid')
})

test('the arrow keys, Enter and Ctrl-click open the rows of the table', async ({ page, context }) => {
  await page.goto('/')
  const box = page.getByRole('combobox', { name: FIND })
  await paste(box, 'sub_nobody\nsub_globex\ninv_globex_paid')
  const links = page.getByRole('table', { name: TABLE }).getByRole('link')
  await expect(links).toHaveCount(2)
  await expect(box).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(links.first()).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(links.last()).toBeFocused()
  await page.keyboard.press('ArrowUp')
  const opened = context.waitForEvent('page')
  await links.last().click({ modifiers: ['ControlOrMeta'] })
  await expect(await opened).toHaveURL(/\/invoices\/inv_globex_paid$/)
  await expect(page).toHaveURL(/\/find$/)
  await links.first().focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/subscriptions\/sub_globex$/)
})

test('an ID that is spelled differently is shown beside the one that was found, and opens when it is chosen', async ({
  page,
}) => {
  await page.goto('/')
  await paste(page.getByRole('combobox', { name: FIND }), 'Please cancel sub_\nkoeln, sub-acme and SUB_HOOLI.')
  const rows = page.getByRole('table', { name: TABLE }).getByRole('row')
  await expect(rows).toHaveText([
    /^SelectIn the ticket/,
    /^sub_↵koeln.*sub_koeln.*Spelled differently/,
    /^sub-acme.*sub_acme.*Spelled differently/,
    /^SUB_HOOLI.*sub_hooli.*Spelled differently/,
  ])
  await paste(page.getByRole('combobox', { name: FIND }), 'SUB_HOOLI')
  await expect(rows).toHaveText([/^SelectIn the ticket/, /^SUB_HOOLI.*sub_hooli.*Spelled differently/])
  await expect(page).toHaveURL(/\/find$/)
  await rows.getByRole('link').click()
  await expect(page).toHaveURL(/\/subscriptions\/sub_hooli$/)
})

test('Find keeps the place of every row while lookups run', async ({ page }) => {
  await page.goto('/')
  const held = new Map<string | null, Route>()
  await page.route('**/api/find', (route) => void held.set(route.request().postData(), route))
  const ids = ['sub_no_1', 'sub_globex', 'sub_no_2', 'inv_globex_paid', 'sub_no_3']
  await paste(page.getByRole('combobox', { name: FIND }), ids.join('\n'))
  const end = async (id: string) => {
    await expect.poll(() => held.has(JSON.stringify({ id }))).toBe(true)
    await held.get(JSON.stringify({ id }))?.continue()
  }
  const headers = page.getByRole('table', { name: TABLE }).getByRole('rowheader')
  await expect(headers).toHaveText(ids)
  await end('sub_globex')
  await expect(page.getByRole('link', { name: /^Enterprise/ })).toBeVisible()
  await expect(headers).toHaveText(ids)
  for (const id of ['sub_no_1', 'inv_globex_paid', 'sub_no_2', 'sub_no_3']) await end(id)
  await expect(page.getByRole('status').filter({ hasText: '2 found · 3 not found' })).toBeVisible()
  await expect(headers).toHaveText(ids)
})

test('the address bar never holds a pasted ticket, even without scripts', async ({ page, browser, demo }) => {
  const ticket = 'Dear support, our sub_globex and inv_globex_paid are wrong, see order 98-7654.'
  await page.goto('/')
  const addresses: string[] = []
  page.on('framenavigated', (frame) => addresses.push(frame.url()))
  const box = page.getByRole('combobox', { name: FIND })
  const result = page.getByRole('status').filter({ hasText: '2 found · 1 not found' })
  await paste(box, ticket.replaceAll(', ', ',\n'))
  await expect(result).toBeVisible()
  await page.goto('/')
  await box.fill(ticket)
  await box.press('Enter')
  await expect(result).toBeVisible()
  await page
    .getByRole('row', { name: /^Select sub_globex/ })
    .getByRole('link')
    .click()
  await expect(page).toHaveURL(/\/subscriptions\/sub_globex$/)
  for (const address of addresses) expect(address).not.toMatch(/Dear|98-7654/)

  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: demo.consoleUrl })
  const withoutScripts = await context.newPage()
  await withoutScripts.goto('/')
  const plainBox = withoutScripts.getByRole('combobox', { name: FIND })
  await plainBox.fill(ticket)
  await plainBox.press('Enter')
  await expect(plainBox).toHaveValue(ticket)
  expect(await withoutScripts.locator('input:invalid').count()).toBe(1)
  expect(new URL(withoutScripts.url()).search).toBe('')
  await context.close()
})

test('Find sends the billing API only the candidate IDs of a pasted line, and a short exact text on request', async ({
  page,
  fakeApi,
  fakeApiUrl,
}) => {
  const line = 'Hi, on 3 Mar I was charged $1,200.50 for tx-90210, call me: +1 (555) 010-9999. Jane Doe'
  const name = 'Acme Holdings North America'
  // The console may check a change of an earlier test again meanwhile.
  const sentEarlier = new Set(fakeApi.requests.map(({ url }) => url))
  const sentSince = (start: number) =>
    fakeApi.requests.slice(start).flatMap(({ url }) => (sentEarlier.has(url) ? [] : [decodeURIComponent(url)]))
  await page.goto(fakeApiUrl)
  const start = fakeApi.requests.length
  const box = page.getByRole('combobox', { name: FIND })
  await box.fill(line)
  await box.press('Enter')
  const table = page.getByRole('table', { name: TABLE })
  await expect(table.getByRole('row', { name: /^tx-90210.*Not found/ })).toBeVisible()
  const exact = page.getByRole('button', { name: 'Search for this exact text' })
  await expect(exact).toHaveCount(0)
  expect(sentSince(start)).toHaveLength(3)
  for (const url of sentSince(start)) {
    expect(url).toContain('/tx-90210')
    expect(url).not.toMatch(/Hi|Mar|200|555|Doe/)
  }

  const beforeName = fakeApi.requests.length
  for (const text of [line, name]) {
    const address = await page.request.get(`${fakeApiUrl}/find?id=${encodeURIComponent(text)}`)
    const html = await address.text()
    expect(html).toContain('Not searched: this text is not one ID.')
    expect(html.includes('Search for this exact text')).toBe(text === name)
  }
  await box.fill(name)
  await box.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'No ID found in this text.' })).toBeVisible()
  expect(sentSince(beforeName)).toEqual([])
  await exact.click()
  await expect(table.getByRole('row', { name: /^Acme Holdings North America.*Not found/ })).toBeVisible()
  expect(sentSince(beforeName)).toHaveLength(3)
  for (const url of sentSince(beforeName)) expect(url).toContain(name)
})

test('Enter right after a paste keeps the pasted text', async ({ page }) => {
  await page.goto('/')
  const box = page.getByRole('combobox', { name: FIND })
  await expect(box).toBeFocused()
  await page.waitForLoadState('networkidle')
  const asked = new AbortController()
  const wasAsked = once(asked.signal, 'abort')
  await page.route('**/_next/static/**', async (route) => {
    await wasAsked
    await route.continue()
  })
  await paste(box, 'Dear support,\nplease look at sub_globex.')
  await box.press('Enter')
  asked.abort()
  await expect(page).toHaveURL(/\/subscriptions\/sub_globex$/)
})

test('Find works without its script, and by URL', async ({ browser, demo }) => {
  const id = demo.ids.find(({ kind }) => kind === 'invoice')?.id ?? ''
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: demo.consoleUrl })
  const page = await context.newPage()
  await page.goto('/')
  await page.getByRole('combobox', { name: FIND }).fill(id)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/invoices/${id}$`))
  await page.goto('/find?id=no-such-id')
  await expect(page.getByText('Nothing has this ID.')).toBeVisible()
  await expect(page.getByRole('combobox', { name: FIND })).toHaveValue('no-such-id')
  await context.close()
})

test('Find says once that nothing has an ID', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('combobox', { name: FIND }).fill('no-such-id')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Not found', { exact: true })).toHaveCount(1)
  await expect(page.getByRole('row', { name: /^no-such-id.*Not found/ })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Opened recently' })).toHaveCount(0)
  await page.getByRole('combobox', { name: FIND }).fill('..')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'can’t be an ID' })).toBeVisible()
})

test('Ctrl+K comes to the box from any page', { tag: PROVE_ONLY }, async ({ page, demo }) => {
  const id = demo.ids.find(({ kind }) => kind === 'invoice')?.id ?? ''
  await page.goto(`/invoices/${encodeURIComponent(id)}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(async () => {
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('combobox', { name: FIND })).toBeFocused({ timeout: 500 })
  }).toPass()
})

test('Find says that the search failed, with its cause once, while the billing API is down', async ({
  page,
  fakeApi,
  fakeApiUrl,
}) => {
  fakeApi.faults.inject({ response: { drop: 'immediately' } })
  await page.goto(fakeApiUrl)
  await page.getByRole('combobox', { name: FIND }).fill('unanswered')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('row', { name: /^unanswered.*Search failed/ })).toBeVisible({ timeout: 15_000 })
  await expect(page.getByText('Not found')).toHaveCount(0)
  await expect(page.getByText(/closed the connection/)).toHaveCount(1)
  await expect(page.getByText('BILLING_API_BASE_URL')).toBeHidden()
  await page.getByText('Technical detail').click()
  await expect(page.getByText('BILLING_API_BASE_URL')).toBeVisible()
  await paste(page.getByRole('combobox', { name: FIND }), Array.from({ length: 30 }, (_, n) => `sub_${n}`).join('\n'))
  await expect(
    page.getByRole('status').filter({ hasText: '25 could not be searched · 5 more not searched' }),
  ).toBeVisible({ timeout: 15_000 })
  await expect(page.getByText('The billing API closed the connection without a response')).toHaveCount(1)
  fakeApi.faults.clear()
})

test('a wrong id answers 404 and says what was looked for', { tag: PROVE_ONLY }, async ({ page }) => {
  const response = await page.goto('/subscriptions/sub%2Fnothing%20here')
  expect(response?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Subscription not found')
  await expect(page.getByText('sub/nothing here')).toBeVisible()
})

test('the browser remembers the theme and the time zone', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'Display', exact: true }).click()
  await page.getByRole('radio', { name: 'Dark' }).check()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Display', exact: true }).click()
  await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked()
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
})
