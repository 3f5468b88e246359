import { guardProgram } from '@/telemetry/guard-output'
import { billing } from './commands/billing'

guardProgram()

// A reader such as `head` may close the pipe early; the command still finishes its work.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })

process.exitCode = await billing(process.argv.slice(2))
