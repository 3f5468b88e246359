import { printFindings } from '@/contract/finding'
import { Command, CommanderError } from 'commander'
import { serviceFindings } from '../doctor'

async function run({ json }: { json: boolean }): Promise<void> {
  const wrongs = await printFindings(serviceFindings(process.env), { isJson: json })
  // The lines above say what is wrong.
  if (wrongs > 0) throw new CommanderError(1, 'doctor', `${wrongs} checks failed`)
}

/** `doctor`: checks settings, database and keys, and says how to mend what is wrong. */
export function doctorCommand(): Command {
  return new Command('doctor')
    .description(
      'Check settings, database, migrations, clock, disk and keys without a change. Exits with 1 when something is wrong.',
    )
    .option('--json', 'print one JSON array of {check, status, detail}', false)
    .addHelpText('after', '\nExample:\n  npm run billing -- doctor')
    .action(run)
}
