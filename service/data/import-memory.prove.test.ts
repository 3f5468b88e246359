import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test, vi } from 'vitest'
import { bundlePrograms, newFolder } from '@/scripts/build/programs.mjs'

vi.setConfig({ testTimeout: 3_600_000 })

// Runs only in `npm run prove`. In `npm test`, import-lines.db.test.ts proves the bound of two batches.
const LINES = 1_000_000
const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = newFolder()
afterAll(() => rmSync(folder, { recursive: true }))

// 40,000 lines in memory would already exceed the limit: a line is 700 bytes of text and several kilobytes as objects.
test(`${LINES} lines are imported within 256 MiB`, async () => {
  // Bundled as in `npm run billing`: compiling at run time takes memory too.
  await bundlePrograms({ import: 'bench/import.ts' }, folder)
  const child = spawn(process.execPath, [join(folder, 'import.mjs'), String(LINES)], {
    cwd: root,
    env: { ...process.env, BILLING_DATABASE_URL: '' },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [output] = await Promise.all([text(child.stdout), once(child, 'close')])
  const [, lines, mebibytes] = /^(\d+) lines.+ peak (\d+) MiB$/m.exec(output) ?? []
  expect([child.exitCode, lines]).toEqual([0, String(LINES)])
  expect(Number(mebibytes)).toBeLessThan(256)
})
