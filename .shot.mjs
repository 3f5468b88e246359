import { chromium } from '@playwright/test'
const exe = process.env.CHROMIUM ?? '/usr/bin/chromium'
const browser = await chromium.launch({ executablePath: exe })
for (const [name, width, height, scheme] of [['w', 1280, 900, 'light'], ['n', 360, 800, 'light'], ['d', 1280, 900, 'dark']]) {
  const page = await browser.newPage({ viewport: { width, height }, colorScheme: scheme })
  const errors = []
  page.on('console', (m) => m.type() === 'error' && errors.push(m.text()))
  page.on('pageerror', (e) => errors.push(String(e)))
  await page.goto('http://127.0.0.1:3111/customers/acme-inc/transactions')
  await page.waitForTimeout(5000)
  const drop = page.getByRole('button', { name: /Largest drop:/ }).first()
  if (await drop.count()) { await drop.click(); await page.waitForTimeout(1500) }
  await page.screenshot({ path: `/tmp/shotdir/l-${name}.png`, fullPage: true })
  console.log(name, page.url(), errors.slice(0, 5), await page.evaluate(() => document.documentElement.scrollWidth))
  await page.close()
}
await browser.close()
