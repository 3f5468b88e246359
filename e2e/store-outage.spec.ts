import type { Page } from '@playwright/test'
import { expectAccessible, reportCheckedStates } from './fixtures/accessible'
import { processesOn } from './fixtures/start-command'
import type { TestConsole } from './fixtures/start-console'
import { subscriptionPath } from './fixtures/subscription-page'
import { test } from './fixtures/guarded-test'
import { ADMIN } from './fixtures/sign-in'
import { expect } from './fixtures/test'
import { signIn } from './fixtures/users'

const REFUSAL = 'Console database unavailable. Try again.'

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

test('every page reports a hanging store, keeps its form, and recovers with Retry', async ({
  page,
  context,
  guarded,
}) => {
  const navigation = page.getByRole('navigation')
  await page.goto('/account')
  await signIn(page, ADMIN.email, ADMIN.password)
  await expect(page.getByRole('heading', { name: 'Account' })).toBeVisible()

  const [form, subscription] = [await context.newPage(), await context.newPage()]
  const store = storeOf(guarded)
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
    await expect(subscription.getByRole('alert').filter({ hasText: 'Your sign-in could not be checked' })).toBeVisible()
    await expect(subscription.getByRole('navigation')).toHaveCount(0)
    await expectAccessible(subscription, 'a page without the store')
  } finally {
    process.kill(store, 'SIGCONT')
  }

  await subscription.getByRole('button', { name: 'Retry' }).click()
  await expect(subscription.getByRole('heading', { level: 1, name: 'Enterprise' })).toBeVisible()
  await expect(subscription.getByRole('navigation').first()).toBeVisible()
})
