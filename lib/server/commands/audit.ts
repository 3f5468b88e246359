import { Command, InvalidArgumentError } from 'commander'
import type { AuditHead, AuditVerdict } from '../audit/verify-audit'

const HEAD = /^(\d{1,15}):([0-9a-f]{64})$/
const USE_HEAD = 'pass a head from the log with --head.'

function parseHead(text: string): AuditHead {
  const [, sequence, hash] = HEAD.exec(text.trim()) ?? []
  if (sequence === undefined || hash === undefined)
    throw new InvalidArgumentError('A head has the form SEQUENCE:HASH, as in the log: 10000:9f86d0….')
  return { sequence: Number(sequence), hash }
}

async function run({ head }: { head?: AuditHead }): Promise<void> {
  const [{ openExistingConsoleStore }, { verifyAudit }] = await Promise.all([
    import('../store/console-store'),
    import('../audit/verify-audit'),
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
    .action(run)
  return new Command('audit').description('The record of who did what.').addCommand(verify)
}
