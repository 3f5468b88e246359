import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect, test, vi } from 'vitest'
import { z } from 'zod'

// The test measures memory; a busy machine may need long.
vi.setConfig({ testTimeout: 3_600_000 })

const LINES = 20_000
/** A wide margin; the number of chunks ahead is the sharper measure. */
const MAX_MEBIBYTES = 64
const root = fileURLToPath(new URL('../../..', import.meta.url))
const Taken = z.object({ pieces: z.number(), bytes: z.number(), maxAhead: z.number(), mebibytes: z.number() })

test(`produces a PDF of ${LINES} lines as it is read, within ${MAX_MEBIBYTES} MiB`, async () => {
  const program = ['--expose-gc', '--import', 'tsx', 'testing/console/stream-pdf.ts', String(LINES)]
  const child = spawn(process.execPath, program, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] })
  const [output] = await Promise.all([text(child.stdout), once(child, 'close')])
  const { pieces, bytes, maxAhead, mebibytes } = Taken.parse(JSON.parse(output))
  expect(pieces).toBeGreaterThan(LINES / 60)
  expect(bytes).toBeGreaterThan(LINES * 100)
  // One chunk waits in the stream, one is being produced.
  expect(maxAhead).toBeLessThanOrEqual(2)
  expect(mebibytes).toBeLessThan(MAX_MEBIBYTES)
})
