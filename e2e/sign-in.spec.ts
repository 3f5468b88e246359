import type { Page } from '@playwright/test'
import { PROVE_ONLY } from '../scripts/test/volume.mjs'
import { expectAccessible, expectAccessibleInProve, reportCheckedStates } from './fixtures/accessible'
import { hydrated } from './fixtures/hydrated'
import { expect, test as base } from './fixtures/test'
import { subscription, subscriptionPath } from './fixtures/page-parts'
import { addUser, ageSignIns, ANN, BOB, forgetSession, PASSWORD, signIn } from './fixtures/users'

const ACTIVE = 'sub_globex'
const UPCOMING = 'sub_umbra'
const ENDED = 'sub_pied-piper'

const test = base.extend({ baseURL: ({ guarded }, use) => use(guarded.consoleUrl) })
test.afterAll(reportCheckedStates)

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

test('signing in works without scripts, shows a password on demand, also by keyboard, and keeps no token in the URL', async ({
  browser,
  page,
  guarded,
}) => {
  await test.step('without scripts: an error for a wrong password, the earlier page for the right one', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false })
    const unscripted = await context.newPage()
    await unscripted.goto(guarded.consoleUrl + subscriptionPath(ACTIVE))
    await signIn(unscripted, ANN, 'not the right password')
    await expect(unscripted.getByRole('alert')).toHaveText('Wrong email or password.')
    await expect(unscripted.getByRole('button', { name: 'Show password' })).toHaveCount(0)
    await expect(unscripted.getByRole('textbox', { name: 'Email' })).toHaveValue(ANN)
    await expect(unscripted.getByRole('textbox', { name: 'Password' })).toHaveValue('')
    expect(unscripted.url()).not.toContain('ann')
    await unscripted.goto(`${guarded.consoleUrl}/sign-in?error=oidc_no_access`)
    await expect(unscripted.getByRole('alert')).toContainText('you are in no group with access. Ask an admin.')
    await unscripted.goto(guarded.consoleUrl + subscriptionPath(ACTIVE))
    await signIn(unscripted, ANN)
    expect(new URL(unscripted.url()).pathname).toBe(subscriptionPath(ACTIVE))
    await unscripted.getByRole('button', { name: ANN }).click()
    await unscripted.getByRole('menuitem', { name: 'Sign out' }).click()
    expect(new URL(unscripted.url()).pathname).toBe('/sign-in')
    await context.close()
  })

  await test.step('a password is shown on demand, and hidden when the form is sent', async () => {
    await page.goto('/sign-in?error=sign_in_refused')
    const password = page.getByRole('textbox', { name: 'Password' })
    await password.fill('not the right password')
    await expect(password).toHaveAttribute('type', 'password')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: 'Show password' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(password).toHaveAttribute('type', 'text')
    await expect(page.getByRole('status').filter({ hasText: 'Password is shown' })).toBeAttached()
    await expectAccessible(page, 'a refused sign-in, and a password that is shown')
    await page.getByRole('button', { name: 'Hide password' }).click()
    await expect(password).toHaveAttribute('type', 'password')
    await page.getByRole('button', { name: 'Show password' }).click()
    await page.getByRole('textbox', { name: 'Email' }).fill('nobody@example.com')
    await page.evaluate(() => document.forms[0]?.addEventListener('submit', (event) => event.preventDefault()))
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(password).toHaveAttribute('type', 'password')
  })

  await test.step('the pages of a link offer to show the new password, and pass axe', async () => {
    for (const [path, heading] of [
      ['/set-up?token=abc', 'Set up the console'],
      ['/reset?token=abc', 'Choose a password'],
    ] as const) {
      await page.goto(path)
      await expect(page.getByRole('heading', { name: heading })).toBeVisible()
      await expect(page).not.toHaveURL(/token/)
      await page.getByRole('button', { name: 'Show new password' }).click()
      await expect(page.getByRole('textbox', { name: 'New password' })).toHaveAttribute('type', 'text')
      await expectAccessible(page, path)
    }
    await page.goto('/reset')
    await expect(page.getByRole('heading', { name: 'Choose a password' })).toBeVisible()
    await expectAccessibleInProve(page, '/reset without a token')
  })
})

