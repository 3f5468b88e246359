import { execFile } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { unzipSync } from 'fflate'
import { programArgs } from '@/scripts/build/programs.mjs'
import { expectAccessible } from './fixtures/accessible'
import { expect, test } from './fixtures/test'

const run = promisify(execFile)

test('an evidence pack downloads, verifies offline, and its page reads and prints without scripts', async ({
  page,
}, testInfo) => {
  await page.goto('/invoices/inv_globex_overdue')
  await page.getByRole('button', { name: 'Download', exact: true }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Evidence pack', exact: true }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^evidence-invoice-.+\.zip$/)
  const zip = testInfo.outputPath('pack.zip')
  await download.saveAs(zip)
  const files = unzipSync(await readFile(zip))
  const { publicKey } = JSON.parse(Buffer.from(files['manifest.json'] ?? []).toString())
  const offline = { ...process.env, DATA_DIR: '/nowhere', CONSOLE_DATABASE_URL: 'postgres://127.0.0.1:1/none' }
  const args = [...programArgs('console'), 'evidence', 'verify', zip, '--key', publicKey]
  expect((await run(process.execPath, args, { env: offline })).stdout).toContain('The pack is as the console made it')

  const folder = testInfo.outputPath('pack')
  for (const [name, bytes] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), bytes)
  }
  const said: string[] = []
  page.on('console', (message) => said.push(message.text()))
  page.on('pageerror', (error) => said.push(error.message))
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(pathToFileURL(join(folder, 'index.html')).href)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Invoice /)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  expect(
    await page.evaluate(() => getComputedStyle(document.querySelector('header') ?? document.body).borderBottomWidth),
  ).toBe('2px')
  await expectAccessible(page, 'the page of an evidence pack')
  expect((await page.pdf()).subarray(0, 5).toString()).toBe('%PDF-')
  expect(said).toEqual([])
})
