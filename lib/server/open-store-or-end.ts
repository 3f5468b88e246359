import { isStoreUnavailable } from '@/database/unavailable'
import { consoleStore } from './store/console-store'

/** Opens the console's store before anything is served; ends the process, in words, where it cannot be opened. */
export async function openStoreOrEnd(): Promise<void> {
  try {
    await consoleStore()
  } catch (error) {
    const isInWords = !(error instanceof Error) || error.cause !== undefined || isStoreUnavailable(error)
    // Not by the log, which may be silent. An error without a cause is a fault of ours: its stack tells where.
    console.error(
      isInWords || error.stack === undefined ? `The console does not start. ${messageOf(error)}` : error.stack,
    )
    process.exit(1)
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