// failed-attempts.db.test.ts tests the delay, and sign-in-words.test.ts what the page says.
test(
  'delays a sign-in after six wrong passwords, shows the delay, and then accepts the right one',
  { tag: PROVE_ONLY },
  async ({ page, guarded }) => {
    const LOU = 'lou@example.com'
    await addUser(guarded, { email: LOU, role: 'viewer' })
    // Next has its own alert element.
    const alert = page.getByRole('alert').filter({ hasText: /./ })
    await page.goto(`${guarded.consoleUrl}/sign-in`)
    for (let count = 1; count <= 5; count += 1) {
      await signIn(page, LOU, `not the right password ${count}`)
      await expect(alert).toContainText('Wrong email or password.')
    }
    await expect(alert).toHaveText('Wrong email or password. The next attempt will take about 1 second.')
    await signIn(page, LOU, 'not the right password 6')
    await expect(page).toHaveURL(/wait=1/)
    await signIn(page, LOU)
    await expect(page.getByRole('button', { name: LOU })).toBeVisible()
  },
)

test('what an agent typed survives an ended session and a fresh sign-in, and no other user sees it', async ({
  page,
  browser,
  context,
  guarded,
}) => {
  test.setTimeout(120_000)
  await test.step('after a session ended, it is back and not sent', async () => {
    await open(page, subscriptionPath(ACTIVE))
    const writes: string[] = []
    page.on('request', (request) => void (request.url().endsWith('/cancel') && writes.push(request.url())))
    const typed = await typeReason(page, 'Cancel', 'Asked for by phone')
    await typed.dialog.getByRole('textbox', { name: 'External customer ID' }).fill('globex-7')
    await forgetSession(context)
    await typed.confirm.click()
    await expect(page.getByText('Your session ended. Nothing was sent, and your text is kept.')).toBeVisible()
    await signIn(page, ANN)
    await expect(typed.reason).toHaveValue('Asked for by phone')
    await expect(typed.dialog.getByRole('textbox', { name: 'External customer ID' })).toHaveValue('globex-7')
    await expect(typed.dialog.locator('[aria-busy=false]')).toBeVisible()
    expect(writes, 'sent once, and refused').toHaveLength(1)
    await page.reload()
    await expect(subscription(page).button('Cancel subscription')).toBeEnabled()
    await expect(typed.dialog).toBeHidden()
  })

  await test.step('a page shows only its own user’s data after another user signs in in another tab', async () => {
    const elsewhere = await browser.newContext()
    const other = await elsewhere.newPage()
    await other.goto(`${guarded.consoleUrl}/sign-in`)
    await signIn(other, BOB)
    await expect(other).toHaveURL(`${guarded.consoleUrl}/`)
    const bobs = await elsewhere.cookies()
    await elsewhere.close()

    await forgetSession(context)
    await open(page, subscriptionPath(ACTIVE))
    const anns = await context.cookies()
    const typed = await typeReason(page, 'Cancel', 'Ann decided this')
    // Tabs share the cookie only. It changes at once, because a read without a session would lead to the sign-in.
    await context.addCookies(bobs)
    await typed.confirm.click()
    await expect(page.getByRole('button', { name: BOB })).toBeVisible()
    await expect(typed.dialog).toBeHidden()
    await expect(page.getByRole('region', { name: 'Answer' })).toBeVisible()
    await expect(page.getByRole('main')).not.toContainText('Ann decided this')

    await context.addCookies(anns)
    await page.getByRole('link', { name: 'Invoices' }).click()
    await expect(page.getByRole('button', { name: ANN })).toBeVisible()
  })

  await test.step('a delete asks for a fresh sign-in, before any input when it can, and returns to it', async () => {
    // A read of the page before would lead it to the sign-in meanwhile.
    await page.goto(`${guarded.consoleUrl}/robots.txt`)
    await forgetSession(context)
    await open(page, subscriptionPath(ENDED))
    const typed = await typeReason(page, 'Delete', 'Cleaning up')
    await ageSignIns(guarded, 20)

    const later = hydrated(await context.newPage())
    const { button } = subscription(later)
    await later.goto(guarded.consoleUrl + subscriptionPath(ACTIVE))
    await button('Cancel subscription').click()
    const cancelling = later.getByRole('alertdialog', { name: 'Cancel subscription?' })
    await expect(cancelling.locator('[aria-busy=false]')).toBeVisible()
    await expect(cancelling.getByRole('textbox', { name: 'Reason' }), 'this cancel deletes nothing').toBeVisible()
    await later.goto(guarded.consoleUrl + subscriptionPath(UPCOMING))
    await button('Cancel subscription').click()
    await expect(cancelling.getByRole('button', { name: 'Confirm it is you' }), 'this one deletes').toBeVisible()
    await later.goto(guarded.consoleUrl + subscriptionPath(ENDED))
    const deleting = later.getByRole('alertdialog', { name: 'Delete subscription?' })
    await button('Delete subscription').click()
    await expect(deleting.getByRole('button', { name: 'Confirm it is you' })).toBeFocused()
    await expect(deleting.getByRole('textbox', { name: 'Reason' })).toHaveCount(0)
    await expectAccessible(later, 'step-up first', '[role=alertdialog]')
    await later.close()

    await typed.confirm.click()
    await expect(typed.dialog.getByRole('alert')).toContainText(
      'Nothing was sent: deleting needs a sign-in within the last 15 minutes.',
    )
    await typed.dialog.getByRole('button', { name: 'Confirm it is you' }).click()
    await expect(page.getByRole('heading', { name: 'Confirm it is you' })).toBeVisible()
    await expectAccessible(page, 'step-up')
    await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Confirm', exact: true }).click()
    await expect(typed.reason).toHaveValue('Cleaning up')
    await expect(typed.dialog.locator('[aria-busy=false]')).toBeVisible()
    await typed.confirm.click()
    await expect(page.getByRole('main').getByRole('status').filter({ hasText: 'Subscription deleted' })).toBeVisible()
  })
})

