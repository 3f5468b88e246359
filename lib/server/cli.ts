import { visibleLines } from '@/contract/visible-text'
import { Command, CommanderError } from 'commander'
import { auditCommand } from './commands/audit'

/** Commander quotes what was typed or pasted; a command added to another has its own output, and its own end. */
function prepare(command: Command): Command {
  command.configureOutput({ outputError: (text, write) => write(visibleLines(text)) }).exitOverride()
  for (const inner of command.commands) prepare(inner)
  return command
}

try {
  const program = new Command('console').description('The console’s users and its audit.').addCommand(auditCommand())
  await prepare(program).parseAsync(process.argv.slice(2), { from: 'user' })
} catch (error) {
  // Commander has said it already, be it a refusal or the help.
  if (!(error instanceof CommanderError))
    console.error(visibleLines(`error: ${error instanceof Error ? error.message : String(error)}`))
  process.exitCode = error instanceof CommanderError ? error.exitCode : 1
}
