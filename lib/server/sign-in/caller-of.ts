import { isStoreUnavailable } from '@/database/unavailable'
import { peerOf } from '../network/peer'
import { log } from '../log'
import type { Caller } from '../operation-context'
import { problemError } from '../problem'
import { consoleStore } from '../store/console-store'
import type { Actor } from '../actor'
import { browserTokenOf } from './browser-cookie'
import { knownBrowserTokenOf } from './known-browsers'
import { tokenOf } from './session-cookie'
import { authenticate } from './authenticate'

/** Every request waits for the session lookup, so a store that hangs must not block it for long. */
const TIMEOUT_MS = 5_000

/**
 * Returns the actor, the address and the browser of a request.
 * @param isUse whether the request counts as a use of the session, see `authenticate`
 * @throws ProblemError `store_unavailable` when the store fails or does not respond within five seconds, `unreachable` when the
 * demo's service does not respond
 */
export async function callerOf(headers: Headers, isUse = true): Promise<Caller> {
  const cookies = headers.get('cookie')
  const actor = await actorOf(cookies, isUse)
  return {
    actor,
    peer: peerOf(headers),
    userAgent: headers.get('user-agent') ?? '',
    browserToken: browserTokenOf(cookies),
    knownBrowserToken: knownBrowserTokenOf(cookies),
  }
}

async function actorOf(cookies: string | null, isUse: boolean): Promise<Actor> {
  let signal: AbortSignal | undefined
  try {
    // The first use opens the store, which may take longer and has its own timeout.
    await consoleStore()
    signal = AbortSignal.timeout(TIMEOUT_MS)
    return await authenticate(tokenOf(cookies), new Date(), { signal, isUse })
  } catch (error) {
    const isLate = signal?.aborted && error === signal.reason
    if (!isLate && !isStoreUnavailable(error)) throw error
    log().error({ err: error }, 'the console’s own database failed')
    throw problemError(
      'store_unavailable',
      'Your sign-in could not be checked. Nothing was changed. Try again in a moment. If this continues, contact the person who runs the console.',
    )
  }
}
