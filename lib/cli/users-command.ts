import { UserEmail } from '@/lib/people/server/input'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Argument, Command, InvalidArgumentError, Option } from 'commander'
import { type Role, ROLES } from '@/lib/core/roles'
import { CONSOLE_ADDRESS_FILE, START_LOCK_FILE } from '@/contract/settings.mjs'
import { visible } from '@/contract/visible-text'
import { ownerOfProcessLock } from '@/database/process-lock.mjs'
import { withConsoleStore, writeByCommand } from './store-commands'

const EXAMPLE = '\nExample:\n  npm run --silent console -- users'

/** `users add|list|role|disable|enable|password`: manages the users of the console. */
export function usersCommand(): Command {
  const users = new Command('users').description('Add, list and change the users of the console.')
  const command = (name: string, description: string, example: string) =>
    users.command(name).description(description).addHelpText('after', `${EXAMPLE} ${name} ${example}`)
  const changing = (name: string, description: string, example = 'ann@example.com') =>
    command(name, description, example).addArgument(new Argument('<email>', 'of the user').argParser(readEmail))
  changing(
    'add',
    'Add a user who signs in with a password. The first user must be an admin.',
    'ann@example.com --role admin --password-stdin < password',
  )
    .addOption(
      new Option('--role <role>', 'viewer reads and exports, agent also cancels and deletes, admin also manages users')
        .choices(ROLES)
        .makeOptionMandatory(),
    )
    .addOption(passwordOption())
    .action(addUser)
  command(
    'list',
    'List users, one per line: email, role, enabled or disabled, sign-in method, added, last sign-in.',
    '@example.com',
  )
    .argument('[search]', 'only emails that contain this text', '')
    .action(listUsers)
  changing(
    'role',
    'Change a user’s role. The user must sign in again. The last admin keeps the role.',
    'ann@example.com agent',
  )
    .addArgument(new Argument('<role>', 'viewer, agent or admin').choices(ROLES))
    .action((email: string, role: Role) => changeUser('role', email, { role }))
  changing('disable', 'Disable a user and end all their sessions. The last admin cannot be disabled.').action(
    (email: string) => changeUser('disable', email, { disabled: true }),
  )
  changing('enable', 'Enable a disabled user, with the same role and password.').action((email: string) =>
    changeUser('enable', email, { disabled: false }),
  )
  changing(
    'password',
    'Set a user’s password. Ends their sessions and invalidates unused reset links.',
    'ann@example.com --password-stdin < password',
  )
    .addOption(passwordOption())
    .action(changePassword)
  return users
}

/** Far longer than any password; a large file that is piped in by mistake fails early. */
const MAX_STDIN_CHARS = 4096

function readEmail(text: string): string {
  const email = UserEmail.safeParse(text)
  if (email.success) return email.data
  throw new InvalidArgumentError('Enter an email address.')
}

/** The password is never an argument, because the process list and the shell's history would show it. */
const passwordOption = () =>
  new Option(
    '--password-stdin',
    'read the password from standard input, without its last line break',
  ).makeOptionMandatory()

/** Reads a password from standard input. @throws Error when it is empty or too long */
async function readPassword(): Promise<string> {
  let text = ''
  for await (const chunk of process.stdin.setEncoding('utf8')) {
    text += String(chunk)
    if (text.length > MAX_STDIN_CHARS) throw new Error('The password on standard input is too long.')
  }
  const password = text.replace(/\r?\n$/, '')
  if (password === '') throw new Error('Standard input contains no password.')
  return password
}

async function addUser(email: string, { role }: { role: Role }): Promise<void> {
  const [{ hashNewPassword }, { newUserWrite }] = await Promise.all([
    import('@/lib/people/server/password/new-password'),
    import('@/lib/people/server/users'),
  ])
  const passwordHash = await hashNewPassword(await readPassword(), email)
  await writeByCommand(
    'users add',
    newUserWrite({ email, role, passwordHash }, () => Promise.resolve()),
  )
  console.log(visible(`Added ${email} as ${role}.`))
}

const MAX_LISTED = 10_000

async function listUsers(search: string): Promise<void> {
  const { findUsers } = await import('@/lib/store/user-rows')
  const { users, matching } = await withConsoleStore((db) => findUsers(db, { search, limit: MAX_LISTED }))
  for (const { email, role, disabledAt, signsInBy, createdAt, signedInAt } of users) {
    const state = disabledAt === null ? 'enabled' : 'disabled'
    console.log([email, role, state, signsInBy, createdAt, signedInAt ?? '-'].map(visible).join('\t'))
  }
  if (users.length < matching) console.error(`${matching - users.length} more: search for a part of the email.`)
}

async function changeUser(name: string, email: string, changes: { role?: Role; disabled?: boolean }): Promise<void> {
  const { userChangeWrite } = await import('@/lib/people/server/users')
  const { role, disabledAt } = await writeByCommand(`users ${name}`, userChangeWrite(email, changes))
  console.log(visible(`${email} is ${disabledAt === null ? `enabled, as ${role}` : `disabled; the role is ${role}`}.`))
}

async function changePassword(email: string): Promise<void> {
  const { passwordWrite } = await import('@/lib/people/server/users')
  await writeByCommand('users password', await passwordWrite(email, await readPassword()))
  console.log(visible(`Changed the password of ${email} and ended all their sessions.`))
}

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

/** Returns the address at which `npm start` runs the console on this data directory; undefined when it does not run. */
function startedAddress(dataDir: string): string | undefined {
  if (!ownerOfProcessLock(join(dataDir, START_LOCK_FILE))()) return undefined
  try {
    return readFileSync(join(dataDir, CONSOLE_ADDRESS_FILE), 'utf8')
  } catch {
    // It is still starting.
    return undefined
  }
}

async function printSetupLink({ url, ifNeeded }: SetupLinkOptions): Promise<void> {
  const [{ setupLinkWrite }, { settings }, { waysToSignIn }] = await Promise.all([
    import('@/lib/people/server/users'),
    import('@/lib/core/server/settings'),
    import('@/lib/core/server/sign-in-rules'),
  ])
  if (!waysToSignIn().password) {
    if (ifNeeded) return
    throw new Error(NO_PASSWORDS)
  }
  const { CONSOLE_ORIGIN, DATA_DIR, PORT } = settings()
  const address = url ?? CONSOLE_ORIGIN ?? startedAddress(DATA_DIR) ?? `http://127.0.0.1:${PORT || DEFAULT_PORT}`
  const link = await writeByCommand('setup-link', setupLinkWrite())
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
      'address of the console (default: CONSOLE_ORIGIN, else that of the running npm start, else this machine at PORT)',
      parseAddress,
    )
    .option('--if-needed', 'do nothing and succeed when there are users already', false)
    .addHelpText('after', '\nExample:\n  npm run --silent console -- setup-link')
    .action(printSetupLink)
}
