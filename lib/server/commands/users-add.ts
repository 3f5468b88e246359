import { Command } from 'commander'
import type { Role } from '@/contract/console/roles'
import { visible } from '@/contract/visible-text'
import { emailArgument, passwordOption, readPassword, roleOption } from './arguments'
import { commandLine } from './command-line'
import { withConsoleStore } from './with-console-store'

async function run(email: string, { role }: { role: Role }): Promise<void> {
  const [{ hashNewPassword }, { addUserAs }] = await Promise.all([
    import('../sign-in/password/new-password'),
    import('../users/add-user'),
  ])
  const passwordHash = await hashNewPassword(await readPassword(), email)
  await withConsoleStore((db) =>
    addUserAs(db, commandLine('users add'), { email, role, passwordHash }, () => Promise.resolve()),
  )
  console.log(visible(`Added ${email} as ${role}.`))
}

/** `users add EMAIL --role ROLE --password-stdin` */
export function addCommand(): Command {
  return new Command('add')
    .description('Add a user who signs in with a password. The first user must be an admin.')
    .addArgument(emailArgument())
    .addOption(roleOption())
    .addOption(passwordOption())
    .addHelpText(
      'after',
      '\nExample:\n  npm run console -- users add ann@example.com --role admin --password-stdin < password',
    )
    .action(run)
}
