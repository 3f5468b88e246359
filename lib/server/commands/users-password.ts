import { Command } from 'commander'
import { visible } from '@/contract/visible-text'
import { emailArgument, passwordOption, readPassword } from './arguments'
import { commandLine } from './command-line'
import { withConsoleStore } from './with-console-store'

async function run(email: string): Promise<void> {
  const { setPassword } = await import('../users/set-password')
  const password = await readPassword()
  await withConsoleStore((db) => setPassword(db, commandLine('users password'), email, password))
  console.log(visible(`Changed the password of ${email} and ended all their sessions.`))
}

/** `users password EMAIL --password-stdin` */
export function passwordCommand(): Command {
  return new Command('password')
    .description('Set a user’s password. Ends their sessions and invalidates unused reset links.')
    .addArgument(emailArgument())
    .addOption(passwordOption())
    .addHelpText('after', '\nExample:\n  npm run console -- users password ann@example.com --password-stdin < password')
    .action(run)
}
