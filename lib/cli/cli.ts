import { guardProgram } from '@/telemetry/guard-output'
import { runConsoleCommand } from './run-console-command'

guardProgram()

// A reader such as `head` may close the pipe early. The command still runs to its end.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })

process.exitCode = await runConsoleCommand(process.argv.slice(2))
