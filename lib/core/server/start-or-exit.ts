import { reasonOf } from '@/telemetry/loggable'
import { isStoreUnavailable, sqlState } from '@/database/database-errors'

/** Runs a step of the start, before the first request. Exits with an error message when it fails. */
export async function startOrExit(start: () => Promise<unknown>): Promise<void> {
  try {
    await start()
  } catch (error) {
    // Uses stderr, because the log may be silent.
    console.error(`The console cannot start. ${reasonOf(error)}`)
    const isInWords = !(error instanceof Error) || error.cause !== undefined || sqlState(error) !== undefined
    // Any other error is a bug, unless it has a code of the system. The stack shows its place.
    if (!isInWords && !isStoreUnavailable(error)) console.error(error.stack)
    process.exit(1)
  }
}
