import { Command } from 'commander'
import type { Role } from '@/contract/console/roles'
import { visible } from '@/contract/visible-text'
import { emailArgument, roleArgument } from './arguments'
import { commandLine } from './command-line'
import { withConsoleStore } from './with-console-store'

async function change(command: string, email: string, changes: { role?: Role; disabled?: boolean }): Promise<void> {
  const { changeUserAs } = await import('../users/change-user')
  const { role, disabledAt } = await withConsoleStore((db) => changeUserAs(db, commandLine(command), email, changes))
  console.log(visible(`${email} is ${disabledAt === null ? `enabled, as ${role}` : `disabled; the role is ${role}`}.`))
}

/** `users role EMAIL ROLE` */
export const roleCommand = () =>
  new Command('role')
    .description('Change a user’s role. The user must sign in again. The last admin keeps the role.')
    .addArgument(emailArgument())
    .addArgument(roleArgument())
    .addHelpText('after', '\nExample:\n  npm run console -- users role ann@example.com agent')
    .action((email: string, role: Role) => change('users role', email, { role }))

/** `users disable EMAIL` */
export const disableCommand = () =>
  new Command('disable')
    .description('Disable a user and end all their sessions. The last admin cannot be disabled.')
    .addArgument(emailArgument())
    .addHelpText('after', '\nExample:\n  npm run console -- users disable ann@example.com')
    .action((email: string) => change('users disable', email, { disabled: true }))

/** `users enable EMAIL` */
export const enableCommand = () =>
  new Command('enable')
    .description('Enable a disabled user, with the same role and password.')
    .addArgument(emailArgument())
    .addHelpText('after', '\nExample:\n  npm run console -- users enable ann@example.com')
    .action((email: string) => change('users enable', email, { disabled: false }))
