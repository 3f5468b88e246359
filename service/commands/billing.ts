import { VERSION_AND_COMMIT } from '@/contract/version'
import { visibleLines } from '@/contract/visible-text'
import { reasonOf } from '@/telemetry/loggable'
import { Command, CommanderError } from 'commander'

/** Each command is loaded only when it runs, so that it starts fast. */
const COMMANDS = new Map<string | undefined, () => Promise<Command>>([
  ['serve', async () => (await import('./serve')).serveCommand()],
  ['migrate', async () => (await import('./store-commands')).migrateCommand()],
  ['keys', async () => (await import('./keys')).keysCommand()],
  ['seed', async () => (await import('./seed')).seedCommand()],
  ['import', async () => (await import('./import')).importCommand()],
  ['export', async () => (await import('./export')).exportCommand()],
  ['verify', async () => (await import('./store-commands')).verifyCommand()],
  ['distribute', async () => (await import('./store-commands')).distributeCommand()],
  ['doctor', async () => (await import('./doctor')).doctorCommand()],
])

/** Returns the program with the command that the arguments begin with, or with all for its help. */
async function makeProgram([name]: readonly string[]): Promise<Command> {
  const program = new Command('billing')
    .description('The billing service: its API, its data and its keys.')
    .version(VERSION_AND_COMMIT)
    .showHelpAfterError('(add --help for usage)')
  const wanted = COMMANDS.get(name)
  for (const load of wanted ? [wanted] : COMMANDS.values()) program.addCommand(await load())
  return program
}

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
    await prepare(await makeProgram(args)).parseAsync(args, { from: 'user' })
    return 0
  } catch (error) {
    // Commander has already printed the error or the help.
    if (error instanceof CommanderError) return error.exitCode
    console.error(visibleLines(`error: ${reasonOf(error)}`))
    return 1
  }
}
