import { runConsoleCommand } from './commands/run-console-command'

// Whoever reads us may stop, as `head` does: what was asked for is done to its end all the same.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })

process.exitCode = await runConsoleCommand(process.argv.slice(2))
