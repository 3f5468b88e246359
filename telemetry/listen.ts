import { once } from 'node:events'
import type { Server } from 'node:http'

/** Where a program serves. */
export interface ListenAddress {
  host: string
  /** 0 for any free port. */
  port: number
  /** The setting of the port, for the error message. */
  setting: string
}

/**
 * Makes a server listen.
 * @returns its URL, without a path
 * @throws Error that names the setting when the port is in use
 */
export async function listen(server: Server, { host, port, setting }: ListenAddress): Promise<string> {
  server.listen(port, host)
  try {
    await once(server, 'listening')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')
      throw new Error(`Port ${port} on ${host} is in use. Stop what uses it, or set ${setting} to another port.`, {
        cause: error,
      })
    throw error
  }
  const address = server.address()
  const listeningPort = typeof address === 'object' && address !== null ? address.port : port
  return `http://${host.includes(':') ? `[${host}]` : host}:${listeningPort}`
}
