import { visibleLines } from '@/contract/visible-text'
import { Command, CommanderError } from 'commander'
import { importCommand } from './import'
import { keysCommand } from './keys'
import { migrateCommand } from './migrate'
import { seedCommand } from './seed'
import { serveCommand } from './serve'

// Each command imports what it runs on when it runs, so that the others start at once.
const makeProgram = () =>
  new Command('billing')
    .description('The billing service: its API, its data and its keys.')
    .showHelpAfterError('(add --help to see what it takes)')
    .addCommand(serveCommand())
    .addCommand(migrateCommand())
    .addCommand(keysCommand())
    .addCommand(seedCommand())
    .addCommand(importCommand())

/** Commander quotes what was typed or pasted; a command added to another has its own output, and its own end. */
function prepare(command: Command): Command {
  command.configureOutput({ outputError: (text, write) => write(visibleLines(text)) }).exitOverride()
  for (const inner of command.commands) prepare(inner)
  return command
}

/**
 * Runs the command that the arguments name; what is wrong is said on stderr.
 * @returns the exit code
 */
export async function billing(args: readonly string[]): Promise<number> {
  try {
    await prepare(makeProgram()).parseAsync(args, { from: 'user' })
    return 0
  } catch (error) {
    // Commander has said it already, be it a refusal or the help.
    if (error instanceof CommanderError) return error.exitCode
    console.error(visibleLines(`error: ${error instanceof Error ? error.message : String(error)}`))
    return 1
  }
}