test('the account page ends another session, and signing out clears this browser’s memory', async ({
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
  const kept = () =>
    page.evaluate(() =>
      [localStorage, sessionStorage]
        .flatMap((storage) => Object.keys(storage))
        .filter((key) => key.startsWith('billing-console:')),
    )
  // What earlier versions kept goes with the next page.
  await page.evaluate(() => localStorage.setItem('billing-console:recents:Local:ann', '[]'))
  await page.reload()
  await expect.poll(kept).toEqual([])
  await page.getByRole('button', { name: ANN }).click()
  await expect(page.getByRole('menuitem', { name: 'Account' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('This session')).toBeVisible()
  for (const name of ['Show current password', 'Show new password'])
    await expect(page.getByRole('button', { name, exact: true })).toBeVisible()
  await expectAccessible(page, 'account')
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click()
  await expect(page.getByRole('button', { name: 'End session' })).toHaveCount(0)
  await other.reload()
  await expect(other.getByRole('button', { name: 'Sign in' })).toBeVisible()
  await context.close()

  await page.evaluate(() => sessionStorage.setItem('billing-console:typed', '{}'))
  expect(await kept()).toEqual(['billing-console:typed'])
  await page.getByRole('button', { name: ANN }).click()
  await expect(page.getByRole('menuitem', { name: 'Account' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitem', { name: 'Status' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeFocused()
  await expectAccessible(page, 'user menu', '[role=menu]')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  expect(await kept()).toEqual([])
})
