import { type Command, CommanderError } from 'commander'
import { visibleLines } from '@/contract/visible-text'
import { reasonOf } from './loggable'

/** Escapes Commander's output, which quotes user input, and throws instead of exiting. Each subcommand needs its own settings. */
function prepare(command: Command): Command {
  command.configureOutput({ outputError: (text, write) => write(visibleLines(text)) }).exitOverride()
  for (const inner of command.commands) prepare(inner)
  return command
}

/**
 * Runs the command that the arguments name, and prints errors on stderr.
 * @param messageOf returns an error in words for the command line
 * @returns the exit code
 */
export async function runCommand(
  makeProgram: () => Command | Promise<Command>,
  args: readonly string[],
  messageOf = reasonOf,
): Promise<number> {
  try {
    await prepare(await makeProgram()).parseAsync(args, { from: 'user' })
    return 0
  } catch (error) {
    // Commander has already printed the error or the help.
    if (error instanceof CommanderError) return error.exitCode
    console.error(visibleLines(`error: ${messageOf(error)}`))
    return 1
  }
}
