import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { programArgs } from '@/scripts/build/programs.mjs'
import { IS_PROOF } from '@/scripts/test/volume.mjs'
import { httpRequest } from '@/testing/service/http-request'
import { openFreshStore, testDatabaseUrl, type FreshStore } from '@/testing/service/fresh-store'
import { newDataDir } from '@/testing/service/data-dirs'
import { billing } from './commands/billing'
import { endOf, runBilling, startBilling } from '@/testing/service/run-billing'

// The tests start programs, which is slow on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

let dataDir: string
/** Keeps the database running between commands. */
let keeper: FreshStore
beforeAll(async () => {
  dataDir = await newDataDir('billing-cli-')
  keeper = await openFreshStore(dataDir)
})
const run = (args: string[], environment: Record<string, string> = {}) => runBilling(dataDir, args, environment)
const start = (args: string[], environment: Record<string, string> = {}) => startBilling(dataDir, args, environment)
/** The arguments with which `npm run billing` starts Node. */
const BY_NPM = ['scripts/start/run-program.mjs', 'billing']

/** Returns the address that a starting service prints, and all that it prints before. */
async function listening(service: ChildProcess): Promise<{ url: string; output: string }> {
  let output = ''
  for await (const chunk of service.stdout ?? []) {
    output += String(chunk)
    const found = /"url":"([^"]+)","msg":"listening"/.exec(output)
    if (found?.[1] !== undefined) {
      service.stdout?.resume()
      return { url: found[1], output }
    }
  }
  throw new Error(`the service did not start: ${output}`)
}

const running = new Set<ChildProcess>()
afterAll(async () => {
  for (const child of running) child.kill('SIGKILL')
  await keeper.close()
  rmSync(dataDir, { recursive: true, force: true })
})

