import { jsonResponse } from '@/testing/fake-billing-api/response'
import { plainInvoice } from '@/testing/fake-billing-api/plain-resources'
import { expectAccessible } from './fixtures/accessible'
import { forgetOpened } from './fixtures/page-parts'
import { hold } from './fixtures/hold'
import { expect, test } from './fixtures/keyboard-test'
import { paste } from './fixtures/clipboard'
import { startSession } from './fixtures/sign-in'

const FIND = 'Find a subscription, invoice or customer'
const TABLE = 'In this ticket'

test('an agent pastes a ticket, and goes through its objects by keyboard until they close it', async ({
  page,
  keys,
  context,
}) => {
  const box = page.getByRole('combobox', { name: FIND })
  const table = page.getByRole('table', { name: TABLE })
  const links = table.getByRole('link')
  const strip = page.getByRole('navigation', { name: TABLE })
  const addresses: string[] = []
  const asked: string[] = []
  page.on('framenavigated', (frame) => addresses.push(frame.url()))
  page.on('request', (request) => {
    if (request.url().includes('/api/find')) asked.push(`${request.method()} ${request.url()} ${request.postData()}`)
  })

  await test.step('Enter right after the paste keeps the ticket, and all of its IDs are in one table', async () => {
    await page.goto('/')
    await expect(box).toBeFocused()
    await page.waitForLoadState('networkidle')
    const scripts = await hold(page, '**/_next/static/**')
    const link = 'https://console.example/customers/acme-inc/transactions?page=2'
    await paste(
      box,
      `Dear support,\r\nour sub_globex is wrong, see ${link}, inv_globex_paid\r\nand order 98-7654. Ticket #48211`,
    )
    await keys.press('Enter')
    await scripts.release()
    await expect(table.getByRole('row')).toHaveText([
      /^SelectIn the ticket\s*Found/,
      /^acme-inc.*Customer.*transactions/,
      /^sub_globex.*Subscription.*Enterprise.*Active.*\$.*renews/s,
      /^inv_globex_paid.*Invoice/,
      /^98-7654.*Not found/,
    ])
    await expect(page.getByRole('status').filter({ hasText: '3 found · 1 not found' })).toBeVisible()
    await expect(strip).toBeHidden()
    await expectAccessible(page, 'the results of a ticket')
  })

  await test.step('one reply answers for all objects, and asks for what was not found, in the language that is chosen', async () => {
    const reply = page.locator('p[lang]')
    await expect(reply).toHaveText(/^Your Enterprise plan .*\nInvoice \d+ .*\nWe could not find 98-7654\./)
    await page.getByRole('radio', { name: 'German' }).check()
    await expect(reply).toHaveText(/^Ihr Tarif Enterprise .*\nRechnung \d+ .*\nZu 98-7654 haben wir nichts gefunden\./)
    await page.getByRole('radio', { name: 'English' }).check()
    await expectAccessible(page, 'the reply of a ticket')
  })

  await test.step('only the IDs are sent, by POST, and the browser keeps no text of the ticket', async () => {
    const { origin } = new URL(page.url())
    const ids = ['acme-inc', 'sub_globex', 'inv_globex_paid', '98-7654']
    expect(asked).toEqual(ids.map((id) => `POST ${origin}/api/find {"id":"${id}"}`))
    await expect(page).toHaveURL((url) => url.pathname === '/find' && url.search === '')
    for (const address of addresses) expect(address).not.toMatch(/Dear|98-7654/)
    const kept = await page.evaluate(
      () => JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]) + document.cookie,
    )
    expect(kept).not.toContain('Dear support')
    expect(kept).toContain('sub_globex')
  })

  await test.step('arrow keys and Enter open a row, and Ctrl and a click open one beside', async () => {
    await box.focus()
    await keys.press('ArrowDown')
    await expect(links.first()).toBeFocused()
    await keys.press('ArrowDown', 'ArrowDown')
    await expect(links.last()).toBeFocused()
    const opened = context.waitForEvent('page')
    await links.last().click({ modifiers: ['ControlOrMeta'] })
    await expect(await opened).toHaveURL(/\/invoices\/inv_globex_paid$/)
    await (await opened).close()
    await expect(page).toHaveURL(/\/find$/)
    await page.reload({ waitUntil: 'networkidle' })
    await expect(table.getByRole('row')).toHaveCount(5)
    await links.last().focus()
    await keys.press('ArrowUp', 'Enter')
    await expect(page).toHaveURL(/\/subscriptions\/sub_globex$/)
    await expect(strip.getByRole('listitem')).toHaveText([/acme-inc$/, /sub_globex$/, /inv_globex_paid$/])
    await expect(strip.getByRole('link', { name: /sub_globex$/ })).toHaveAttribute('aria-current', 'page')
    await expectAccessible(page, 'the strip of a ticket')
  })

  await test.step('the number of the ticket is in the dialog, and Back returns to the table', async () => {
    await page.getByRole('button', { name: 'Cancel subscription' }).click()
    await expect(page.getByRole('alertdialog').getByRole('textbox', { name: 'Ticket' })).toHaveValue('48211')
    await keys.press('Escape')
    await page.goBack()
    await expect(page).toHaveURL((url) => url.pathname === '/find' && url.search === '')
    await expect(table.getByRole('row')).toHaveCount(5)
    await page.goForward()
    await expect(page).toHaveURL(/\/subscriptions\/sub_globex$/)
  })

  await test.step('the keys ] and [ lead to the next and the previous object, until the ticket is closed', async () => {
    await expect(strip).toBeVisible()
    await keys.press(']')
    await expect(page).toHaveURL(/\/invoices\/inv_globex_paid$/)
    await expect(strip.getByRole('button', { name: 'Next' })).toHaveAttribute('aria-disabled', 'true')
    await keys.press('[')
    await expect(page).toHaveURL(/\/subscriptions\/sub_globex$/)
    await strip.getByRole('button', { name: 'Previous' }).click()
    await expect(page).toHaveURL(/\/customers\/acme-inc$/)
    await strip.getByRole('button', { name: 'Close' }).click()
    await expect(strip).toBeHidden()
    expect(await page.evaluate(() => JSON.stringify(Object.values(sessionStorage)))).not.toContain('inv_globex_paid')
  })
})

