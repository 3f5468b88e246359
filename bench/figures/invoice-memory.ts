import { setTimeout as wait } from 'node:timers/promises'
import type { Bench } from '../figure'
import { LINE_COUNTS, PAGES } from '../large-resources'
import { untilFiltered } from '../long-invoice'
import { openPage } from '../browser'
import { forgetPeak, peakBytes, residentBytes } from '../resident-memory'
import { short } from '../take-turns'
import { type Running, withConsole } from '../with-console'

const MEBIBYTE = 1024 * 1024
const QUIET_MS = 1_500
const SERVICE = '7 service'
const CONSOLE = '7 console'

/** Measures the memory of both programs for an invoice of 50,000 lines, 30 MB. They restart for each sample. */
export const invoiceMemory: Bench = {
  figures: [
    { id: SERVICE, name: '50,000 lines: memory above idle, service', unit: 'MiB', goal: { atMost: 64 } },
    { id: CONSOLE, name: '50,000 lines: memory above idle, console', unit: 'MiB', goal: { atMost: 192 } },
  ],
  async measure(options) {
    const samples = new Map<string, number[]>([SERVICE, CONSOLE].map((id) => [id, []]))
    for (let round = 0; round < (options.quick ? 1 : options.rounds); round++) {
      options.signal.throwIfAborted()
      const { service, console, idle } = await withConsole(['small', 'longest'], options, aboveIdle)
      samples.get(SERVICE)?.push(service)
      samples.get(CONSOLE)?.push(console)
      options.log(
        `  7: service ${short(service)} MiB, console ${short(console)} MiB, above ${idle.map(short).join(' and ')}`,
      )
    }
    return samples
  },
}

async function aboveIdle({ service, console, browser }: Running) {
  // Idle means that the programs have shown one invoice and have had no requests since.
  const page = await openPage(browser)
  await page.goto(`${console.url}${PAGES.invoice}`)
  await page.context().close()
  await wait(QUIET_MS)
  const pids = [service.pid, console.pid]
  const idle = await Promise.all(pids.map(residentBytes))
  await Promise.all(pids.map(forgetPeak))
  const { page: longest } = await untilFiltered(browser, console, LINE_COUNTS.longest)
  await longest.context().close()
  const [ofService = 0, ofConsole = 0] = await Promise.all(
    pids.map(async (pid, index) => ((await peakBytes(pid)) - (idle[index] ?? 0)) / MEBIBYTE),
  )
  return { service: ofService, console: ofConsole, idle: idle.map((bytes) => bytes / MEBIBYTE) }
}
