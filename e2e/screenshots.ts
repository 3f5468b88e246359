import { join } from 'node:path'
import { ROOT } from '../scripts/command.mjs'
import { click, everyPage, firstOf, openCancelDialog } from './fixtures/every-page'
import { test } from './fixtures/test'

/* `npm run screenshots`: pictures of every page, light, dark, on a phone and on paper, and those of the README. */

const FOLDER = join(ROOT, 'screenshots')
const desktop = { width: 1280, height: 800 }
const LOOKS = [
  { name: 'light', viewport: desktop, colorScheme: 'light', media: 'screen' },
  { name: 'dark', viewport: desktop, colorScheme: 'dark', media: 'screen' },
  { name: 'phone', viewport: { width: 360, height: 740 }, colorScheme: 'light', media: 'screen' },
  // A4 at 96 pixels an inch, less margins of 1 cm.
  { name: 'print', viewport: { width: 718, height: 1047 }, colorScheme: 'light', media: 'print' },
] as const

test.use({ contextOptions: { reducedMotion: 'reduce' } })

for (const { name: look, viewport, colorScheme, media } of LOOKS)
  test.describe(look, () => {
    test.use({ viewport, colorScheme })

    test(`pictures every page: ${look}`, async ({ page, demo }) => {
      test.setTimeout(900_000)
      for (const { name, path, open } of everyPage(demo.ids)) {
        await page.setViewportSize(viewport)
        await page.emulateMedia({ media: 'screen' })
        await page.goto(path, { waitUntil: 'networkidle' })
        await open?.(page)
        await page.emulateMedia({ media })
        // The window is as tall as the page, so that sticky parts are at its edges; not for what opens on top of the page.
        const height = await page.evaluate(() => document.documentElement.scrollHeight)
        if (!open) await page.setViewportSize({ ...viewport, height: Math.max(viewport.height, height) })
        await page.screenshot({ path: join(FOLDER, `${name}.${look}.png`) })
      }
    })
  })

test('pictures the first customer of the demo data, its ledger and a cancel for the README', async ({ page, demo }) => {
  const pages = everyPage(demo.ids)
  const picture = (name: string) => page.screenshot({ path: join(FOLDER, `readme-${name}.png`) })
  await page.setViewportSize(desktop)
  await page.goto(firstOf(pages, 'customer-').path)
  await page.getByRole('table', { name: 'Subscriptions of this customer' }).getByText('Renews').waitFor()
  await picture('console')
  await page.goto(firstOf(pages, 'balance-').path)
  await page.getByText(/^All [\d,]+ transactions agree$/).waitFor()
  await click(page, /^Largest (daily|monthly) fall, net: /)
  await page.getByRole('button', { name: 'Copy reply' }).last().waitFor()
  const chart = page.getByRole('figure', { name: 'Balance over time' })
  await chart.evaluate((element) => scrollTo(0, element.getBoundingClientRect().top + scrollY - 150))
  await picture('ledger')
  await page.goto(firstOf(pages, 'subscription-').path)
  await openCancelDialog(page)
  await picture('cancel')
})