test('an agent opens IDs of each kind, and comes back to them by Home, by Ctrl+K and by number', async ({
  page,
  keys,
}) => {
  const box = page.getByRole('combobox', { name: FIND })
  await forgetOpened(page)

  await test.step('Find opens the page of an ID, and Home lists what was opened', async () => {
    for (const [id, path] of [
      ['sub_globex', '/subscriptions/'],
      ['inv_globex_paid', '/invoices/'],
      ['acme-inc', '/customers/'],
    ] as const) {
      await box.fill(`  ${id} `)
      await keys.press('Enter')
      await expect(page).toHaveURL(new RegExp(`${path}${id}$`))
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    }
    // The page of a customer reads their ledger afterwards.
    await expect(page.getByText(/^From (all|the newest) /)).toBeVisible()
    await page.goto('/')
    const opened = page.getByRole('region', { name: 'Opened recently' }).getByRole('listitem')
    await expect(opened).toContainText([/last transaction/, /Paid/, /Active/])
    for (const item of await opened.allInnerTexts()) expect(item).toMatch(/just now|\d min ago/)
  })

  await test.step('an arrow key that is pressed as the options appear chooses the first', async () => {
    await expect(box).toBeFocused()
    // In the task that adds the list to the page, before the browser paints it.
    await page.evaluate(() => {
      new MutationObserver((_, observer) => {
        if (!document.querySelector('[role=option]')) return
        observer.disconnect()
        const key = { key: 'ArrowDown', bubbles: true }
        document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', key))
      }).observe(document.body, { childList: true, subtree: true })
    })
    await keys.press('ArrowDown')
    await expect(page.getByRole('option').first()).toHaveAttribute('aria-selected', 'true')
  })

  await test.step('Ctrl+K comes from anywhere, and Escape returns to where the focus was', async () => {
    await page.goto('/customers/acme-inc/transactions')
    const refresh = page.getByRole('button', { name: 'Refresh' })
    const offers = page.getByRole('listbox', { name: 'You opened' })
    await keys.tabTo(refresh)
    await keys.press('Control+k')
    await expect(box).toBeFocused()
    await expect(offers.getByRole('option')).toHaveCount(3)
    await keys.press('Escape')
    await expect(offers).toBeHidden()
    await expect(box).toBeFocused()
    await keys.press('Escape')
    await expect(refresh).toBeFocused()
  })

  await test.step('a subscription lists the invoices that were seen, and Find offers one by its number', async () => {
    await page.goto('/invoices/inv_globex_paid')
    const title = await page.getByRole('heading', { level: 1 }).innerText()
    const row = page.getByRole('table', { name: 'Known invoices' }).getByRole('row', { name: title })
    const older = page.getByRole('button', { name: /^Show \d+ more invoices$/ })
    // The index has the invoice soon after its page.
    await expect(async () => {
      await page.goto('/subscriptions/sub_globex')
      // There are more when other tests have opened them.
      if (await older.isVisible()) await older.click()
      await expect(row).toBeVisible({ timeout: 2_000 })
    }).toPass()
    await expect(row.getByRole('cell')).toHaveText([/ – /, /^Paid/, /^\$[\d,]+\.\d\d/])
    const input = await box.elementHandle()
    await box.fill(title.replace('Invoice ', ''))
    await expect(
      page.getByRole('listbox', { name: /^(You opened|Opened by your team)$/ }).getByRole('option'),
    ).toHaveCount(1)
    expect(await box.evaluate((now, before) => now === before, input), 'the same input').toBe(true)
    await keys.press('Enter')
    await expect(page).toHaveURL(/\/invoices\/inv_globex_paid$/)
  })
})

