import { Command, InvalidArgumentError } from 'commander'
import { commandLine } from './command-line'
import { withConsoleStore } from './with-console-store'

const DEFAULT_PORT = 3000
const NO_PASSWORDS =
  'Passwords are off. Sign in with single sign-on, as a member of a group with the role admin in CONSOLE_OIDC_ROLES. To use passwords, set LOCAL_AUTH=1.'

interface SetupLinkOptions {
  url?: string
  ifNeeded: boolean
}

/** Parses the address before the link is created, because a new link invalidates the previous one. */
function parseAddress(text: string): string {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text
  throw new InvalidArgumentError('Enter an http or https address, such as https://console.example.com.')
}

async function run({ url, ifNeeded }: SetupLinkOptions): Promise<void> {
  const [{ createSetupLink }, { settings }, { waysToSignIn }] = await Promise.all([
    import('../users/create-setup-link'),
    import('../settings'),
    import('../sign-in/ways-to-sign-in'),
  ])
  if (!waysToSignIn().password) {
    if (ifNeeded) return
    throw new Error(NO_PASSWORDS)
  }
  const { CONSOLE_ORIGIN, PORT } = settings()
  const address = url ?? CONSOLE_ORIGIN ?? `http://127.0.0.1:${PORT || DEFAULT_PORT}`
  const link = await withConsoleStore((db) => createSetupLink(db, commandLine('setup-link')))
  if (link) console.log(new URL(link.path, address).href)
  else if (!ifNeeded) throw new Error('There are users already. An admin can add more; see users list.')
}

/** `setup-link`: creates the link for the first admin. */
export function setupLinkCommand(): Command {
  return new Command('setup-link')
    .description(
      'Print the link with which the first admin signs up. It works once, for 15 minutes, and only while there are no users. Earlier links stop working.',
    )
    .option(
      '--url <address>',
      'address of the console (default: CONSOLE_ORIGIN, or this machine at PORT)',
      parseAddress,
    )
    .option('--if-needed', 'do nothing and succeed when there are users already', false)
    .addHelpText('after', '\nExample:\n  npm run --silent console -- setup-link')
    .action(run)
}
