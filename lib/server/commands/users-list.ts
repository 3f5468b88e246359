import { Command, InvalidArgumentError } from 'commander'
import type { UserView } from '@/contract/console/user'
import { visible } from '@/contract/visible-text'
import { withConsoleStore } from './with-console-store'

const MAX_LISTED = 10_000

function readLimit(text: string): number {
  const limit = Number(text)
  if (/^[1-9]\d*$/.test(text) && limit <= MAX_LISTED) return limit
  throw new InvalidArgumentError(`Enter a whole number from 1 to ${MAX_LISTED}.`)
}

const lineOf = ({ email, role, disabledAt, signsInBy, createdAt, signedInAt }: UserView) =>
  [email, role, disabledAt === null ? 'enabled' : 'disabled', signsInBy, createdAt, signedInAt ?? '-']
    .map(visible)
    .join('\t')

async function run(search: string, { limit }: { limit: number }): Promise<void> {
  const { findUsers } = await import('../store/find-users')
  const { users, matching } = await withConsoleStore((db) => findUsers(db, { search, limit }))
  for (const user of users) console.log(lineOf(user))
  if (users.length < matching) console.error(`${matching - users.length} more: search, or raise --limit.`)
}

/** `users list [SEARCH]` */
export function listCommand(): Command {
  return new Command('list')
    .description('List users, one per line: email, role, enabled or disabled, sign-in method, added, last sign-in.')
    .argument('[search]', 'only emails that contain this text', '')
    .option('--limit <n>', 'maximum number of users', readLimit, 200)
    .addHelpText('after', '\nExample:\n  npm run --silent console -- users list @example.com')
    .action(run)
}
