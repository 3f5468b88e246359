import { visible } from '@/contract/visible-text'
import { Command, Option } from 'commander'
import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { type ApiKeyType, createApiKey, listApiKeys, revokeApiKey } from '../api-keys'
import { nodesToFollow } from '../store/distribute'
import { readMerchantId, withStore } from './with-store'

const now = () => new Date().toISOString()

/** Makes a key and keeps it in a file that only its owner can read. Does nothing when the file exists. */
async function keepKey(file: string, makeKey: () => Promise<string>): Promise<void> {
  if (existsSync(file)) return
  const unfinished = `${file}.new`
  // Before the key is made, because a key that cannot be written is lost.
  writeFileSync(unfinished, '', { mode: 0o600 })
  try {
    writeFileSync(unfinished, await makeKey())
    renameSync(unfinished, file)
  } catch (error) {
    rmSync(unfinished, { force: true })
    throw error
  }
}

interface CreateOptions {
  merchant: string
  type: ApiKeyType
  to?: string
  keepsDemo?: boolean
}

function createCommand(): Command {
  return new Command('create')
    .description('Create an API key and print only the key on standard output. It cannot be shown again.')
    .requiredOption('--merchant <id>', 'the merchant the key is for; made if new', readMerchantId)
    .addOption(
      new Option('--type <type>', 'only a secret key is accepted by the API')
        .choices(['secret', 'publishable'])
        .makeOptionMandatory(),
    )
    .option('--to <file>', 'write the key to this file instead, for its owner only; if the file exists, do nothing')
    .addOption(new Option('--keeps-demo', 'for the console of npm start: it may stand open on demo data').hideHelp())
    .addHelpText('after', '\nExample:\n  npm run --silent billing -- keys create --merchant acme --type secret')
    .action(async ({ merchant, type, to, keepsDemo }: CreateOptions) => {
      const makeKey = () => withStore((db) => createApiKey(db, { merchantId: merchant, type, now: now(), keepsDemo }))
      if (to === undefined) console.log(await makeKey())
      else await keepKey(to, makeKey)
    })
}

function listCommand(): Command {
  return new Command('list')
    .description('List API keys, one per line: ID, type, merchant, last four characters, created at, revoked at.')
    .option('--merchant <id>', 'only the keys of this merchant', readMerchantId)
    .addHelpText('after', '\nExample:\n  npm run billing -- keys list --merchant acme')
    .action(({ merchant }: { merchant?: string }) =>
      withStore(async (db) => {
        for (const { id, type, merchantId, hint, createdAt, revokedAt } of await listApiKeys(db, merchant)) {
          const cells = [id, type, merchantId, `…${hint}`, createdAt, revokedAt ?? '-']
          console.log(cells.map(visible).join('\t'))
        }
      }),
    )
}

function revokeCommand(): Command {
  return new Command('revoke')
    .description(
      'Revoke an API key by its ID (see keys list). It stops working at once; in a cluster, the nodes that follow later are named.',
    )
    .argument('<id>', 'ID of the key, key_…')
    .addHelpText('after', '\nExample:\n  npm run billing -- keys revoke key_Zk3…')
    .action((id: string) =>
      withStore(async (db) => {
        if (!(await revokeApiKey(db, { id, now: now() })))
          throw new Error(`There is no active key ${JSON.stringify(id)}. See keys list.`)
        const late = await nodesToFollow(db, id)
        console.log(
          visible([`Revoked ${id}`, ...late].join('; ') + (late.length > 0 ? '. Until then it works there.' : '.')),
        )
      }),
    )
}

/** `keys create|list|revoke`: the API keys of merchants. */
export function keysCommand(): Command {
  return new Command('keys')
    .description('Create, list and revoke the API keys of merchants.')
    .addCommand(createCommand())
    .addCommand(listCommand())
    .addCommand(revokeCommand())
}
