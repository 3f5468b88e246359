import { buildConnector } from 'undici'

/**
 * Thrown when no connection was made: refused, unknown host, no route, TLS failure or timeout. Nothing of the request
 * can have been sent.
 */
export class NeverConnectedError extends Error {
  constructor(cause: Error) {
    super(reasonOf(cause), { cause })
    this.name = 'NeverConnectedError'
  }
}

/**
 * Returns undici's connector with its failures wrapped as `NeverConnectedError`. They are detected where they occur,
 * not by error code: an `ECONNRESET` during the TLS handshake means that nothing was sent, a later one does not.
 */
export function connectorMarkingFailures(timeoutMs: number): buildConnector.connector {
  const connect = buildConnector({ timeout: timeoutMs })
  return (options, callback) =>
    connect(options, (...[error, socket]) => {
      if (error === null) callback(null, socket)
      else callback(new NeverConnectedError(error), null)
    })
}

/** Returns the reasons of all addresses of a name, because an `AggregateError` itself has none. */
function reasonOf(cause: Error): string {
  const errors: unknown[] = cause instanceof AggregateError ? cause.errors : [cause]
  return errors.map((error) => (error instanceof Error ? error.message : String(error))).join('; ')
}
