import { Command, CommanderError } from 'commander'

interface DoctorOptions {
  customer?: string
  invoice?: string
  json: boolean
}

async function run({ customer, invoice, json }: DoctorOptions): Promise<void> {
  const [{ consoleFindings }, { printFindings }] = await Promise.all([
    import('../doctor/console-findings'),
    import('@/contract/finding'),
  ])
  const wrongs = await printFindings(consoleFindings(process.env, { customer, invoice }), { isJson: json })
  // The lines above say what is wrong.
  if (wrongs > 0) throw new CommanderError(1, 'doctor', `${wrongs} checks failed`)
}

/** `doctor`: checks settings, store, billing API, single sign-on and proxy, and says how to mend what is wrong. */
export function doctorCommand(): Command {
  return new Command('doctor')
    .description(
      'Check settings, store, migrations, clocks, disk, billing API, single sign-on and proxy without a change. Exits with 1 when something is wrong.',
    )
    .option('--customer <external ID>', 'a customer with two transactions or more, to check the query parameters')
    .option('--invoice <id>', 'an invoice whose amounts you know, to check the amount unit')
    .option('--json', 'print one JSON array of {check, status, detail}', false)
    .addHelpText('after', '\nExample:\n  npm run console -- doctor --customer acme-inc --invoice inv_1042')
    .action(run)
}
