import { buildConnector } from 'undici'

/** No connection came about: refused, no such host, no route, TLS, or too slow. Nothing of the request can have left. */
export class NeverConnectedError extends Error {
  constructor(cause: Error) {
    super(reasonOf(cause), { cause })
    this.name = 'NeverConnectedError'
  }
}

/**
 * undici's own way to connect, whose failures are `NeverConnectedError`. They are told where they happen, not by a list of
 * codes: the same `ECONNRESET` means nothing was sent during a TLS handshake, and anything after it.
 */
export function markingConnector(timeoutMs: number): buildConnector.connector {
  const connect = buildConnector({ timeout: timeoutMs })
  return (options, callback) =>
    connect(options, (...[error, socket]) => {
      if (error === null) callback(null, socket)
      else callback(new NeverConnectedError(error), null)
    })
}

/** Every address of a name fails for its own reason: `AggregateError` itself says none. */
function reasonOf(cause: Error): string {
  const errors: unknown[] = cause instanceof AggregateError ? cause.errors : [cause]
  return errors.map((error) => (error instanceof Error ? error.message : String(error))).join('; ')
}
