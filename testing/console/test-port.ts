import type { Server } from 'node:net'

/** Starts a server on a free port of 127.0.0.1. @returns the port */
export async function testPort(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server listens on no port')
  return address.port
}
