import { PAGES } from '../large-resources'
import { largestPaint, type Reach } from '../largest-paint'
import { ratiosOf } from '../take-turns'
import type { PageBench } from '../with-console'

const GOALS = { local: 2, slow: 1.9 } as const satisfies Record<Reach, number>
const NAMES = { local: 'local', slow: 'Slow 4G, processor 4 × slower' } as const
/** When a data page has painted the most of it, with an empty cache each time, by a bare Next page. */
export const firstPaint: PageBench = {
  figures: (['local', 'slow'] as const).map((reach) => ({
    id: `9 ${reach}`,
    name: `LCP of the ledger ÷ bare page, ${NAMES[reach]}`,
    unit: '×' as const,
    goal: { atMost: GOALS[reach] },
  })),
  resources: ['small'],
  async measure({ console, browser }, options) {
    const bare = `${await options.shared.bareApp()}/`
    const ledger = `${console.url}${PAGES.ledger}`
    const samples = new Map<string, number[]>()
    for (const reach of ['local', 'slow'] as const) {
      const sides = {
        ours: () => largestPaint(browser, ledger, reach),
        other: () => largestPaint(browser, bare, reach),
      }
      // The servers are warm then, the browser's cache never is.
      if (reach === 'local') for (const side of [sides.ours, sides.other]) await side()
      samples.set(`9 ${reach}`, await ratiosOf(`9 ${reach}, ms`, options, sides))
    }
    return samples
  },
}
