import { eachFigure } from '../each-figure'
import { PAGES } from '../large-resources'
import { largestPaint, type Reach } from '../largest-paint'
import { ratiosOf } from '../take-turns'
import type { PageBench } from '../with-console'

const REACHES = ['local', 'slow'] as const
const GOALS = { local: 2, slow: 1.9 } as const satisfies Record<Reach, number>
const NAMES = { local: 'local', slow: 'Slow 4G, processor 4 × slower' } as const
/** Measures the Largest Contentful Paint of a data page with an empty cache, divided by that of a bare Next page. */
export const firstPaint: PageBench = {
  figures: REACHES.map((reach) => ({
    id: `9 ${reach}`,
    name: `LCP of the ledger ÷ bare page, ${NAMES[reach]}`,
    unit: '×' as const,
    goal: { atMost: GOALS[reach] },
  })),
  resources: ['small'],
  async measure({ console, browser }, options) {
    const bare = `${await options.shared.bareApp()}/`
    const ledger = `${console.url}${PAGES.ledger}`
    const against = (reach: Reach) => async () => {
      const sides = {
        ours: () => largestPaint(browser, ledger, reach),
        other: () => largestPaint(browser, bare, reach),
      }
      // This warms the servers up. The browser's cache is always empty.
      if (reach === 'local') for (const side of [sides.ours, sides.other]) await side()
      return ratiosOf(`9 ${reach}, ms`, options, sides)
    }
    return eachFigure(options, new Map(REACHES.map((reach) => [`9 ${reach}`, against(reach)])))
  },
}
