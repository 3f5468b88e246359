import { Command, CommanderError } from 'commander'
import { VERSION_AND_COMMIT } from '@/contract/version'
import { visibleLines } from '@/contract/visible-text'
import { ProblemError } from '@/contract/console/problem-error'
import { reasonOf } from '@/telemetry/loggable'
import { auditCommand } from './audit'
import { doctorCommand } from './doctor'
import { indexCommand } from './index-command'
import { migrateCommand } from './migrate'
import { setupLinkCommand } from './setup-link'
import { usersCommand } from './users'

const makeProgram = () =>
  new Command('console')
    .description(
      'Manage the console’s own store: its users, its audit and its index. Works before the first start and while the console runs.',
    )
    .version(VERSION_AND_COMMIT)
    .showHelpAfterError('(add --help for usage)')
    .addCommand(usersCommand())
    .addCommand(setupLinkCommand())
    .addCommand(auditCommand())
    .addCommand(indexCommand())
    .addCommand(migrateCommand())
    .addCommand(doctorCommand())

/** Escapes control characters in the error output, and throws instead of exiting. Commander sets both for each command. */
function prepare(command: Command): Command {
  command.configureOutput({ outputError: (text, write) => write(visibleLines(text)) }).exitOverride()
  for (const inner of command.commands) prepare(inner)
  return command
}

/**
 * Runs the command in the arguments; prints errors to stderr.
 * @returns the exit code
 */
export async function runConsoleCommand(args: readonly string[]): Promise<number> {
  try {
    await prepare(makeProgram()).parseAsync(args, { from: 'user' })
    return 0
  } catch (error) {
    // Commander has already printed the error or the help.
    if (error instanceof CommanderError) return error.exitCode
    console.error(visibleLines(`error: ${messageOf(error)}`))
    return 1
  }
}

const messageOf = (error: unknown): string => (error instanceof ProblemError ? error.problem.detail : reasonOf(error))
