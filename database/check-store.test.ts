import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { checkClock, checkDataDir } from './check-store'

const folder = mkdtempSync(join(tmpdir(), 'check-data-dir-'))
afterAll(() => rmSync(folder, { recursive: true }))

const TO_DO = 'Set DATA_DIR to a directory that this user may write to, on a disk with space left.'

describe('checkDataDir', () => {
  it('accepts a folder that exists, and one that a start would create', async () => {
    for (const dataDir of [folder, join(folder, 'a', 'b')])
      expect(await checkDataDir({ dataDir: dataDir, databaseUrl: undefined })).toEqual({
        check: 'Disk',
        status: 'ok',
        detail: expect.stringMatching(/^[\d,]+ MiB free for DATA_DIR$/),
      })
  })

  it('reports a disk that is nearly full', async () => {
    const { status, detail } = await checkDataDir({ dataDir: folder, databaseUrl: undefined }, Number.MAX_SAFE_INTEGER)
    expect([status, detail]).toEqual(['wrong', expect.stringMatching(/only [\d,]+ MiB are free, of at least \d+/)])
    expect(detail).toContain(TO_DO)
  })

  it('needs no folder where the store is in PostgreSQL', async () => {
    const { status } = await checkDataDir({ dataDir: join(folder, 'none'), databaseUrl: 'postgres://x/y' })
    expect(status).toBe('skipped')
  })

  it('reports a path below a file', async () => {
    writeFileSync(join(folder, 'file'), '')
    const { status, detail } = await checkDataDir({ dataDir: join(folder, 'file', 'data'), databaseUrl: undefined })
    expect([status, detail]).toEqual(['wrong', expect.stringContaining('cannot be used')])
  })
})

const differingBy = (ms: number) => checkClock('Clock', { otherMs: 1_000_000, ownMs: 1_000_000 + ms })

describe('checkClock', () => {
  it.each([0, 5_000, -5_000])('accepts a difference of %i ms', (ms) => {
    expect(differingBy(ms).status).toBe('ok')
  })

  it.each([
    [5_600, '6 s ahead of it'],
    [-90_000, '90 s behind it'],
  ])('reports a difference of %i ms', (ms, words) => {
    expect(differingBy(ms)).toEqual({ check: 'Clock', status: 'wrong', detail: expect.stringContaining(words) })
  })
})
