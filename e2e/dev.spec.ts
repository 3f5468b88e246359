import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { PROVE_ONLY } from '../scripts/test/volume.mjs'
import { copyDemoData } from './fixtures/seeded-data'
import { addressOf, processesOn, startCommand } from './fixtures/start-command'

const TITLE = 'npm run dev serves pages, connects them for fast refresh, and leaves nothing running after Ctrl-C'

test(TITLE, { tag: PROVE_ONLY }, async ({ page }) => {
  // The first start compiles the server, the first page its scripts.
  test.setTimeout(600_000)
  const dataDir = await mkdtemp(join(tmpdir(), 'billing-console-dev-'))
  const settings = { PORT: '0', BILLING_SERVICE_PORT: '0', DATA_DIR: dataDir }
  try {
    await copyDemoData(dataDir)
    const command = startCommand(settings, [process.execPath, 'scripts/start/start.mjs', 'dev'])
    const consoleUrl = await addressOf(command, 300_000)
    const hasRefresh = page
      .waitForEvent('websocket', { predicate: (socket) => socket.url().includes('/_next/'), timeout: 0 })
      .then((socket) => socket.waitForEvent('framereceived'))
    await page.goto(consoleUrl, { timeout: 240_000 })
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
    await hasRefresh

    command.kill('SIGINT')
    expect(await command.exited).toBe(0)
    await expect(() => expect(processesOn(dataDir)).toEqual(new Map())).toPass()
  } finally {
    for (const pid of processesOn(dataDir).keys()) process.kill(pid, 'SIGKILL')
    await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  }
})
