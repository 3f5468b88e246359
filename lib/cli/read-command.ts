import { readFile } from 'node:fs/promises'
import { text as readAll } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { Command, CommanderError, Option } from 'commander'
import { isLoopbackAddress } from '@/contract/settings.mjs'
import { visible, visibleLines } from '@/contract/visible-text'
import { addressOf, readAddress } from '@/lib/core/operation-address'
import { OPERATIONS } from '@/lib/core/operations'
import { listPath } from '@/lib/core/paths'
import { Problem } from '@/lib/core/problem'
import { ProblemError } from '@/lib/core/problem-error'
import { settings } from '@/lib/core/server/settings'
import { problemsOf } from '@/lib/invoices/finding-label'
import { formatCount } from '@/lib/money/amount'
import type { ListedInvoice } from '@/lib/objects/indexed-objects'
import type { InputOf, OutputOf } from '@/lib/operations'
import { READ_KINDS, type ReadKind, readRunLabel } from '@/lib/reads/reads'
import { reasonOf } from '@/telemetry/loggable'

interface ReadOptions {
  /** The console that is asked. */
  url: string
  kind: ReadKind
}

const POLL_MS = 1_000

/**
 * Runs an operation of a console with the access key in CONSOLE_ACCESS_KEY.
 * @throws ProblemError as the operation; Error without a key or a response
 */
async function ask<Name extends 'readThese' | 'getRead' | 'listInvoices'>(
  url: string,
  name: Name,
  input: InputOf<Name>,
): Promise<OutputOf<Name>> {
  const { CONSOLE_ACCESS_KEY: key } = settings()
  if (key === undefined) throw new Error('Set CONSOLE_ACCESS_KEY to an access key. Make one on the page Account.')
  if (!url.startsWith('https://') && !isLoopbackAddress(url))
    throw new Error('Use an https address: over http, others can read the access key. Nothing was sent.')
  const { method } = OPERATIONS[name]
  const { path, rest } = addressOf(name, input)
  const response = await fetch(new URL(method === 'GET' ? readAddress(name, input) : path, url), {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    redirect: 'error',
    signal: AbortSignal.timeout(60_000),
    ...(method !== 'GET' && { body: JSON.stringify(rest) }),
  }).catch((cause: unknown) => {
    throw new Error(`No console responds at ${url}. Check --url, and whether it runs.`, { cause })
  })
  const body: unknown = await response.json().catch(() => null)
  if (response.ok) return Object(body)
  const problem = Problem.safeParse(body)
  throw problem.success
    ? new ProblemError(problem.data)
    : new Error(`${url} is not a console: status ${response.status}.`)
}

/** Reads the IDs in a file, or on the standard input for “-”. Fails when an invoice does not add up, or an ID was not read. */
async function readAgain(file: string, { url, kind }: ReadOptions): Promise<void> {
  const given = file === '-' ? await readAll(process.stdin) : await readFile(file, 'utf8')
  const ids = given.match(/"[^"\n]+"|[^\s,;]+/g) ?? []
  if (ids.length === 0) throw new Error(`${file} has no IDs.`)
  const { run: started } = await ask(url, 'readThese', { kind, ids })
  let found = await ask(url, 'getRead', { readId: started.id })
  while (found.run.state === 'running') {
    await wait(POLL_MS)
    found = await ask(url, 'getRead', { readId: started.id })
    console.error(readRunLabel(found.run))
  }
  const { run, unread } = found
  const wrong = run.kind === 'invoice' ? await wrongInvoices(url, run.id) : []
  for (const { id, checked, currency } of wrong)
    console.log([id, ...(checked ? problemsOf(checked, currency) : [])].map(visible).join('\t'))
  for (const { given: id, why } of unread) console.log([id, why].map(visible).join('\t'))
  const notAdding = wrong.length === 0 ? '' : ` · ${formatCount(wrong.length, 'invoice')} to look at`
  console.log(`${readRunLabel(run)}${notAdding}. All: ${new URL(listPath(`${run.kind}s`, { run: run.id }), url).href}`)
  if (run.state !== 'done') throw new Error('The run ended before all were read. Read them again.')
  if (wrong.length > 0 || run.counts.read < run.total)
    throw new CommanderError(1, 'read', 'Some do not add up, or were not read')
}

/** Returns the invoices of a run that need a look. */
async function wrongInvoices(url: string, run: string): Promise<ListedInvoice[]> {
  const wrong: ListedInvoice[] = []
  let after: string | undefined
  do {
    const page = await ask(url, 'listInvoices', { run, sort: 'seen', order: 'asc', pageSize: 100, after })
    wrong.push(...page.rows.filter(({ verdict }) => verdict === 'look'))
    after = page.next ?? undefined
  } while (after !== undefined)
  return wrong
}

/** Exits with 2 for what could not be asked. @throws CommanderError */
function failedToAsk(error: unknown): never {
  if (error instanceof CommanderError) throw error
  console.error(visibleLines(`error: ${messageOf(error)}`))
  throw new CommanderError(2, 'read', 'Not asked')
}

/** Returns an error in the words for the command line. */
export const messageOf = (error: unknown): string =>
  error instanceof ProblemError ? error.problem.detail : reasonOf(error)

/** `read FILE`: "Read these" of a console that runs, with an access key. */
export function readCommand(): Command {
  const { CONSOLE_ORIGIN, PORT = 3000 } = settings()
  return new Command('read')
    .description(
      'Read the objects in a file again. Uses a running console with the access key in CONSOLE_ACCESS_KEY. Exits with 1 when an ID was not read or an invoice does not add up, with 2 when it could not ask.',
    )
    .argument(
      '<file>',
      'IDs between spaces, commas or line breaks, those with such marks in quotes; - for the standard input',
    )
    .addOption(new Option('--kind <kind>', 'what the IDs are').choices(READ_KINDS).default('invoice'))
    .option('--url <address>', 'the console', CONSOLE_ORIGIN ?? `http://127.0.0.1:${PORT}`)
    .addHelpText('after', '\nExample:\n  npm run console -- read march.txt')
    .action((file: string, options: ReadOptions) => readAgain(file, options).catch(failedToAsk))
}
