import { readFile } from 'node:fs/promises'
import { Command } from 'commander'
import { visible } from '@/contract/visible-text'
import type { ChainedEntry } from '../audit/audit-chain'
import { commandLine, withConsoleStore } from './store-commands'

/** @throws Error when the pack is not as the console made it */
async function verify(file: string, { key }: { key: string }): Promise<void> {
  const [{ MAX_PACK_BYTES, verifyPack }, { publicKeyOf }, { brokenLinks }] = await Promise.all([
    import('../evidence/pack-zip'),
    import('../evidence/signing-key'),
    import('../audit/audit-chain'),
  ])
  const publicKey = publicKeyOf(key)
  if (publicKey === null) throw new Error('The key has 43 characters, as `evidence key` prints it.')
  const zip = await readFile(file)
  if (zip.length > MAX_PACK_BYTES) throw new Error(`${file} is larger than any pack.`)
  const { problems, manifest, files } = verifyPack(zip, publicKey)
  for (const problem of problems) console.log(visible(problem))
  if (problems.length > 0 || manifest === null) throw new Error('This pack is not as the console made it.')
  const { entries }: { entries: ChainedEntry[] } = JSON.parse(String(Buffer.from(files.get('audit.json') ?? [])))
  const broken = brokenLinks(entries)
  if (broken.length > 0)
    throw new Error(`The audit was changed before the pack was made, at entry ${broken.join(', ')}.`)
  console.log(`The pack is as the console made it: ${manifest.files.length} files, signed with this key.`)
  console.log(visible(`${manifest.subject}, made by ${manifest.madeBy} at ${manifest.madeAt} from ${manifest.source}.`))
  for (const missing of manifest.missing) console.log(visible(`PARTIAL, missing: ${missing}`))
}

async function printKeys({ replace }: { replace?: true }): Promise<void> {
  const { publicKeys, replaceKey, signingKey } = await import('../evidence/signing-key')
  const keys = await withConsoleStore(async (db) => {
    await (replace ? replaceKey(db, commandLine('evidence key --replace')) : signingKey(db))
    return publicKeys(db)
  })
  for (const { publicKey, createdAt, replacedAt } of keys.toReversed())
    console.log([publicKey, createdAt, replacedAt ?? 'in use'].join('\t'))
}

/** `evidence verify` and `evidence key`. */
export function evidenceCommand(): Command {
  const verifying = new Command('verify')
    .description(
      'Check an evidence pack, without a store or a network. Names each file that was changed, added or removed.',
    )
    .argument('<file>', 'the ZIP')
    .requiredOption('--key <public key>', 'of the console that made it, from elsewhere than the pack')
    .addHelpText('after', '\nThe exit code is 1 when the pack is not as the console made it.')
    .action(verify)
  const key = new Command('key')
    .description('Print the public keys that sign packs, the newest first, with when each was made and replaced.')
    .option('--replace', 'make a new key, and delete the private key in use; its public key stays listed')
    .addHelpText('after', '\nExample:\n  npm run console -- evidence key')
    .action(printKeys)
  return new Command('evidence')
    .description('The evidence packs that the console makes.')
    .addCommand(verifying)
    .addCommand(key)
}
