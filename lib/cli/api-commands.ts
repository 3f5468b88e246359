import type { InputOf, OutputOf } from '@/lib/operations'
import { readFile } from 'node:fs/promises'
import { text as readAll } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { Command, CommanderError, Option } from 'commander'
import { MAX_PAGE_SIZE } from '@/contract/billing/limits'
import { OPERATIONS, type OperationName } from '@/lib/core/operations'
import { addressOf, readAddress } from '@/lib/core/operation-address'
import type { ListedInvoice } from '@/lib/objects/indexed-objects'
import { Problem } from '@/lib/core/problem'
import { ProblemError } from '@/lib/core/problem-error'
import { READ_KINDS, type ReadKind, readRunLabel } from '@/lib/reads/reads'
import type { LedgerRead } from '@/lib/ledger/whole-ledger'
import { isLoopbackAddress } from '@/contract/settings.mjs'
import { visible, visibleLines } from '@/contract/visible-text'
import { reasonOf } from '@/telemetry/loggable'
import { isUnknownCustomer } from '@/lib/customers/is-unknown-customer'
import { candidateIds } from '@/lib/find/candidate-ids'
import { formatCount } from '@/lib/money/amount'
import { problemsOf } from '@/lib/invoices/finding-label'
import { listPath } from '@/lib/core/paths'
import { settings } from '@/lib/core/server/settings'

/** How the commands that use a running console reach it. */
interface ApiOptions {
  url: string
  json: boolean
}

const POLL_MS = 1_000

/**
 * Runs an operation of a console with the access key in CONSOLE_ACCESS_KEY.
 * @throws ProblemError as the operation; Error without a key or a response
 */