describe('billing', () => {
  it.runIf(testDatabaseUrl() === undefined)('names the store of a command when no setting chose it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'billing-cwd-'))
    // Without DATA_DIR, the store is in ".data" of the current folder.
    symlinkSync(dataDir, join(folder, '.data'))
    const args = ['export', '-', '--merchant', 'nobody']
    try {
      const said = `DATA_DIR is not set: using the store in ${join(realpathSync(dataDir), 'billing')}\n`
      expect((await endOf(startBilling('', args, {}, programArgs('billing'), folder))).stderr).toContain(said)
      expect((await run(args)).stderr).not.toContain('DATA_DIR')
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it('explains every command, with an example', async () => {
    const commands = [
      ['serve'],
      ['migrate'],
      ['keys', 'create'],
      ['keys', 'list'],
      ['keys', 'revoke'],
      ['import'],
      ['seed'],
      ['doctor'],
    ]
    for (const command of commands) {
      let help = ''
      const spy = vi.spyOn(process.stdout, 'write').mockImplementation((part) => (help += String(part)) !== '')
      const code = await billing([...command, '--help']).finally(() => spy.mockRestore())
      expect([code, help]).toEqual([0, expect.stringMatching(/^Usage: billing[^]+Examples?:\n.+billing -- /)])
    }
  })

  it('finishes a command whose output is closed early, as with `head`', async () => {
    const seed = start(['seed', '--customers', '12', '--transactions', '20'])
    if (!seed.stdout || !seed.stderr) throw new Error('output is piped')
    seed.stdout.destroy()
    const [stderr] = await Promise.all([text(seed.stderr), once(seed, 'close')])
    expect(stderr).toMatch(/^Stored for merchant demo: .+\.\n$/m)
    expect(stderr).not.toContain('EPIPE')
    expect(seed.exitCode).toBe(0)
  })

  it('says what to do and exits with 1 when the port is in use or a setting is invalid', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const address = other.address()
    const port = String(typeof address === 'object' ? address?.port : '')
    const busy = await endOf(startBilling(dataDir, ['serve'], { BILLING_SERVICE_PORT: port }, BY_NPM))
    expect(busy).toMatchObject({ code: 1, stderr: expect.stringContaining(`Port ${port} on 127.0.0.1 is in use`) })
    other.close()
    const unreadable = await run(['serve'], { BILLING_SERVICE_PORT: 'http' })
    expect(unreadable).toMatchObject({ code: 1, stderr: expect.stringContaining('BILLING_SERVICE_PORT') })
  })

  it.runIf(IS_PROOF)('reaches a running database from another TMPDIR and by a symbolic link to DATA_DIR', async () => {
    const elsewhere = mkdtempSync(join(tmpdir(), 'billing-elsewhere-'))
    const link = join(elsewhere, 'data')
    symlinkSync(dataDir, link)
    // This process would share its own address, so the command needs another one.
    const listed = await endOf(startBilling(link, ['keys', 'list', '--merchant', 'none'], { TMPDIR: elsewhere }))
    rmSync(elsewhere, { recursive: true })
    expect(listed).toEqual({ code: 0, stdout: '', stderr: '' })
  })

  it.runIf(IS_PROOF)('starts its database when NODE_OPTIONS names a file by a relative path', async () => {
    const own = await newDataDir('billing-options-')
    const options = { NODE_OPTIONS: '--import ./scripts/start/server-limits.mjs' }
    const listed = await endOf(startBilling(own, ['keys', 'list', '--merchant', 'none'], options))
    rmSync(own, { recursive: true })
    expect(listed).toEqual({ code: 0, stdout: '', stderr: '' })
  })

  it('exits with 1 and one sentence when PostgreSQL does not respond', async () => {
    const address = { BILLING_DATABASE_URL: 'postgres://127.0.0.1:1/none', LOG_LEVEL: 'silent' }
    const { code, stderr } = await endOf(startBilling(dataDir, ['keys', 'list'], address))
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^error: The database cannot be used \(.+\)\. .+\n$/)])
  })

  it('keeps a new key in a file for its owner, and makes no second one', async () => {
    const file = join(dataDir, 'key')
    const args = ['keys', 'create', '--merchant', 'in-file', '--type', 'secret', '--to', file]
    expect(await run(args)).toEqual({ code: 0, stdout: '', stderr: '' })
    const key = readFileSync(file, 'utf8')
    expect(key).toMatch(/^sk_.{43}$/)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(await run(args)).toMatchObject({ code: 0 })
    expect(readFileSync(file, 'utf8')).toBe(key)
    expect((await run(['keys', 'list', '--merchant', 'in-file'])).stdout.trim().split('\n')).toHaveLength(1)
  })

  it('makes no key when its file cannot be written', async () => {
    const file = join(dataDir, 'no-such-folder', 'key')
    const args = ['keys', 'create', '--merchant', 'unwritten', '--type', 'secret', '--to', file]
    expect(await run(args)).toMatchObject({ code: 1, stderr: expect.stringContaining('ENOENT') })
    expect((await run(['keys', 'list', '--merchant', 'unwritten'])).stdout).toBe('')
  })

  it('creates, lists and revokes keys while the service runs, and stops every process on SIGTERM', async () => {
    const created = await run(['keys', 'create', '--merchant', 'demo', '--type', 'secret'])
    expect(created).toMatchObject({ code: 0, stderr: '' })
    expect(created.stdout).toMatch(/^sk_[\w-]{43}\n$/)
    const key = created.stdout.trim()

    const service = start(['serve'], { BILLING_SERVICE_PORT: '0', BILLING_MERCHANTS: 'acme' })
    running.add(service)
    const { url, output } = await listening(service)
    expect(output).toContain('There is no setting BILLING_MERCHANTS. Did you mean BILLING_MERCHANT?')
    const ask = () =>
      httpRequest(url, '/external/invoices/none/with-line-items', { headers: { 'x-api-key': key } }).then(
        ({ status }) => status,
      )
    expect(await ask()).toBe(404)

    const listed = await run(['keys', 'list', '--merchant', 'demo'])
    expect(listed.stdout).toMatch(/^key_\S+\tsecret\tdemo\t….{4}\t\S+Z\t-\n$/)
    expect(listed.stdout).toContain(`…${key.slice(-4)}`)
    const [id = ''] = listed.stdout.split('\t')
    expect((await run(['keys', 'revoke', id])).code).toBe(0)
    expect(await ask()).toBe(401)
    expect(await run(['keys', 'revoke', id])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('no active key'),
    })

    await keeper.close()
    service.kill('SIGTERM')
    await once(service, 'close')
    expect(service.exitCode).toBe(0)
    expect(existsSync(join(dataDir, 'billing', 'owner.lock'))).toBe(false)
  })
})
