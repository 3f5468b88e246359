import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { ROOT } from '@/scripts/command.mjs'
// oxlint-disable-next-line no-restricted-imports -- the fake billing API is shared with the browser tests
import { LONG_INVOICE } from '../fake-billing-api/costly-bodies'
import { OPEN_CONSOLE } from './open-console'

/** Fewer than the records whose failures open the circuit breaker; more of the kinds that fail no record. */
const [REQUESTS_AT_ONCE, MANY_REQUESTS_AT_ONCE] = [16, 32] as const
const MANY = new Set(['empty lists', LONG_INVOICE])
const HEAP_MEBIBYTES = 512
const MEBIBYTE = 1024 * 1024
const MAX_LEFT_MEBIBYTES = 48
const [RELEASE_TRIES, RELEASE_MS] = [10, 100]
const READ_TIMEOUT_MS = 5_000
const Figures = z.object({ blockedMs: z.number(), heapUsed: z.number() })
const Address = z.object({ port: z.number() })

/** Starts a test program that prints its address. */
async function startProgram(args: string[], env: Readonly<Record<string, string>> = {}) {
  const program = spawn(process.execPath, args, {
    cwd: ROOT,
    env: { ...process.env, NODE_OPTIONS: '', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(program, 'exit').then(([code]) => {
    throw new Error(`${args.join(' ')} ended with code ${code}.`)
  })
  ended.catch(() => undefined)
  const [line] = await Promise.race([once(program.stdout, 'data'), ended])
  return { program, address: `http://127.0.0.1:${Address.parse(JSON.parse(String(line))).port}` }
}

/** Returns the status of a read and the code of its problem; for a readable invoice, its ID. */
async function outcomeOf(url: string, keepsBody: boolean): Promise<string> {
  const response = await fetch(url)
  const parts = []
  for await (const part of response.body ?? []) if (keepsBody || response.status >= 400) parts.push(part)
  const body = Buffer.concat(parts).toString()
  if (response.status !== 200) return `${response.status} ${JSON.parse(body).code}`
  return keepsBody ? `200 ${JSON.parse(body).id}` : '200'
}

/** A billing API that sends costly bodies, and a console with a small heap. Each is a process of its own. */
export class CostlyAttack {
  readonly #programs: ChildProcess[] = []
  #address = ''

  async start(): Promise<void> {
    const api = await startProgram(['--import', 'tsx', 'testing/fake-billing-api/serve-costly-bodies.ts'])
    const options = ['--expose-gc', `--max-old-space-size=${HEAP_MEBIBYTES}`, '--conditions=react-server']
    const console = await startProgram([...options, '--import', 'tsx', 'testing/console/serve-reads.ts'], {
      ...OPEN_CONSOLE,
      BILLING_API_BASE_URL: api.address,
      BILLING_API_KEY: 'sk_costly_test',
      LOG_LEVEL: 'silent',
    })
    this.#programs.push(api.program, console.program)
    this.#address = console.address
    await outcomeOf(`${console.address}/invoice/warm`, true)
  }

  stop(): void {
    for (const program of this.#programs) program.kill()
  }

  /**
   * Reads the costly bodies of a kind, 16 or 32 concurrently, and small invoices one after another meanwhile.
   * @returns the faults, such as a small invoice that was refused or late, or memory that was not freed; and the number of
   * small invoices
   */
  async run(path: string, kind: string): Promise<{ faults: string[]; count: number }> {
    // Makes the body, so that the concurrent ones arrive together.
    const url = (id: string) => `${this.#address}/${path}/${encodeURIComponent(id)}`
    await outcomeOf(url(`${kind}.first`), false)
    const before = await this.#figures()
    const mebibytesSince = ({ heapUsed }: z.infer<typeof Figures>) =>
      Math.round((heapUsed - before.heapUsed) / MEBIBYTE)
    const startedAtMs = performance.now()
    let isOver = false
    const others = this.#readOthers(() => isOver)
    const length = MANY.has(kind) ? MANY_REQUESTS_AT_ONCE : REQUESTS_AT_ONCE
    const ids = Array.from({ length }, (_, index) => `${kind}.${index}`)
    const outcomes = await Promise.all(ids.map((id) => outcomeOf(url(id), false)))
    isOver = true
    const seconds = (performance.now() - startedAtMs) / 1_000
    const { wrong, count, slowestMs } = await others
    const after = await this.#figures()
    let left = mebibytesSince(after)
    // A response is released a moment after its client has the last byte. What leaks stays.
    for (let tries = 0; left >= MAX_LEFT_MEBIBYTES && tries < RELEASE_TRIES; tries += 1) {
      await pause(RELEASE_MS)
      left = mebibytesSince(await this.#figures())
    }
    console.log(
      `${path}, ${kind}: ${JSON.stringify(countsOf(outcomes))} in ${seconds.toFixed(1)} s; ${count} others, slowest ` +
        `${Math.round(slowestMs)} ms; longest block ${Math.round(after.blockedMs)} ms; ${left} MiB left`,
    )
    const faults = [...wrong, ...outcomes].filter((outcome) => !ALLOWED_OUTCOMES.test(outcome))
    if (kind === LONG_INVOICE && !outcomes.includes('200')) faults.push('the long invoice was not read')
    if (wrong.length > 0) faults.push(`${wrong.length} other reads failed`)
    if (slowestMs >= READ_TIMEOUT_MS) faults.push(`another read took ${Math.round(slowestMs)} ms`)
    if (count < Math.floor(seconds)) faults.push(`${count} others in ${Math.floor(seconds)} s`)
    if (left >= MAX_LEFT_MEBIBYTES) faults.push(`${left} MiB are left`)
    return { faults, count }
  }

  async #readOthers(isOver: () => boolean) {
    const wrong: string[] = []
    let [count, slowestMs] = [0, 0]
    for (; !isOver(); count += 1) {
      const startedAtMs = performance.now()
      const outcome = await outcomeOf(`${this.#address}/invoice/other.${count}`, true)
      slowestMs = Math.max(slowestMs, performance.now() - startedAtMs)
      if (outcome !== `200 other.${count}`) wrong.push(outcome)
      await pause(5)
    }
    return { wrong, count, slowestMs }
  }

  async #figures() {
    // V8 keeps the last text that a pattern matched until another one matches.
    await outcomeOf(`${this.#address}/invoice/next`, true)
    return Figures.parse(await (await fetch(`${this.#address}/process`)).json())
  }
}

const ALLOWED_OUTCOMES = /^(200|502 unreadable_response|503 overloaded|504 timed_out)$/

const countsOf = (outcomes: readonly string[]): Record<string, number> =>
  Object.fromEntries([...new Set(outcomes)].map((one) => [one, outcomes.filter((outcome) => outcome === one).length]))
