import type { Environment } from '../environment'
import { every } from '../every'
import { consoleStore } from '../store/console-store'
import { deliverDue } from './deliver-webhooks'
import { sendEmails, trimEmails } from './email-digests'
import { findEvents, trimEvents } from './find-events'

const EVERY_MS = 10_000
const TRIM_EVERY_MS = 3_600_000

/** Finds events, and sends what is due, in every process. @returns stops it (`every`), after what is being sent */
export function startAlerting(environment: Environment): () => Promise<void> {
  let trimmedMs = -Infinity
  const failure = 'alerts could not be found or sent'
  return every({ everyMs: EVERY_MS, event: 'alert', failure }, async (signal) => {
    // A failure of one does not stop the others.
    const ends = await Promise.allSettled([
      findEvents(environment),
      deliverDue(environment, {}, signal),
      sendEmails(environment, undefined, signal),
    ])
    if (performance.now() - trimmedMs >= TRIM_EVERY_MS) {
      const db = await consoleStore()
      await trimEvents(db)
      await trimEmails(db)
      trimmedMs = performance.now()
    }
    for (const end of ends) if (end.status === 'rejected') throw end.reason
  })
}