test('a colleague finds an invoice of the team by its number, and signing out forgets their ticket', async ({
  page,
  browser,
  fakeApi,
  fakeApiUrl,
}) => {
  const id = 'seen-by-a-colleague'
  fakeApi.add(
    'invoice',
    id,
    jsonResponse({ ...plainInvoice, id, vanityId: 88_042, vanityIdString: null, status: 'paid' }),
  )
  await page.goto(`${fakeApiUrl}/invoices/${id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Invoice 88042')

  const context = await browser.newContext()
  // A session of its own, because signing out ends it.
  const [name = '', value = ''] = (await startSession(fakeApiUrl)).split('=')
  await context.addCookies([{ name, value, url: fakeApiUrl, httpOnly: true, sameSite: 'Lax' }])
  const colleague = await context.newPage()
  await colleague.goto(fakeApiUrl)
  const box = colleague.getByRole('combobox', { name: FIND })
  await box.pressSequentially('#880')
  const seen = colleague.getByRole('listbox', { name: 'Opened by your team' })
  await expect(seen.getByRole('option')).toHaveText(/^Invoice\s*Invoice 88042 · paid · 12\.50 · as of \d/)
  await box.press('ArrowDown')
  await box.press('Enter')
  await expect(colleague).toHaveURL(new RegExp(`/invoices/${id}$`))

  await colleague.goto(fakeApiUrl)
  await colleague.waitForLoadState('networkidle')
  await paste(box, 'sub_forget_1\nsub_forget_2')
  await expect(colleague.getByRole('status').filter({ hasText: '2 not found' })).toBeVisible()
  const stored = () => colleague.evaluate(() => JSON.stringify(Object.values(sessionStorage)))
  expect(await stored()).toContain('sub_forget_1')
  await colleague.getByRole('button', { name: '@' }).click()
  await colleague.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(colleague).toHaveURL(/\/sign-in/)
  expect(await stored()).not.toContain('sub_forget_1')
  await context.close()
})

test('without scripts Find opens an ID, and sends no pasted ticket', async ({ browser, demo }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: demo.consoleUrl })
  const page = await context.newPage()
  const box = page.getByRole('combobox', { name: FIND })
  await page.goto('/')
  await box.fill('inv_globex_paid')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/invoices\/inv_globex_paid$/)

  await page.goto('/')
  const ticket = 'Dear support, our sub_globex and inv_globex_paid are wrong, see order 98-7654.'
  await box.fill(ticket)
  await page.keyboard.press('Enter')
  await expect(box).toHaveValue(ticket)
  expect(await page.locator('input:invalid').count()).toBe(1)
  expect(new URL(page.url()).search).toBe('')

  await page.goto('/find?id=no-such-id')
  await expect(page.getByRole('table', { name: 'In this ticket' })).toContainText('Not found')
  await expect(box).toHaveValue('no-such-id')
  const exact = page.getByRole('button', { name: 'Search for this exact text' })
  for (const [text, count] of [
    [ticket, 0],
    ['Acme Holdings North America', 1],
  ] as const) {
    await page.goto(`/find?id=${encodeURIComponent(text)}`)
    await expect(page.getByText('Not searched: this text is not one ID.')).toBeVisible()
    await expect(exact).toHaveCount(count)
  }
  await context.close()
})
