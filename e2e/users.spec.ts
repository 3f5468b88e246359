import { PROVE_ONLY } from '../scripts/test/volume.mjs'
import { expectAccessible } from './fixtures/accessible'
import { ADMIN, cookieOf, fetchSignedIn } from './fixtures/sign-in'
import { startConsole } from './fixtures/start-console'
import { expect, test } from './fixtures/test'

const BANNER = 'Demo data: anyone on this computer is admin.'

// In `npm test` by lib/people/server/accounts.db.test.ts.
test(
  'the demo says on every page that it is one, lists no users, and its first user ends it',
  { tag: PROVE_ONLY },
  async ({ page }) => {
    test.setTimeout(120_000)
    const demo = await startConsole()
    try {
      await page.goto(`${demo.consoleUrl}/subscriptions/sub_globex`)
      const banner = page.getByRole('complementary', { name: 'Demo' })
      await expect(banner).toContainText(BANNER)
      await expectAccessible(page, 'the demo’s banner', 'aside')
      await page.goto(`${demo.consoleUrl}/users`)
      await expect(page.getByRole('main')).toContainText('No users yet')
      await expect(page.getByRole('button', { name: 'Add user' })).toHaveCount(0)
      await page.getByRole('main').getByRole('link', { name: 'Set up sign-in' }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Set up sign-in')
      await expectAccessible(page, 'set up sign-in')
      await page.getByRole('textbox', { name: 'Email' }).fill('Ann@Example.com')
      await page.getByRole('button', { name: 'Create the first admin' }).click()
      await expect(page.getByRole('main').getByRole('status')).toContainText('ann@example.com is the first admin')
      const next = page.getByRole('link', { name: 'Set your password' })
      await expect(next).toHaveAttribute('href', /^\/reset\?token=[\w-]{43}$/)
      await expectAccessible(page, 'the first admin is made', 'main')

      const after = await fetch(`${demo.consoleUrl}/subscriptions/sub_globex`, { redirect: 'manual' })
      expect(after.headers.get('location')).toBe(
        `/sign-in?${new URLSearchParams({ next: '/subscriptions/sub_globex' })}`,
      )
      expect((await fetch(`${demo.consoleUrl}/api/subscriptions/sub_globex`)).status).toBe(401)
    } finally {
      await demo.stop()
    }
  },
)

test('an admin adds a user, changes the role, makes a link, disables and enables', async ({
  page,
  fakeApiUrl: consoleUrl,
}) => {
  test.setTimeout(120_000)
  await page.goto(`${consoleUrl}/users`)
  await expect(page.getByRole('complementary', { name: 'Demo' })).toHaveCount(0)
  const table = page.getByRole('table', { name: 'Users' })
  await expect(table.getByRole('row').filter({ hasText: ADMIN.email })).toContainText('You')

  const dialog = page.getByRole('alertdialog')
  await page.getByRole('button', { name: 'Add user' }).click()
  await dialog.getByRole('button', { name: 'Add user' }).click()
  await expect(dialog).toContainText('Enter an email address.')
  await dialog.getByRole('textbox', { name: 'Email' }).fill('eve@example.com')
  await dialog.getByRole('radio', { name: /^Agent/ }).check()
  await expectAccessible(page, 'add a user')
  await dialog.getByRole('button', { name: 'Add user' }).click()
  await expect(dialog.getByRole('textbox', { name: 'One-time link' })).toHaveValue(
    new RegExp(`^${consoleUrl}/reset\\?token=[\\w-]{43}$`),
  )
  await expect(dialog.getByRole('button', { name: 'Copy link' })).toBeVisible()
  await expectAccessible(page, 'a link that works once')
  await dialog.getByRole('button', { name: 'Done' }).click()

  const eve = table.getByRole('row').filter({ hasText: 'eve@example.com' })
  await expect(eve).toContainText('Agent')
  await expect(eve).toContainText('No password set yet')
  const act = async (item: string) => {
    await page.getByRole('button', { name: 'Actions for eve@example.com' }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  await act('Change role')
  await expectAccessible(page, 'change a role')
  await dialog.getByRole('radio', { name: /^Viewer/ }).check()
  await dialog.getByRole('button', { name: 'Change role' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(eve).toContainText('Viewer')
  await act('Disable user')
  await dialog.getByRole('button', { name: 'Disable user' }).click()
  await expect(eve).toContainText('Disabled')
  await act('Enable user')
  await dialog.getByRole('button', { name: 'Enable user' }).click()
  await expect(eve).not.toContainText('Disabled')
  await act('Create reset link')
  await dialog.getByRole('button', { name: 'Create reset link' }).click()
  await expect(dialog.getByRole('textbox', { name: 'One-time link' })).toHaveValue(/reset\?token=/)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await page.setViewportSize({ width: 360, height: 740 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  await expectAccessible(page, 'users, at 360 px')

  await page.getByRole('button', { name: `Actions for ${ADMIN.email}` }).click()
  await page.getByRole('menuitem', { name: 'Disable user' }).click()
  await dialog.getByRole('button', { name: 'Disable user' }).click()
  await expect(dialog.getByRole('alert')).toContainText('last admin')
  await dialog.getByRole('button', { name: 'Keep enabled' }).click()

  await page.getByRole('searchbox', { name: 'Search by email' }).fill('EVE@')
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(page).toHaveURL(/\?search=EVE/)
  await expect(table.locator('tbody > tr')).toHaveCount(1)
  expect(cookieOf(consoleUrl)).not.toBe('')
  expect((await fetchSignedIn(`${consoleUrl}/api/users`)).status).toBe(200)
})
