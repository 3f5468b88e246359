import { Argument, InvalidArgumentError, Option } from 'commander'
import { UserEmail } from '@/contract/console/inputs'
import { ROLES } from '@/contract/console/roles'

/** Far longer than any password; a large file that is piped in by mistake fails early. */
const MAX_STDIN_CHARS = 4096

function readEmail(text: string): string {
  const email = UserEmail.safeParse(text)
  if (email.success) return email.data
  throw new InvalidArgumentError('Enter an email address.')
}

export const emailArgument = () => new Argument('<email>', 'of the user').argParser(readEmail)
export const roleArgument = () => new Argument('<role>', 'viewer, agent or admin').choices(ROLES)
export const roleOption = () =>
  new Option('--role <role>', 'viewer reads and exports, agent also cancels and deletes, admin also manages users')
    .choices(ROLES)
    .makeOptionMandatory()
/** The password is never an argument, because the process list and the shell's history would show it. */
export const passwordOption = () =>
  new Option(
    '--password-stdin',
    'read the password from standard input, without its last line break',
  ).makeOptionMandatory()

/** Reads a password from standard input. @throws Error when it is empty or too long */
export async function readPassword(): Promise<string> {
  let text = ''
  for await (const chunk of process.stdin.setEncoding('utf8')) {
    text += String(chunk)
    if (text.length > MAX_STDIN_CHARS) throw new Error('The password on standard input is too long.')
  }
  const password = text.replace(/\r?\n$/, '')
  if (password === '') throw new Error('Standard input contains no password.')
  return password
}
