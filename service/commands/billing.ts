import { VERSION_AND_COMMIT } from '@/contract/version'
import { runCommand } from '@/telemetry/command-line'
import { Command } from 'commander'

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

/** Runs the command that the arguments name, and prints errors on stderr. @returns the exit code */
export const billing = (args: readonly string[]): Promise<number> => runCommand(() => makeProgram(args), args)
