import { Command, InvalidArgumentError } from 'commander'
import type { AuditHead, AuditVerdict } from '../audit/verify-audit'

const HEAD = /^(\d{1,15}):([0-9a-f]{64})$/
const ONLY_A_HEAD = 'only a head can tell: --head, as the log has it.'

function parseHead(text: string): AuditHead {
  const [, sequence, hash] = HEAD.exec(text.trim()) ?? []
  if (sequence === undefined || hash === undefined)
    throw new InvalidArgumentError('A head is written SEQUENCE:HASH, as the log has it: 10000:9f86d0….')
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
      `The audit is not as it was written: ${found} of ${entries} entries give it away. The first one named is where to look first.`,
    )
  if (!head) return console.log(`The audit holds nothing. Whether it was emptied ${ONLY_A_HEAD}`)
  console.log(`The audit is whole: ${entries} entries, each with the hash of what it says and of the one before.`)
  if (given) console.log(`It holds the head that was given, entry ${given.sequence}, as it was then.`)
  else console.log(`Whether entries were cut off at its end ${ONLY_A_HEAD}`)
  console.log(`Its head is ${head.sequence}:${head.hash}`)
}

/** `audit verify`: checks the audit for tampering. */
export function auditCommand(): Command {
  const verify = new Command('verify')
    .description('Read the whole audit, and name every entry that was changed, deleted, moved or put there.')
    .option('--head <SEQUENCE:HASH>', 'a head that the log has: finds what was cut off or written anew', parseHead)
    .addHelpText('after', '\nIt changes nothing, and ends with 1 where the audit is not whole.')
    .action(run)
  return new Command('audit').description('The record of who did what.').addCommand(verify)
}
