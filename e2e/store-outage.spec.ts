import type { Page } from '@playwright/test'
import { PROVE_ONLY } from '../scripts/test/volume.mjs'
import { expectAccessible, reportCheckedStates } from './fixtures/accessible'
import { processesOn } from './fixtures/start-command'
import { startConsole, type TestConsole } from './fixtures/start-console'
import { subscriptionPath } from './fixtures/page-parts'
import { ADMIN } from './fixtures/sign-in'
import { expect, test as base } from './fixtures/test'
import { addUsers, signIn } from './fixtures/users'

const REFUSAL = 'Console database unavailable. Try again.'

/** A console whose store is the embedded database, which the test stops. */
const test = base.extend<{ own: TestConsole }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from this pattern.
  own: async ({}, use) => {
    const own = await startConsole({ store: 'embedded' })
    await addUsers(own.store)
    await use(own)
    await own.stop()
  },
  baseURL: ({ own }, use) => use(own.consoleUrl),
})

test.afterAll(reportCheckedStates)

/** Returns the pid of the console's embedded database. */
function storeOf({ dataDir }: TestConsole): number {
  const [pid] =
    [...processesOn(dataDir)].find(([, line]) => line.includes(`embedded-server.mjs ${dataDir}/console`)) ?? []
  if (pid === undefined) throw new Error('The console has no embedded database.')
  return pid
}

const failed = (page: Page) =>
  page.getByRole('main').getByRole('heading', { level: 1, name: 'This page could not be loaded' })

// In `npm test`: authenticate.db.test.ts, opened-objects.db.test.ts and sign-in-words.test.ts.
test(
  'every page reports a hanging store, keeps its form, and recovers with Retry',
  { tag: PROVE_ONLY },
  async ({ page, context, own }) => {
    const navigation = page.getByRole('navigation')
    await page.goto('/account')
    await signIn(page, ADMIN.email, ADMIN.password)
    await expect(page.getByRole('heading', { name: 'Account' })).toBeVisible()

    const [form, subscription] = [await context.newPage(), await context.newPage()]
    const store = storeOf(own)
    process.kill(store, 'SIGSTOP')
    try {
      // In parallel, because each page waits for the store until its timeout.
      await Promise.all([
        navigation.getByRole('link', { name: 'Users' }).click(),
        form.goto('/sign-in?error=store_unavailable&next=%2Fusers'),
        subscription.goto(subscriptionPath('sub_globex')),
      ])
      await expect(failed(page)).toBeVisible()
      await expect(navigation.first()).toBeVisible()

      await expect(form.getByRole('alert').filter({ hasText: REFUSAL })).toBeVisible()
      await expect(form.getByRole('textbox', { name: 'Email' })).toBeVisible()

      await expect(failed(subscription)).toBeVisible()
      await expect(
        subscription.getByRole('alert').filter({ hasText: 'Your sign-in could not be checked' }),
      ).toBeVisible()
      await expect(subscription.getByRole('navigation')).toHaveCount(0)
      await expectAccessible(subscription, 'a page without the store')
    } finally {
      process.kill(store, 'SIGCONT')
    }

    await subscription.getByRole('button', { name: 'Retry' }).click()
    await expect(subscription.getByRole('heading', { level: 1, name: 'Enterprise' })).toBeVisible()
    await expect(subscription.getByRole('navigation').first()).toBeVisible()
  },
)
