import { freePort } from '@/testing/deploy/start-nginx'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BILLING_PROGRAMS_DIR } from '../scripts/build/programs.mjs'
import { PROVE_ONLY } from '../scripts/test/volume.mjs'
import { expectAccessible } from './fixtures/accessible'
import { startConsoleProcess } from './fixtures/console-process'
import { hydrated } from './fixtures/hydrated'
import { expect, test } from './fixtures/test'

test(
  'each of two consoles in two tabs names its environment and leads to the other',
  { tag: PROVE_ONLY },
  async ({ context, demo }) => {
    // Starts two consoles.
    test.setTimeout(180_000)
    const [livePort, testPort] = [await freePort(), await freePort()]
    // Each has its own host name, because browsers share cookies between ports.
    const urls = { Live: `http://127.0.0.1:${livePort}`, Test: `http://localhost:${testPort}` }
    const folder = await mkdtemp(join(tmpdir(), 'billing-environments-'))
    const start = (name: keyof typeof urls, port: number, colour: string) =>
      startConsoleProcess({
        port,
        settings: {
          BILLING_API_BASE_URL: demo.serviceUrl,
          BILLING_API_KEY: demo.serviceKey,
          BILLING_PROGRAMS_DIR,
          CONSOLE_DEMO: '1',
          CONSOLE_ENVIRONMENT: name,
          CONSOLE_ENVIRONMENT_COLOUR: colour,
          CONSOLE_ENVIRONMENTS: `Live=${urls.Live},Test=${urls.Test}`,
          DATA_DIR: join(folder, name),
        },
      })
    const consoles = [await start('Live', livePort, 'red'), await start('Test', testPort, 'blue')]
    try {
      const [live, other] = [hydrated(await context.newPage()), hydrated(await context.newPage())]
      await live.goto(urls.Live)
      await other.goto(urls.Test)
      const badge = live.getByRole('button', { name: 'Environment: Live' })
      const badgeOfOther = other.getByRole('button', { name: 'Environment: Test' })
      const colourOf = (locator: typeof badge) =>
        locator.evaluate((element) => getComputedStyle(element).backgroundColor)
      expect(await colourOf(badge)).not.toBe(await colourOf(badgeOfOther))

      for (const width of [360, 1280]) {
        await live.setViewportSize({ width, height: 800 })
        for (const colorScheme of ['light', 'dark'] as const) {
          await live.emulateMedia({ colorScheme })
          await badge.focus()
          await live.keyboard.press('Enter')
          const links = live.getByRole('list', { name: 'Environments' }).getByRole('link')
          await expect(links).toHaveCount(2)
          await expect(links.first()).toHaveAttribute('aria-current', 'true')
          await expect(links.last()).toBeInViewport({ ratio: 1 })
          await expectAccessible(live, `environments, ${colorScheme}, ${width} px`)
          await live.keyboard.press('Escape')
          await expect(links.first()).toBeHidden()
          await expect(badge).toBeFocused()
        }
      }
      await live.emulateMedia({ forcedColors: 'active' })
      await expect(badge).toBeVisible()

      await badge.press('Enter')
      await live.keyboard.press('Tab')
      await live.keyboard.press('Tab')
      await live.keyboard.press('Enter')
      await expect(live).toHaveURL(`${urls.Test}/`)
      await expect(live.getByRole('button', { name: 'Environment: Test' })).toBeVisible()
      await expect(badgeOfOther).toBeVisible()
    } finally {
      for (const console of consoles) await console.stop()
      await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
    }
  },
)
