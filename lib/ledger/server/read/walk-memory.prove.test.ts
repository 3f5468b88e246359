import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect, test, vi } from 'vitest'
import { z } from 'zod'

// The test measures memory; a busy machine may need long.
vi.setConfig({ testTimeout: 600_000 })

const ENTRIES = 1_000_000
/** 19 MiB for a million IDs, the digests of its 10,000 pages, and a margin. */
const MAX_MEBIBYTES = 48
const root = fileURLToPath(new URL('../../../..', import.meta.url))
const Walked = z.object({ rows: z.number(), outcome: z.string(), mebibytes: z.number() })

test(`finds a repeat among ${ENTRIES} entries within ${MAX_MEBIBYTES} MiB`, async () => {
  const program = ['--expose-gc', '--import', 'tsx', 'testing/console/walk-large-ledger.ts', String(ENTRIES)]
  const child = spawn(process.execPath, program, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] })
  const [output] = await Promise.all([text(child.stdout), once(child, 'close')])
  const { rows, outcome, mebibytes } = Walked.parse(JSON.parse(output))
  expect(rows).toBe(ENTRIES - 1)
  expect(outcome).toMatch(
    /^Partial: [\d,]+ of [\d,]+, because 1 transaction was sent twice, so another may be missing$/,
  )
  expect(mebibytes).toBeLessThan(MAX_MEBIBYTES)
})
