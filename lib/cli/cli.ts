import { guardCommand } from '@/telemetry/guard-output'
import { runConsoleCommand } from './run-console-command'

guardCommand()

process.exitCode = await runConsoleCommand(process.argv.slice(2))
