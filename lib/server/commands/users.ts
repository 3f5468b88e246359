import { Command } from 'commander'
import { addCommand } from './users-add'
import { disableCommand, enableCommand, roleCommand } from './users-change'
import { listCommand } from './users-list'
import { passwordCommand } from './users-password'

/** `users add|list|role|disable|enable|password`: manages the users of the console. */
export function usersCommand(): Command {
  return new Command('users')
    .description('Add, list and change the users of the console.')
    .addCommand(addCommand())
    .addCommand(listCommand())
    .addCommand(roleCommand())
    .addCommand(disableCommand())
    .addCommand(enableCommand())
    .addCommand(passwordCommand())
}
