import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { BILLING_PROGRAMS_DIR, programArgs } from '../scripts/build/programs.mjs'
import { jsonResponse } from '@/testing/fake-billing-api/response'
import { plainInvoice, plainSubscription } from '@/testing/fake-billing-api/plain-resources'
import { expectAccessible } from './fixtures/accessible'
import { ADMIN } from './fixtures/sign-in'
import { expect, test } from './fixtures/test'

/** Runs `npm run console` with these arguments. */
async function runConsoleProgram(args: readonly string[], settings: Record<string, string>) {
  const program = spawn(process.execPath, [...programArgs('console'), ...args], {
    env: { ...process.env, BILLING_PROGRAMS_DIR, LOG_LEVEL: 'error', ...settings },
  })
  const [stdout, stderr] = await Promise.all([text(program.stdout), text(program.stderr), once(program, 'close')])
  return { code: program.exitCode, stdout, stderr }
}

test('a person makes an access key, a program reads and proposes with it, and an admin revokes it', async ({
  page,
  fakeApi,
  fakeApiUrl: consoleUrl,
}) => {
  test.setTimeout(180_000)
  fakeApi.add('invoice', 'inv_key_1', jsonResponse({ ...plainInvoice, id: 'inv_key_1' }))
  fakeApi.faults.addSubscription('sub_by_key', { ...plainSubscription, endDate: null })
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(`${consoleUrl}/account`)
  const section = page.getByRole('region', { name: 'Access keys' })
  await section.getByRole('button', { name: 'Create access key' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Create access key' })
  await dialog.getByRole('button', { name: 'Create access key' }).click()
  await expect(dialog).toContainText('Enter a name.')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Support assistant')
  await dialog.getByRole('radio', { name: /^Agent/ }).check()
  await expectAccessible(page, 'create access key')
  await dialog.getByRole('button', { name: 'Create access key' }).click()
  const made = page.getByRole('alertdialog', { name: 'Access key created' })
  const key = await made.getByRole('textbox', { name: 'Access key' }).inputValue()
  expect(key).toMatch(/^bck_[\w-]{43}$/)
  await expectAccessible(page, 'access key created')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  await made.getByRole('button', { name: 'Done' }).click()
  const row = section.getByRole('row').filter({ hasText: 'Support assistant' })
  await expect(row).toContainText('Works')
  await expect(row).toContainText('Never')

  const ask = (path: string, init: RequestInit = {}) =>
    fetch(consoleUrl + path, {
      ...init,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    })
  expect(await (await ask('/api/invoices/inv_key_1')).json()).toMatchObject({ id: 'inv_key_1' })
  await test.step('on the command line', async () => {
    const run = (...args: string[]) => runConsoleProgram([...args, '--url', consoleUrl], { CONSOLE_ACCESS_KEY: key })
    const list = join(mkdtempSync(join(tmpdir(), 'access-keys-')), 'list.txt')
    writeFileSync(list, 'inv_key_1, inv-none')
    const checked = await run('read', list, '--kind', 'invoice')
    expect([checked.code, checked.stdout]).toEqual([1, expect.stringMatching(/^inv-none\tNot found$/m)])
    const refused = await runConsoleProgram(['read', list, '--url', consoleUrl], {
      CONSOLE_ACCESS_KEY: 'x',
    })
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('not an access key of this console')])
  })

  const { effects } = await (await ask('/api/subscriptions/sub_by_key')).json()
  const unnamed = { method: 'POST', body: JSON.stringify({ reason: 'Asked for in the ticket' }) }
  expect((await ask('/api/subscriptions/sub_by_key/propose-cancel', unnamed)).status).toBe(412)
  const body = JSON.stringify({ reason: 'Asked for in the ticket', seen: { effect: effects.cancel } })
  const proposed = await ask('/api/subscriptions/sub_by_key/propose-cancel', { method: 'POST', body })
  expect([proposed.status, fakeApi.faults.received.filter(({ id }) => id === 'sub_by_key')]).toEqual([202, []])
  expect((await ask('/api/subscriptions/sub_by_key/cancel', { method: 'POST', body })).status).toBe(403)
  await page.goto(`${consoleUrl}/changes?mine=1`)
  await expect(page.getByRole('table', { name: 'Changes' })).toContainText(`Support assistant (key) of ${ADMIN.email}`)

  await page.goto(`${consoleUrl}/users`)
  const all = page.getByRole('region', { name: 'Access keys' })
  await expect(all).toContainText(ADMIN.email)
  await expectAccessible(page, 'access keys of all')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  await all.getByRole('button', { name: 'Revoke Support assistant' }).click()
  await page
    .getByRole('alertdialog', { name: 'Revoke access key?' })
    .getByRole('button', { name: 'Revoke access key' })
    .click()
  await expect(all.getByRole('row').filter({ hasText: 'Support assistant' })).toContainText('Revoked')
  expect((await ask('/api/invoices/inv_key_1')).status).toBe(401)
})
