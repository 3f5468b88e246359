import { Command, CommanderError } from 'commander'
import { VERSION_AND_COMMIT } from '@/contract/version'
import { runCommand } from '@/telemetry/command-line'
import { messageOf, readCommand } from './read-command'
import { auditCommand, indexCommand, migrateCommand } from './store-commands'
import { setupLinkCommand, usersCommand } from './users-command'

const makeProgram = () =>
  new Command('console')
    .description(
      'Manage the console’s own store: its users, its audit and its index. Works before the first start and while the console runs. `read` asks a running console.',
    )
    .version(VERSION_AND_COMMIT)
    .showHelpAfterError('(add --help for usage)')
    .addCommand(usersCommand())
    .addCommand(setupLinkCommand())
    .addCommand(auditCommand())
    .addCommand(indexCommand())
    .addCommand(migrateCommand())
    .addCommand(doctorCommand())
    .addCommand(readCommand())

/** Runs the command in the arguments; prints errors to stderr. @returns the exit code */
export const runConsoleCommand = (args: readonly string[]): Promise<number> => runCommand(makeProgram, args, messageOf)

interface DoctorOptions {
  customer?: string
  json: boolean
}

async function diagnose({ customer, json }: DoctorOptions): Promise<void> {
  const [{ consoleFindings }, { printFindings }] = await Promise.all([
    import('@/lib/status/server/doctor/console-findings'),
    import('@/contract/finding'),
  ])
  const wrongs = await printFindings(consoleFindings(process.env, customer), { isJson: json })
  // The lines above say what is wrong.
  if (wrongs > 0) throw new CommanderError(1, 'doctor', `${wrongs} checks failed`)
}

/** `doctor`: checks settings, store, billing API and single sign-on, and says how to mend what is wrong. */
function doctorCommand(): Command {
  return new Command('doctor')
    .description(
      'Check settings, store, migrations, clocks, disk, billing API and single sign-on without a change. Exits with 1 when something is wrong.',
    )
    .option('--customer <external ID>', 'a customer with two transactions or more, to check the query parameters')
    .option('--json', 'print one JSON array of {check, status, detail}', false)
    .addHelpText('after', '\nExample:\n  npm run console -- doctor --customer acme-inc')
    .action(diagnose)
}
