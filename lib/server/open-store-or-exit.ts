import { isStoreUnavailable } from '@/database/unavailable'
import { consoleStore } from './store/console-store'

/** Opens the console's store before the first request. Exits with an error message when it cannot be opened. */
export async function openStoreOrExit(): Promise<void> {
  try {
    await consoleStore()
  } catch (error) {
    const isInWords = !(error instanceof Error) || error.cause !== undefined || isStoreUnavailable(error)
    // Uses stderr, because the log may be silent. An error without a cause is a bug, so its stack is written.
    console.error(
      isInWords || error.stack === undefined ? `The console cannot start. ${messageOf(error)}` : error.stack,
    )
    process.exit(1)
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
