import { createServer } from 'node:net'
import { UserError } from './user-error.mjs'

/** @import { PortSetting } from './settings.mjs' */

const HOST = '127.0.0.1'
const PORTS_TRIED = 100

/**
 * Returns the port to listen on: the wanted one, or the next free one when it is only the default.
 * @param {PortSetting} wanted
 * @param {{ name: string, setting: string, taken?: number, log: (line: string) => void }} about `taken` is reserved for another program
 * @returns {Promise<number>}
 * @throws {UserError} when an explicit port is busy, or none is free
 */
export async function choosePort({ port, explicit }, { name, setting, taken, log }) {
  const last = explicit ? port : Math.min(port + PORTS_TRIED, 65_535)
  for (let candidate = port; candidate <= last; candidate += 1) {
    const free = candidate === taken ? null : await listenOnce(candidate)
    if (free === null) continue
    if (free !== port && port !== 0) log(`Port ${port} is busy: the ${name} takes ${free}.`)
    return free
  }
  throw new UserError(
    explicit
      ? `Port ${port} (${setting}) is busy. Stop what uses it, or set ${setting} to another port.`
      : `No free port from ${port} to ${last}. Set ${setting} to one that is free.`,
  )
}

/**
 * @param {number} port
 * @returns {Promise<number | null>} the port, or null when it is busy or may not be opened
 */
function listenOnce(port) {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', (/** @type {NodeJS.ErrnoException} */ error) => {
      if (error.code === 'EADDRINUSE' || error.code === 'EACCES') resolve(null)
      else reject(error)
    })
    server.listen({ port, host: HOST, exclusive: true }, () => {
      const address = server.address()
      const found = typeof address === 'object' && address ? address.port : port
      server.close(() => resolve(found))
    })
  })
}
