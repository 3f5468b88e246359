import { loadedBytes, pageScripts } from '@/testing/console/page-scripts'
import type { Figure } from '../figure'
import { PAGES } from '../large-resources'
import { short } from '../take-turns'
import type { PageBench } from '../with-console'

const GOALS = { home: 1.17, ledger: 1.5, subscription: 1.4, invoice: 1.4 } as const

const figure = (page: string, atMost: number): Figure => ({
  id: `5 ${page}`,
  name: `First-load scripts, gzip: ${page} ÷ bare page`,
  unit: '×',
  goal: { atMost },
})

/**
 * Measures the compressed size of the scripts that a browser loads with a page, without the polyfill for browsers without
 * modules. The sizes are the same on every run, so each is measured once.
 */
export const pageScriptSizes: PageBench = {
  figures: Object.entries(GOALS).map(([page, atMost]) => figure(page, atMost)),
  resources: ['small'],
  async measure({ console: { url, cookie } }, { shared, log }) {
    const bare = await pageScripts(`${await shared.bareApp()}/`)
    const samples = new Map<string, number[]>()
    for (const page of ['home', 'ledger', 'subscription', 'invoice'] as const) {
      const ours = await pageScripts(`${url}${PAGES[page]}`, { cookie })
      samples.set(`5 ${page}`, [loadedBytes(ours) / loadedBytes(bare)])
      const withPolyfill = short(allBytes(ours) / allBytes(bare))
      log(`  5 ${page}: ${loadedBytes(ours)} ÷ ${loadedBytes(bare)} bytes; with the polyfill ${withPolyfill}`)
    }
    return samples
  },
}

const allBytes = (scripts: readonly { bytes: number }[]) => scripts.reduce((sum, { bytes }) => sum + bytes, 0)
