/**
 * What each page costs: first HTML (median of 5, after one to warm up), its size, and the scripts it loads, gzipped.
 *   node --import tsx bench/pages.ts
 * The built console on our own service with demo data, and on the variation server for the largest resources.
 */
import { gzipSync } from 'node:zlib'
import { consoleSettings } from '@/e2e/variation-server/asked-page'
import { startConsole } from '@/e2e/fixtures/start-console'
import { startVariationServer } from '@/e2e/variation-server/start-variation-server'
import { ensureBuilt } from '@/scripts/build.mjs'

const TIMES = 5

await ensureBuilt({ log: console.log })
const variations = await startVariationServer()
const demo = await startConsole()
const large = await startConsole({ billingApi: variations, env: consoleSettings('') })
try {
  const { subscription, invoice } = variations.ids
  const shows = (kind: string) => encodeURIComponent(demo.ids.find((id) => id.kind === kind)?.id ?? '')
  await measure('home', `${demo.consoleUrl}/`)
  await measure('ledger, 20 rows', `${demo.consoleUrl}/customers/${shows('customer')}/transactions`)
  await measure('ledger, 100 rows', `${demo.consoleUrl}/customers/${shows('customer')}/transactions?pageSize=100`)
  await measure('subscription', `${demo.consoleUrl}/subscriptions/${shows('subscription')}`)
  await measure('invoice', `${demo.consoleUrl}/invoices/${shows('invoice')}`)
  await measure('subscription, 3,000 prices', `${large.consoleUrl}/subscriptions/${subscription.large}`)
  await measure('invoice, 20,000 lines', `${large.consoleUrl}/invoices/${invoice.large}`)
} finally {
  await large.stop()
  await demo.stop()
  await variations.close()
}

function kilobytes(bytes: number): string {
  return `${Math.round(bytes / 1000)} kB`
}

async function measure(name: string, url: string): Promise<void> {
  const times: number[] = []
  let html = ''
  for (let time = 0; time <= TIMES; time++) {
    const started = performance.now()
    const response = await fetch(url)
    html = await response.text()
    if (response.status !== 200) throw new Error(`${url} answered ${response.status}.`)
    times.push(performance.now() - started)
  }
  const [median = 0] = times
    .slice(1)
    .toSorted((a, b) => a - b)
    .slice(Math.floor(TIMES / 2))
  const scripts = new Set([...html.matchAll(/<script[^>]* src="([^"]+)"/g)].map(([, source = '']) => source))
  let scriptBytes = 0
  for (const source of scripts) {
    const script = await fetch(new URL(source, url))
    scriptBytes += gzipSync(Buffer.from(await script.arrayBuffer())).length
  }
  const size = `HTML ${kilobytes(html.length)} (${kilobytes(gzipSync(html).length)} gzip)`
  console.log(`${name}: ${Math.round(median)} ms, ${size}, scripts ${kilobytes(scriptBytes)} gzip`)
}
