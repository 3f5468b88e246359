import { Command, InvalidArgumentError, Option } from 'commander'
import { randomUUID } from 'node:crypto'
import { userInfo } from 'node:os'
import type { Database } from '@/database/open-database'
import type { AuditHead, AuditVerdict } from '@/lib/activity/server/verify-audit'
import type { StoreWrite } from '@/lib/core/server/store-write'

/** Opens the console's store, creates or migrates it when needed, and runs one command with `runOnStore`. */
export async function withConsoleStore<T>(run: (db: Database) => Promise<T>): Promise<T> {
  const [{ openConsoleStore, storeDatabase, storeSettings }, { runOnStore }, { settings }] = await Promise.all([
    import('@/lib/store/console-store'),
    import('@/database/run-on-store'),
    import('@/lib/core/server/settings'),
  ])
  const open = (log: Parameters<typeof openConsoleStore>[1]) => openConsoleStore(undefined, log)
  return runOnStore(
    { program: 'console', logLevel: settings().LOG_LEVEL, where: storeDatabase(storeSettings()), open },
    run,
  )
}

/** Writes to the console's store in the name of the system user, with the audit entry of a command. Returns the output of the write. */
export async function writeByCommand<Output>(command: string, write: StoreWrite<Output>): Promise<Output> {
  const { writeRecorded } = await import('@/lib/store/append-entry')
  const writer = {
    name: `command line (${systemUser()})`,
    role: 'operator',
    isCommandLine: true,
    action: `cli ${command}`,
    requestId: randomUUID(),
    now: new Date(),
  }
  return withConsoleStore((db) => writeRecorded(db, writer, write))
}

/** Returns the name of the system user; in a container the user may have only a number. */
function systemUser(): string {
  try {
    return userInfo().username
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`
  }
}

async function migrate(): Promise<void> {
  await withConsoleStore(() => Promise.resolve())
  console.log('The schema is up to date.')
}

/** `migrate`: brings the schema up to date. Every command that opens the store, and the console itself, do so too. */
export function migrateCommand(): Command {
  return new Command('migrate')
    .description('Bring the schema of the console’s store up to date. Creates the embedded database if there is none.')
    .addHelpText('after', '\nExample:\n  npm run console -- migrate')
    .action(migrate)
}

interface ForgetOptions {
  customer?: string
  all?: true
}

async function forget({ customer, all }: ForgetOptions): Promise<void> {
  if ((customer === undefined) === (all === undefined)) throw new Error('Name one: --customer ID or --all.')
  const { forgetAllWrite, forgetWrite } = await import('@/lib/objects/server/forget-customer')
  const write = customer === undefined ? forgetAllWrite() : forgetWrite(customer)
  const { rows } = await writeByCommand('index forget', write)
  console.log(`Forgot ${rows} ${rows === 1 ? 'row' : 'rows'}.`)
}

/** `index forget`. */
export function indexCommand(): Command {
  const forgetting = new Command('forget')
    .description(
      'Forget a customer, or everything that was read and written about customers. An object that is opened again is added again. The billing API is not changed.',
    )
    .addOption(new Option('--customer <id>', 'an external ID, or a customer ID of the billing API'))
    .addOption(
      new Option('--all', 'everything of every source, also the notes, reviews and runs of reads of all people'),
    )
    .addHelpText('after', '\nExample:\n  npm run console -- index forget --customer acme-inc')
    .action(forget)
  return new Command('index').description('The index of objects that the console has read.').addCommand(forgetting)
}

const HEAD = /^(\d{1,15}):([0-9a-f]{64})$/
const USE_HEAD = 'pass a head from the log with --head.'

function parseHead(text: string): AuditHead {
  const [, sequence, hash] = HEAD.exec(text.trim()) ?? []
  if (sequence === undefined || hash === undefined)
    throw new InvalidArgumentError('A head has the form SEQUENCE:HASH, as in the log: 10000:9f86d0….')
  return { sequence: Number(sequence), hash }
}

async function verifyHead({ head }: { head?: AuditHead }): Promise<void> {
  const [{ openExistingConsoleStore }, { verifyAudit }] = await Promise.all([
    import('@/lib/store/console-store'),
    import('@/lib/activity/server/verify-audit'),
  ])
  const store = await openExistingConsoleStore()
  try {
    printVerdict(await verifyAudit(store.db, head), head)
  } finally {
    await store.close()
  }
}

/** @throws Error when the audit was tampered with */
function printVerdict({ entries, head, findings, found }: AuditVerdict, given: AuditHead | undefined): void {
  for (const { sequence, why } of findings) console.log(`Entry ${sequence}: ${why}`)
  if (found > findings.length) console.log(`… and ${found - findings.length} more.`)
  if (found > 0)
    throw new Error(
      `The audit was changed: ${found} of ${entries} entries do not match. Start with the first one above.`,
    )
  if (!head) return console.log(`The audit is empty. To check whether entries were deleted, ${USE_HEAD}`)
  console.log(
    `The audit is intact: ${entries} entries, each with a matching hash of its content and of the entry before.`,
  )
  if (given) console.log(`It contains the given head, entry ${given.sequence}, unchanged.`)
  else console.log(`To check whether entries were deleted at its end, ${USE_HEAD}`)
  console.log(`Head: ${head.sequence}:${head.hash}`)
}

/** `audit verify`: checks the audit for tampering. */
export function auditCommand(): Command {
  const verify = new Command('verify')
    .description('Check every audit entry and list those that were changed, deleted, moved or inserted.')
    .option(
      '--head <SEQUENCE:HASH>',
      'a head from the log; finds entries that were deleted at the end or rewritten',
      parseHead,
    )
    .addHelpText('after', '\nChanges nothing. The exit code is 1 when the audit is not intact.')
    .action(verifyHead)
  return new Command('audit').description('The record of who did what.').addCommand(verify)
}
