import type { Page } from '@playwright/test'
import { expectAccessible, reportSwept } from './fixtures/accessible'
import { ANN, test } from './fixtures/guarded-test'
import { expect } from './fixtures/test'
import { subscription, subscriptionPath } from './fixtures/subscription-page'
import { addUser, ageSignIns, forgetSession, PASSWORD, signIn } from './fixtures/users'

const ACTIVE = 'sub_globex'

test.afterAll(reportSwept)

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page).toHaveURL((url) => url.pathname === '/sign-in')
  await signIn(page, ANN)
  await expect(page).toHaveURL((url) => url.pathname === path)
}

async function typeReason(page: Page, action: 'Cancel' | 'Delete', reason: string) {
  await subscription(page).button(`${action} subscription`).click()
  const dialog = page.getByRole('alertdialog', { name: `${action} subscription?` })
  await dialog.getByRole('textbox', { name: 'Reason' }).fill(reason)
  await expect(dialog.locator('[aria-busy=false]')).toBeVisible()
  return {
    dialog,
    reason: dialog.getByRole('textbox', { name: 'Reason' }),
    confirm: dialog.getByRole('button', { name: `${action} subscription` }),
  }
}

test('without scripts: a wrong password is told, the right one leads to where somebody was, and out again', async ({
  browser,
  guarded,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(guarded.consoleUrl + subscriptionPath(ACTIVE))
  await signIn(page, ANN, 'not the right password')
  await expect(page.getByRole('alert')).toHaveText('Wrong email or password.')
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(ANN)
  await expect(page.getByRole('textbox', { name: 'Password' })).toHaveValue('')
  expect(page.url()).not.toContain('ann')
  await signIn(page, ANN)
  expect(new URL(page.url()).pathname).toBe(subscriptionPath(ACTIVE))
  await page.getByRole('button', { name: ANN }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  expect(new URL(page.url()).pathname).toBe('/sign-in')
  await context.close()
})

test('a session that ended brings somebody back to what they typed, which nobody sends', async ({ page, context }) => {
  await open(page, subscriptionPath(ACTIVE))
  const writes: string[] = []
  page.on('request', (request) => void (request.url().endsWith('/cancel') && writes.push(request.url())))
  const typed = await typeReason(page, 'Cancel', 'Asked for by phone')
  await typed.dialog.getByRole('textbox', { name: 'External customer ID' }).fill('globex-7')
  await forgetSession(context)
  await typed.confirm.click()
  await signIn(page, ANN)
  await expect(typed.reason).toHaveValue('Asked for by phone')
  await expect(typed.dialog.getByRole('textbox', { name: 'External customer ID' })).toHaveValue('globex-7')
  await expect(typed.dialog.locator('[aria-busy=false]')).toBeVisible()
  expect(writes, 'sent once, and refused').toHaveLength(1)
  await page.reload()
  await expect(subscription(page).button('Cancel subscription')).toBeEnabled()
  await expect(typed.dialog).toBeHidden()
})

test('to delete, somebody proves again who they are, and comes back to the open dialog', async ({ page, guarded }) => {
  const ended = subscriptionPath('sub_pied-piper')
  await open(page, ended)
  await ageSignIns(guarded, 20)
  const typed = await typeReason(page, 'Delete', 'Cleaning up')
  await typed.confirm.click()
  await expect(typed.dialog.getByRole('alert')).toContainText('Prove again who you are')
  await typed.dialog.getByRole('button', { name: 'Confirm it is you' }).click()
  await expect(page.getByRole('heading', { name: 'Confirm it is you' })).toBeVisible()
  await expectAccessible(page, 'step-up')
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(typed.reason).toHaveValue('Cleaning up')
  await expect(typed.dialog.locator('[aria-busy=false]')).toBeVisible()
  await typed.confirm.click()
  await expect(page.getByRole('main').getByRole('status').filter({ hasText: 'Deleted.' })).toBeVisible()
})

test('the account ends another session; signing out forgets what this browser remembers', async ({
  page,
  browser,
  guarded,
}) => {
  const context = await browser.newContext()
  const other = await context.newPage()
  await other.goto(`${guarded.consoleUrl}/account`)
  await signIn(other, ANN)
  await expect(other.getByRole('heading', { name: 'Account' })).toBeVisible()

  await open(page, subscriptionPath(ACTIVE))
  const remembered = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('recents')))
  await expect.poll(remembered).toHaveLength(1)
  await page.getByRole('button', { name: ANN }).click()
  await expect(page.getByRole('menuitem', { name: 'Account' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('This one')).toBeVisible()
  await expectAccessible(page, 'account')
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click()
  await expect(page.getByRole('button', { name: 'End session' })).toHaveCount(0)
  await other.reload()
  await expect(other.getByRole('button', { name: 'Sign in' })).toBeVisible()
  await context.close()

  await page.getByRole('button', { name: ANN }).click()
  await expect(page.getByRole('menuitem', { name: 'Account' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeFocused()
  await expectAccessible(page, 'user menu', '[role=menu]')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  expect(await remembered()).toEqual([])
})

test('pages of links and of the sign-in pass all of axe, and keep no token in the address', async ({ page }) => {
  for (const [path, heading] of [
    ['/sign-in?error=sign_in_refused', 'Sign in'],
    ['/set-up?token=abc', 'Set up the console'],
    ['/reset?token=abc', 'Choose a password'],
    ['/reset', 'Choose a password'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: heading })).toBeVisible()
    await expect(page).not.toHaveURL(/token/)
    await expectAccessible(page, path)
  }
})

test('a page is for whom it was made, whoever signs in with another tab', async ({ page, context, guarded }) => {
  const BOB = 'bob@example.com'
  await addUser(guarded, { email: BOB, role: 'agent' })
  const other = await context.newPage()
  const becomes = async (email: string) => {
    await forgetSession(context)
    await other.goto(`${guarded.consoleUrl}/sign-in`)
    await signIn(other, email)
    await expect(other).toHaveURL(`${guarded.consoleUrl}/`)
  }
  await open(page, subscriptionPath(ACTIVE))
  const typed = await typeReason(page, 'Cancel', 'Ann decided this')
  await becomes(BOB)
  await typed.confirm.click()
  await expect(page.getByRole('button', { name: BOB })).toBeVisible()
  await expect(typed.dialog).toBeHidden()
  const history = page.getByRole('region', { name: 'History' })
  await expect(history.getByRole('link', { name: 'Show in Activity' }).or(history.getByText('Nobody'))).toBeVisible()
  await expect(history).not.toContainText('Ann decided this')

  await becomes(ANN)
  await page.getByRole('link', { name: 'Invoices' }).click()
  await expect(page.getByRole('button', { name: ANN })).toBeVisible()
})
