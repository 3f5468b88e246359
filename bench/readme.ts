import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, totalmem } from 'node:os'
import { join } from 'node:path'
import { findPostgres } from '@/scripts/postgres.mjs'
import { ROOT } from '@/scripts/root.mjs'
import { cellsOf, type Result, tableOf } from './results'

const FILE = join(ROOT, 'bench', 'README.md')

const HOW_MEASURED = `\`npm run bench\` measures all of it, \`npm run bench -- 1 5 12\` these figures alone, \`npm run bench -- --quick\` each in
little time and with less data, without writing this file. It starts and stops what it needs; PostgreSQL and Chromium are
installed by \`npm test\`. Everything runs on one machine. The two sides of a ratio (×) take turns, five times, and who goes
first changes: each turn gives one sample, the median of the samples counts. Spread is the least and the most of them.

- **1, 2**: the service against a \`node:http\` server that stringifies the same page of 20 transactions for each request.
- **3, 4**: the built console, signed in, its store on PostgreSQL and the billing API answered from memory, against a Next
  app with nothing in it (\`bench/bare-app/\`): a route handler, and a page that is made for each request.
- **5**: what a browser loads of scripts with the page, without the polyfill for browsers that know no modules.
- **6, 7**: an invoice in the real service, on PostgreSQL, in a console and a browser; the download is a plain read of the
  service. Memory is the peak of each program above what it has when it is left alone.
- **9, 10**: in Chromium, signed in. 9 with an empty cache, 10 with the processor four times slower: the slowest of a few
  presses or clicks a round.
- **8**: what the service's own log says a read took, against \`JSON.stringify\` of the object that was read.
- **11**: \`bench/import.ts\`, put together as \`npm run billing\` is, into PostgreSQL, against \`psql\` copying the very rows, from text that was made before, into a
  table with the same columns and indexes. Memory is the peak of the importing process over its whole life.
- **12**: two services on two databases, asked in turns, of different ids each time: 10^7 transactions, half of them one
  customer's, and 10^5 customers, subscriptions and invoices; and 10^3 of each kind. Rows are made by SQL.
- **13**: from the start of \`npm start\` until it says that it is ready, on data that is there already.`

/** Writes the figures down, and where they were measured; of figures that were not asked for, what it says stays. */
export function writeReadme(results: readonly Result[], order: readonly string[], startedUnderLoad: number): void {
  const rows = new Map(keptRows().map((cells) => [cells[0] ?? '', cells]))
  for (const result of results) rows.set(result.figure.id, cellsOf(result))
  const table = tableOf(order.flatMap((id) => [rows.get(id) ?? []].filter((cells) => cells.length > 0)))
  const asked = [...new Set(results.map(({ figure }) => numberOf(figure.id)))].join(' ')
  const lines = [
    '# Figures',
    '',
    table,
    '',
    `Last run ${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC, of the figures ${asked}: ${machine(startedUnderLoad)}.`,
    '',
    HOW_MEASURED,
    '',
  ]
  writeFileSync(FILE, lines.join('\n'))
}

/** The number that a figure is asked for by: `5` of `5 home`. */
export const numberOf = (id: string): string => id.split(' ', 1)[0] ?? id

function keptRows(): string[][] {
  const lines = readFileSync(FILE, 'utf8').split('\n')
  return lines.filter((line) => /^\| \d/.test(line)).map((line) => line.split('|').slice(1, -1).map((cell) => cell.trim())) // prettier-ignore
}

function machine(startedUnderLoad: number): string {
  const [cpu] = cpus()
  const directory = findPostgres()
  const postgres = directory
    ? execFileSync(join(directory, 'postgres'), ['--version'], { encoding: 'utf8' }).replace(/^\D*([\d.]+)[^]*$/, '$1')
    : 'none'
  const memory = `${Math.round(totalmem() / 2 ** 30)} GiB`
  const versions = ['next', 'react', 'hono', 'pg', 'undici'].map((name) => `${name} ${versionOf(name)}`)
  return [
    `${cpus().length} cores (${cpu?.model ?? 'unknown'}), ${memory}, load ${startedUnderLoad.toFixed(1)} before and ${(loadavg()[0] ?? 0).toFixed(1)} after`,
    `Node ${process.versions.node}, PostgreSQL ${postgres}`,
    ...versions,
  ].join(', ')
}

function versionOf(name: string): string {
  const file = join(ROOT, 'node_modules', name, 'package.json')
  return String(JSON.parse(readFileSync(file, 'utf8')).version)
}