async function ask<Name extends OperationName>(
  { url }: ApiOptions,
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

/** Prints a result as JSON, or as lines of fields, each level indented. */
function print(value: unknown, { json }: ApiOptions): void {
  console.log(json ? JSON.stringify(value, null, 2) : linesOf(value, '').join('\n'))
}

function linesOf(value: unknown, indent: string): string[] {
  const entries = Object.entries(Object(value))
  return entries.flatMap(([name, part]) => {
    const label = Array.isArray(value) ? '-' : `${name}:`
    if (typeof part !== 'object' || part === null) return `${indent}${label} ${visible(String(part))}`
    if (Object.keys(part).length === 0) return `${indent}${label} none`
    return [`${indent}${label}`, ...linesOf(part, `${indent}  `)]
  })
}

async function get(kind: string, id: string, options: ApiOptions): Promise<void> {
  switch (kind) {
    case 'subscription':
      return print(await ask(options, 'getSubscription', { id }), options)
    case 'invoice':
      return print(await ask(options, 'getInvoice', { invoiceId: id }), options)
    case 'customer':
      return print(await customerOf(options, id), options)
    default:
      throw new Error('Get a subscription, an invoice or a customer.')
  }
}

/** Returns what the console knows of a customer. One that it does not know is read first. @throws ProblemError `not_found` */
async function customerOf(options: ApiOptions, externalId: string): Promise<OutputOf<'getCustomer'>> {
  const known = await ask(options, 'getCustomer', { externalId })
  if (!isUnknownCustomer(known)) return known
  await ask(options, 'listTransactions', { externalId, page: 1, pageSize: MAX_PAGE_SIZE, order: 'desc' })
  return ask(options, 'getCustomer', { externalId })
}

/** Prints the objects that the IDs in a text name. Fails when one names nothing, or when not everything could be searched. */
async function find(given: string, options: ApiOptions): Promise<void> {
  const { ids } = candidateIds(given)
  // A name without a digit is an ID only by itself.
  const wanted = ids.length > 0 ? ids : [given.trim()]
  const found = await Promise.all(wanted.map((id) => ask(options, 'find', { id })))
  print(
    found.flatMap(({ hits }) => hits),
    options,
  )
  const missing = wanted.filter((_, index) => found[index]?.hits.length === 0)
  if (missing.length === 0) return
  const [unanswered] = found.flatMap(({ hits, unanswered: kinds }) => (hits.length === 0 ? kinds : []))
  if (unanswered) throw new Error(`Not everything could be searched: ${unanswered.detail}`)
  console.error(missing.map((id) => `not found: ${visible(id)}`).join('\n'))
  throw new CommanderError(1, 'find', 'Some were not found')
}

type ExplainOptions = ApiOptions & Record<'from' | 'to', string>

/** Reads the customer's whole ledger, or reads it on, when it was not read up to the end of the change; then explains. */
async function explain(externalId: string, { from, to, ...options }: ExplainOptions): Promise<void> {
  const explained = () => ask(options, 'explainChange', { externalId, from, to })
  let found = await explained()
  if (!found.isComplete) {
    let read: LedgerRead = await ask(options, 'readLedger', { externalId })
    while (read.state === 'running') {
      await wait(POLL_MS)
      read = await ask(options, 'getLedgerRead', { externalId })
      console.error(`Reading the ledger: ${read.entries} of ${read.total ?? 'unknown'} entries`)
    }
    if (read.why !== null) console.error(`The ledger was not read to its end: ${visible(read.why)}`)
    found = await explained()
  }
  print(found, options)
  if (!found.isComplete) throw new Error(`The figures lack what came after ${found.asOf ?? 'the start of the ledger'}.`)
}

/** Reads the IDs in a file, or on the standard input for “-”. Fails when an invoice does not add up, or an ID was not read. */
async function readAgain(file: string, options: ApiOptions & { kind: ReadKind }): Promise<void> {
  const given = file === '-' ? await readAll(process.stdin) : await readFile(file, 'utf8')
  const ids = given.match(/"[^"\n]+"|[^\s,;]+/g) ?? []
  if (ids.length === 0) throw new Error(`${file} has no IDs.`)
  const { run: started } = await ask(options, 'readThese', { kind: options.kind, ids })
  let found = await ask(options, 'getRead', { readId: started.id })
  while (found.run.state === 'running') {
    await wait(POLL_MS)
    found = await ask(options, 'getRead', { readId: started.id })
    console.error(readRunLabel(found.run))
  }
  const { run, unread } = found
  const wrong = run.kind === 'invoice' ? await wrongInvoices(options, run.id) : []
  if (options.json) print({ run, unread, wrong }, options)
  else {
    for (const { id, checked, currency } of wrong)
      console.log([id, ...(checked ? problemsOf(checked, currency) : [])].map(visible).join('\t'))
    for (const { given: id, why } of unread) console.log([id, why].map(visible).join('\t'))
    const notAdding = wrong.length === 0 ? '' : ` · ${formatCount(wrong.length, 'invoice')} to look at`
    const list = new URL(listPath(`${run.kind}s`, { run: run.id }), options.url)
    console.log(`${readRunLabel(run)}${notAdding}. All: ${list.href}`)
  }
  if (run.state !== 'done') throw new Error('The run ended before all were read. Read them again.')
  if (wrong.length > 0 || run.counts.read < run.total)
    throw new CommanderError(1, 'read', 'Some do not add up, or were not read')
}

/** Exits with 1 for an ID that the billing API does not know, and with 2 for what could not be asked. @throws CommanderError */
function failedToAsk(error: unknown): never {
  if (error instanceof CommanderError) throw error
  const isNotFound = error instanceof ProblemError && error.problem.code === 'not_found'
  console.error(visibleLines(`${isNotFound ? 'not found' : 'error'}: ${messageOf(error)}`))
  throw new CommanderError(isNotFound ? 1 : 2, 'ask', 'Not found, or not asked')
}

/** Returns an error in the words for the command line. */
export const messageOf = (error: unknown): string =>
  error instanceof ProblemError ? error.problem.detail : reasonOf(error)

/** Returns the invoices of a run that need a look. */
async function wrongInvoices(options: ApiOptions, run: string): Promise<ListedInvoice[]> {
  const wrong: ListedInvoice[] = []
  let after: string | undefined
  do {
    const page = await ask(options, 'listInvoices', { run, sort: 'seen', order: 'asc', pageSize: 100, after })
    wrong.push(...page.rows.filter(({ verdict }) => verdict === 'look'))
    after = page.next ?? undefined
  } while (after !== undefined)
  return wrong
}

/** `get`, `find`, `explain` and `read`: what pages show, from a console that runs, with an access key. */
export function apiCommands(): Command[] {
  const { CONSOLE_ORIGIN, PORT = 3000 } = settings()
  const address = CONSOLE_ORIGIN ?? `http://127.0.0.1:${PORT}`
  const command = (name: string, description: string, example: string) =>
    new Command(name)
      .description(
        `${description} Uses a running console with the access key in CONSOLE_ACCESS_KEY. Exits with 1 when an ID is not found, with 2 when it could not ask.`,
      )
      .option('--url <address>', 'the console', address)
      .option('--json', 'print the response as JSON', false)
      .addHelpText('after', `\nExample:\n  npm run console -- ${example}`)
  return [
    command('get', 'Print a subscription, an invoice or a customer.', 'get subscription sub_globex')
      .argument('<kind>', 'subscription, invoice or customer')
      .argument('<id>')
      .action((kind: string, id: string, options: ApiOptions) => get(kind, id, options).catch(failedToAsk)),
    command('find', 'Find what the IDs in a text name.', "find 'Please see inv_globex_paid'")
      .argument('<text>')
      .action((given: string, options: ApiOptions) => find(given, options).catch(failedToAsk)),
    command('explain', 'Explain why a balance changed.', 'explain acme-inc --from 2026-03-01 --to 2026-03-31')
      .argument('<customer>', 'the external ID')
      .requiredOption('--from <day>', 'the first day, UTC')
      .requiredOption('--to <day>', 'the last day, UTC')
      .action((customer: string, options: ExplainOptions) => explain(customer, options).catch(failedToAsk)),
    command(
      'read',
      'Read the objects in a file again. Exits with 1 also when an invoice does not add up.',
      'read march.txt',
    )
      .argument(
        '<file>',
        'IDs between spaces, commas or line breaks, those with such marks in quotes; - for the standard input',
      )
      .addOption(new Option('--kind <kind>', 'what the IDs are').choices(READ_KINDS).default('invoice'))
      .action((file: string, options: ApiOptions & { kind: ReadKind }) => readAgain(file, options).catch(failedToAsk)),
  ]
}
