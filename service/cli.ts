import { visibleLines } from '@/contract/visible-text'
import { Command } from 'commander'
import { importCommand } from './commands/import'
import { keysCommand } from './commands/keys'
import { migrateCommand } from './commands/migrate'
import { seedCommand } from './commands/seed'
import { serveCommand } from './commands/serve'

// Each command imports what it runs on when it runs, so that the others start at once.
const program = new Command('billing')
  .description('The billing service: its API, its data and its keys.')
  .showHelpAfterError('(add --help to see what it takes)')
  .addCommand(serveCommand())
  .addCommand(migrateCommand())
  .addCommand(keysCommand())
  .addCommand(seedCommand())
  .addCommand(importCommand())

// Whoever reads us may stop, as `head` does: what was asked for is done to its end all the same.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })

showForeignText(program)
try {
  await program.parseAsync()
} catch (error) {
  console.error(visibleLines(`error: ${error instanceof Error ? error.message : String(error)}`))
  process.exitCode = 1
}

/** Commander quotes what was typed or pasted; a command added to another has its own output. */
function showForeignText(command: Command): void {
  command.configureOutput({ outputError: (text, write) => write(visibleLines(text)) })
  for (const inner of command.commands) showForeignText(inner)
}
