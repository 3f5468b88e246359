import { guardCommand } from '@/telemetry/guard-output'
import { billing } from './commands/billing'

guardCommand()

process.exitCode = await billing(process.argv.slice(2))
