import { expectAccessible, reportSwept } from './fixtures/accessible'
import { processesOn } from './fixtures/start-command'
import type { TestConsole } from './fixtures/start-console'
import { subscriptionPath } from './fixtures/subscription-page'
import { test } from './fixtures/guarded-test'
import { ADMIN } from './fixtures/sign-in'
import { expect } from './fixtures/test'
import { signIn } from './fixtures/users'

const REFUSAL = 'The console’s own database is not there. Try again.'

test.afterAll(reportSwept)

/** The process of the console's own embedded database. */
function storeOf({ dataDir }: TestConsole): number {
  const [pid] =
    [...processesOn(dataDir)].find(([, line]) => line.includes(`embedded-database.mjs ${dataDir}/console`)) ?? []
  if (pid === undefined) throw new Error('The console has no embedded database.')
  return pid
}

test('while the store hangs every page says so, a form stands, and Retry goes on when it is back', async ({
  page,
  guarded,
}) => {
  const failed = page.getByRole('main').getByRole('heading', { level: 1, name: 'This page could not be loaded' })
  const navigation = page.getByRole('navigation')
  await page.goto('/account')
  await signIn(page, ADMIN.email, ADMIN.password)
  await expect(page.getByRole('heading', { name: 'Account' })).toBeVisible()

  const store = storeOf(guarded)
  process.kill(store, 'SIGSTOP')
  try {
    await navigation.getByRole('link', { name: 'Users' }).click()
    await expect(failed).toBeVisible()
    await expect(navigation.first()).toBeVisible()

    await page.goto('/sign-in?error=store_unavailable&next=%2Fusers')
    await expect(page.getByRole('alert').filter({ hasText: REFUSAL })).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Email' })).toBeVisible()

    await page.goto(subscriptionPath('sub_globex'))
    await expect(failed).toBeVisible()
    await expect(page.getByRole('alert').filter({ hasText: 'Who you are could not be looked up' })).toBeVisible()
    await expect(navigation).toHaveCount(0)
    await expectAccessible(page, 'a page without the store')
  } finally {
    process.kill(store, 'SIGCONT')
  }

  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Enterprise' })).toBeVisible()
  await expect(navigation.first()).toBeVisible()
})
