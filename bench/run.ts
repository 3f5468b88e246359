/**
 * `npm run bench` measures every figure, prints a table and writes bench/README.md. `npm run bench -- 1 5 12` measures these
 * only; `npm run bench -- --quick` measures all in three minutes without writing. Exits with code 1 when a goal is missed.
 */
import { loadavg } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { stopSignal } from '@/scripts/processes.mjs'
import type { Bench, BenchOptions } from './figure'
import { consoleThroughput } from './figures/console-throughput'
import { importRate } from './figures/import-rate'
import { indexLookups } from './figures/index-lookups'
import { invoiceMemory } from './figures/invoice-memory'
import { pages } from './figures/pages'
import { rowCounts } from './figures/row-counts'
import { startTime } from './figures/start-time'
import { subscriptionPrices } from './figures/subscription-prices'
import { wholeLedger } from './figures/whole-ledger'
import { transactionsEndpoint } from './figures/transactions-endpoint'
import { numberOf, writeReadme } from './readme'
import { cellsOf, isPassed, type Result, resultsOf, tableOf } from './results'
import { StartedPrograms } from './shared-programs'

/** The benches in the order of measurement. */
const BENCHES: readonly Bench[] = [
  transactionsEndpoint,
  consoleThroughput,
  subscriptionPrices,
  startTime,
  importRate,
  rowCounts,
  indexLookups,
  wholeLedger,
  pages,
  invoiceMemory,
]

/** The maximum time for a bench to stop its programs after Ctrl-C. */
const STOP_MS = 15_000

const args = process.argv.slice(2)
const quick = args.includes('--quick')
const asked = new Set(args.filter((arg) => arg !== '--quick'))
const figures = BENCHES.flatMap((bench) => bench.figures).toSorted(
  (a, b) => Number(numberOf(a.id)) - Number(numberOf(b.id)),
)
const unknown = [...asked].filter((number) => !figures.some(({ id }) => numberOf(id) === number))
if (unknown.length > 0) {
  console.error(
    `There is no figure ${unknown.join(', ')}. There are ${[...new Set(figures.map(({ id }) => numberOf(id)))].join(', ')}.`,
  )
  process.exit(1)
}
const isAsked = (id: string) => asked.size === 0 || asked.has(numberOf(id))

const signal = stopSignal()
const log = (line: string) => console.error(line)
const shared = new StartedPrograms({ log, signal })
const options: BenchOptions = { quick, rounds: quick ? 2 : 5, signal, shared, log, isAsked }
const startedUnderLoad = loadavg()[0] ?? 0
// Everything that waits for these programs then ends too.
signal.addEventListener('abort', () => void shared.stop())

const measured = measureAll()
await Promise.race([measured, stopped()])
await shared.stop()
if (signal.aborted) process.exit(1)

const results = await measured
console.log(`\n${tableOf(results.map(cellsOf))}`)
if (!quick)
  writeReadme(
    results,
    figures.map(({ id }) => id),
    startedUnderLoad,
  )
process.exit(results.every(isPassed) ? 0 : 1)

async function measureAll(): Promise<Result[]> {
  const byId = new Map<string, Result>()
  for (const bench of BENCHES) {
    if (signal.aborted || !bench.figures.some(({ id }) => isAsked(id))) continue
    const startedAt = performance.now()
    log(bench.figures.map(({ id, name }) => `${id}: ${name}`).join('\n'))
    for (const result of await resultsOf(bench, options)) byId.set(result.figure.id, result)
    log(`  measured in ${Math.round((performance.now() - startedAt) / 1_000)} s`)
  }
  return figures.flatMap(({ id }) => (isAsked(id) ? (byId.get(id) ?? []) : []))
}

async function stopped(): Promise<void> {
  if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
  await wait(STOP_MS)
}
