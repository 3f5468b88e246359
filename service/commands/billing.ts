import { VERSION_AND_COMMIT } from '@/contract/version'
import { visibleLines } from '@/contract/visible-text'
import { reasonOf } from '@/telemetry/loggable'
import { Command, CommanderError } from 'commander'
import { distributeCommand, migrateCommand, verifyCommand } from './store-commands'
import { doctorCommand } from './doctor'
import { exportCommand } from './export'
import { importCommand } from './import'
import { keysCommand } from './keys'
import { seedCommand } from './seed'
import { serveCommand } from './serve'

// Each command imports its dependencies only when it runs, so that the others start fast.
const makeProgram = () =>
  new Command('billing')
    .description('The billing service: its API, its data and its keys.')
    .version(VERSION_AND_COMMIT)
    .showHelpAfterError('(add --help for usage)')
    .addCommand(serveCommand())
    .addCommand(migrateCommand())
    .addCommand(keysCommand())
    .addCommand(seedCommand())
    .addCommand(importCommand())
    .addCommand(exportCommand())
    .addCommand(verifyCommand())
    .addCommand(distributeCommand())
    .addCommand(doctorCommand())

/** Escapes Commander's output, which quotes user input. Each subcommand needs its own output and exit settings. */
function prepare(command: Command): Command {
  command.configureOutput({ outputError: (text, write) => write(visibleLines(text)) }).exitOverride()
  for (const inner of command.commands) prepare(inner)
  return command
}

/**
 * Runs the command that the arguments name, and prints errors on stderr.
 * @returns the exit code
 */
export async function billing(args: readonly string[]): Promise<number> {
  try {
    await prepare(makeProgram()).parseAsync(args, { from: 'user' })
    return 0
  } catch (error) {
    // Commander has already printed the error or the help.
    if (error instanceof CommanderError) return error.exitCode
    console.error(visibleLines(`error: ${reasonOf(error)}`))
    return 1
  }
}
