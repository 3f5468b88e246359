import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, totalmem } from 'node:os'
import { join } from 'node:path'
import { findPostgres } from '@/scripts/test/machine.mjs'
import { ROOT } from '@/scripts/command.mjs'
import { cellsOf, type Result, tableOf } from './results'

const FILE = join(ROOT, 'bench', 'README.md')

const HOW_MEASURED = `## How it is measured

\`npm run bench\` measures every figure, \`npm run bench -- 1 5 12\` only these, \`npm run bench -- --quick\` each in little time and with
less data, without writing this file. The command starts and stops what it needs; \`npm test\` installs PostgreSQL and Chromium. Everything
runs on one machine. The two sides of a ratio (×) take turns, five times, and the order changes. Each turn gives one sample; the median
counts. Spread is the smallest and the largest sample.

- **1, 2**: the service against a \`node:http\` server that stringifies the same page of 20 transactions for each request.
- **3, 4**: the built console, signed in, its store on PostgreSQL and the billing API answered from memory, against an empty Next app
  (\`bench/bare-app/\`): a route handler, and a page rendered per request.
- **5**: the scripts that a browser loads with the page, without the polyfill for browsers that don't support modules; and all scripts that the
  page downloads by itself until it is idle.
- **6, 7**: an invoice in the real service, on PostgreSQL, in a console and a browser. The download is a plain read of the service. Memory is
  each program's peak above its idle state.
- **8**: the duration of a read in the service's own log, against \`JSON.stringify\` of the object that was read.
- **9, 10**: in Chromium, signed in. 9 has an empty cache, 10 a processor four times slower and takes the slowest of a few presses or clicks.
- **11**: \`bench/import.ts\`, bundled as \`npm run billing\` is, into PostgreSQL, against \`psql\` copying the same rows from prepared text into a
  table with the same columns and indexes. Memory is the peak of the importing process.
- **12**: two services on two databases, with different IDs each time: 10^7 transactions, half of them one customer's, and 10^5
  customers, subscriptions and invoices; and 10^3 of each kind. SQL makes the rows.
- **13**: from the start of \`npm start\` until it reports that it is ready, on existing data.

## What limits the figures

Node's profiler under the load of each figure shows the costs. Both sides of a ratio, the database and the load share two cores.

- **1**: 43 % are system calls: two sockets and the log line. The rest spreads over Node's HTTP, Hono and pg.
- **3**: five socket writes a request: browser, billing API and the console's database, which gets one statement, the session's. Sessions
  are not cached, so an ended session fails at once. No function takes more than 3 %; garbage takes 8 %.
- **4**: React and Next render 1,800 elements a page, because each row is laid out for three widths. The database gets three statements:
  the session, the state of a whole reading, and what the user opened.
- **6**: all lines are read before the first screen, because it says whether they add up: 13 % JSON, 43 % views, 12 % sums and checks, 22 %
  garbage collection.
- **9**: the bare page is one line of text without style sheet or font. The ledger paints after its style sheet, its scripts and two tasks of 50 to
  100 ms on the same two cores.
- **10**: a page turn makes 2,300 nodes: 0.6 to 1 s of scripts, 0.3 to 0.5 s of styles. Container queries of every new row are the largest part
  of the styles.
- **11**: of the importing program's time, a seventh waits for PostgreSQL. Of the rest, half reads lines (parses them, checks them against the
  contract, and writes their JSON again), a tenth makes the lines of the bench, and a seventh collects garbage.`

/** Writes the results and the machine to bench/README.md. Figures that this run did not measure keep their row. */
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

/** Returns the number of a figure: `5` for `5 home`. */
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
