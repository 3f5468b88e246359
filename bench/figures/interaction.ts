import type { Locator, Page } from '@playwright/test'
import { openPage, slowProcessor } from '../browser'
import { eachFigure } from '../each-figure'
import type { BenchOptions } from '../figure'
import { watchInteractions, worstInteraction } from '../interactions'
import { lineName, LINE_COUNTS, longInvoiceId, PAGES } from '../large-resources'
import { short } from '../take-turns'
import type { PageBench, Running } from '../with-console'

const SLOWER = 4
/** The number of interactions in a round. */
const ACTS = 4
/** The time between interactions, so that none waits for the one before. */
const APART_MS = 300

/** A kind of interaction. `ready` runs once the page is open, `begin` in each round, and `act` repeatedly. */
interface Kind {
  id: string
  name: string
  /** The most milliseconds on a quiet machine. */
  atMost: number
  path: string
  ready: (page: Page) => Promise<unknown>
  begin?: (page: Page) => Promise<unknown>
  act: (page: Page, index: number) => Promise<unknown>
}

const KINDS: readonly Kind[] = [
  {
    id: '10 ledger',
    name: 'page to page in the ledger',
    atMost: 100,
    path: PAGES.ledger,
    ready: (page) => page.getByRole('table', { name: 'Transactions' }).waitFor(),
    act: async (page, index) => {
      await clickAt(page, page.getByRole('button', { name: 'Next page' }))
      await page.getByText(`${(index + 1) * 20 + 1}–`).waitFor()
    },
  },
  {
    id: '10 unfold',
    name: 'unfold a node among 5,000 prices',
    atMost: 100,
    path: PAGES.manyPrices,
    ready: (page) => page.getByRole('treegrid').waitFor(),
    act: async (page) => {
      const folded = page.getByRole('treegrid').getByRole('row', { expanded: false })
      await clickAt(page, folded.first())
    },
  },
  {
    id: '10 filter',
    name: 'filter 50,000 lines',
    atMost: 120,
    path: `/invoices/${longInvoiceId(LINE_COUNTS.longest)}`,
    ready: async (page) => {
      await sought(page).fill(lineName(LINE_COUNTS.longest - 1))
      await page.getByText(lineName(LINE_COUNTS.longest - 1)).waitFor({ timeout: 60_000 })
    },
    begin: async (page) => {
      await sought(page).fill('')
      await page.getByText(lineName(0)).waitFor()
      await sought(page).focus()
    },
    // Types the digits of a line's number: each digit reduces the matches to a tenth.
    act: (page, index) => page.keyboard.press(String(index % ACTS)),
  },
]

/** Measures the time to the next paint of the slowest interaction, on a processor four times slower. */
export const interaction: PageBench = {
  figures: KINDS.map(({ id, name, atMost }) => ({
    id,
    name: `INP, 4 × slower: ${name}`,
    unit: 'ms' as const,
    goal: { atMost },
  })),
  resources: ['small', 'manyPrices', 'longest'],
  measure: (running, options) =>
    eachFigure(options, new Map(KINDS.map((kind) => [kind.id, () => worstByRound(kind, running, options)]))),
}

async function worstByRound(kind: Kind, { console, browser }: Running, options: BenchOptions): Promise<number[]> {
  const page = await openPage(browser)
  try {
    await watchInteractions(page)
    await page.goto(`${console.url}${kind.path}`)
    await kind.ready(page)
    await slowProcessor(page, SLOWER)
    const worst: number[] = []
    for (let round = 0; round < options.rounds; round++) {
      options.signal.throwIfAborted()
      await kind.begin?.(page)
      await worstInteraction(page)
      for (let index = 0; index < ACTS; index++) {
        await kind.act(page, round * ACTS + index)
        await page.waitForTimeout(APART_MS)
      }
      worst.push(await worstInteraction(page))
      options.log(`  ${kind.id}: ${short(worst.at(-1) ?? 0)} ms`)
    }
    return worst
  } finally {
    await page.context().close()
  }
}

const sought = (page: Page) => page.getByRole('searchbox', { name: 'Filter lines' })

/** Clicks with the mouse, because the work around Playwright's own click would be measured too. */
async function clickAt(page: Page, target: Locator): Promise<void> {
  await target.scrollIntoViewIfNeeded()
  const box = await target.boundingBox()
  if (!box) throw new Error('There is nothing to click.')
  await page.mouse.move(box.x + Math.min(box.width / 2, 100), box.y + Math.min(box.height / 2, 12))
  // A person presses a moment after pointing, when the effects of scrolling and hovering are over.
  await page.waitForTimeout(APART_MS)
  await page.mouse.down()
  await page.mouse.up()
}
