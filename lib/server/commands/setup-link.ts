import { Command, InvalidArgumentError } from 'commander'
import { commandLine } from './command-line'
import { withConsoleStore } from './with-console-store'

const DEFAULT_PORT = 3000

interface SetupLinkOptions {
  url?: string
  ifNeeded: boolean
}

/** Parses the address before the link is created, because a new link invalidates the previous one. */
function parseAddress(text: string): string {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text
  throw new InvalidArgumentError('It takes an http or https address: https://console.example.com.')
}

async function run({ url, ifNeeded }: SetupLinkOptions): Promise<void> {
  const [{ createSetupLink }, { settings }] = await Promise.all([
    import('../users/create-setup-link'),
    import('../settings'),
  ])
  const { CONSOLE_ORIGIN, PORT } = settings()
  const address = url ?? CONSOLE_ORIGIN ?? `http://127.0.0.1:${PORT || DEFAULT_PORT}`
  const link = await withConsoleStore((db) => createSetupLink(db, commandLine('setup-link')))
  if (link) console.log(new URL(link.path, address).href)
  else if (!ifNeeded) throw new Error('There are users already: an admin adds the others. See users list.')
}

/** `setup-link`: creates the link for the first admin. */
export function setupLinkCommand(): Command {
  return new Command('setup-link')
    .description(
      'Make the link by which the first admin signs up, and print it alone on standard output. It works once, within 15 minutes, and only while there is no user; an earlier one works no more.',
    )
    .option(
      '--url <address>',
      'where the console is open (default: CONSOLE_ORIGIN, or this machine at PORT)',
      parseAddress,
    )
    .option('--if-needed', 'where there are users already print nothing, and do not fail', false)
    .addHelpText('after', '\nExample:\n  npm run --silent console -- setup-link')
    .action(run)
}
