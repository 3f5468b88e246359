import type { BenchOptions } from '../figure'
import { LINE_COUNTS } from '../large-resources'
import { downloadInvoice, firstHtml, untilFiltered } from '../long-invoice'
import { short } from '../take-turns'
import type { PageBench, Running } from '../with-console'

const LINES = LINE_COUNTS.long
const FIRST_HTML = '6 first HTML'
const ALL_LINES = '6 all lines'
const EVENT_LOOP = '6 event loop'

/** Measures an invoice of 20,000 lines, 12 MB, on a console that has read one before. */
export const largeInvoice: PageBench = {
  // The first two goals are what was measured before "Felt speed": they must not get worse.
  figures: [
    { id: FIRST_HTML, name: '20,000 lines: first HTML ÷ download', unit: '×', goal: { atMost: 4.5 } },
    { id: ALL_LINES, name: '20,000 lines: all can be filtered ÷ download', unit: '×', goal: { atMost: 12 } },
    { id: EVENT_LOOP, name: '20,000 lines: longest event-loop block', unit: 'ms', goal: { atMost: 200 } },
  ],
  resources: ['long'],
  async measure(running, options) {
    // The first turn warms the console up, except in quick mode.
    if (!options.quick) await takeTurn(running, 0)
    const samples = new Map<string, number[]>([FIRST_HTML, ALL_LINES, EVENT_LOOP].map((id) => [id, []]))
    for (let round = 0; round < options.rounds; round++) {
      options.signal.throwIfAborted()
      const turn = await takeTurn(running, round)
      samples.get(FIRST_HTML)?.push(turn.htmlMs / turn.downloadMs)
      samples.get(ALL_LINES)?.push(turn.filteredMs / turn.downloadMs)
      samples.get(EVENT_LOOP)?.push(turn.blockMs)
      tell(turn, options)
    }
    return samples
  },
}

/** Measures each of the three once. The order changes from round to round. */
async function takeTurn({ service, console, browser }: Running, round: number) {
  const turn = { downloadMs: 0, htmlMs: 0, filteredMs: 0, blockMs: 0 }
  const steps = [
    async () => (turn.downloadMs = await downloadInvoice(service, LINES)),
    async () => (turn.htmlMs = await firstHtml(console, LINES)),
    async () => {
      const { ms, page } = await untilFiltered(browser, console, LINES)
      turn.filteredMs = ms
      await page.context().close()
    },
  ]
  await console.longestBlock()
  for (let step = 0; step < steps.length; step++) await steps[(round + step) % steps.length]?.()
  turn.blockMs = await console.longestBlock()
  return turn
}

type Turn = Awaited<ReturnType<typeof takeTurn>>

function tell({ downloadMs, htmlMs, filteredMs, blockMs }: Turn, { log }: BenchOptions): void {
  const [download, html, filtered, block] = [downloadMs, htmlMs, filteredMs, blockMs].map(short)
  log(`  6: download ${download} ms, first HTML ${html} ms, all lines ${filtered} ms, event loop ${block} ms`)
}
