import { eachFigure } from '../each-figure'
import { PAGES } from '../large-resources'
import { largestPaint } from '../largest-paint'
import { ratiosOf } from '../take-turns'
import type { PageBench } from '../with-console'

const LOCAL = '9 local'
const SLOW = '9 slow'

/** Measures the Largest Contentful Paint of the ledger with an empty cache, against two pages. */
export const firstPaint: PageBench = {
  figures: [
    { id: LOCAL, name: 'LCP of the ledger ÷ the same page with scripts blocked', unit: '×', goal: { atMost: 1.3 } },
    {
      id: SLOW,
      name: 'LCP of the ledger ÷ bare page, Slow 4G, processor 4 × slower',
      unit: '×',
      goal: { atMost: 2.6 },
    },
  ],
  resources: ['small'],
  async measure({ console, browser }, options) {
    const bare = `${await options.shared.bareApp()}/`
    const ledger = `${console.url}${PAGES.ledger}`
    const local = async () => {
      const sides = {
        ours: () => largestPaint(browser, ledger),
        other: () => largestPaint(browser, ledger, { isWithoutScripts: true }),
      }
      // This warms the server up. The browser's cache is always empty.
      for (const side of [sides.ours, sides.other]) await side()
      return ratiosOf(`${LOCAL}, ms`, options, sides)
    }
    const slow = () =>
      ratiosOf(`${SLOW}, ms`, options, {
        ours: () => largestPaint(browser, ledger, { isSlow: true }),
        other: () => largestPaint(browser, bare, { isSlow: true }),
      })
    return eachFigure(
      options,
      new Map([
        [LOCAL, local],
        [SLOW, slow],
      ]),
    )
  },
}
