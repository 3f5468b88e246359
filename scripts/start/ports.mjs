import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'
import { UserError } from '../command.mjs'

/** @import { PortSetting } from './settings.mjs' */

const HOST = '127.0.0.1'
const PORTS_TRIED = 100
/**
 * Where port 0 finds a free one. From 32768 the operating system gives ports to outgoing connections, one of which could take
 * it before the program listens.
 */
const FREE_PORTS = /** @type {const} */ ([10_000, 32_768])

/**
 * Returns the port to listen on: the wanted one, any free one for 0, or the next free one when it is only the default.
 * @param {PortSetting} wanted
 * @param {{ name: string, setting: string, taken?: number, log: (line: string) => void }} about `taken` is reserved for another program
 * @returns {Promise<number>}
 * @throws {UserError} when an explicit port is busy, or none is free
 */
export async function choosePort({ port, explicit }, { name, setting, taken, log }) {
  if (port === 0) return anyFreePort(taken)
  const last = explicit ? port : Math.min(port + PORTS_TRIED, 65_535)
  for (let candidate = port; candidate <= last; candidate += 1) {
    if (candidate === taken || !(await isFree(candidate))) continue
    if (candidate !== port) log(`Port ${port} is busy: the ${name} takes ${candidate}.`)
    return candidate
  }
  throw new UserError(
    explicit
      ? `Port ${port} (${setting}) is busy. Stop what uses it, or set ${setting} to another port.`
      : `No free port from ${port} to ${last}. Set ${setting} to one that is free.`,
  )
}

/**
 * @param {number | undefined} taken
 * @returns {Promise<number>}
 * @throws {UserError} when a hundred random ports are busy
 */
async function anyFreePort(taken) {
  for (let tried = 0; tried < PORTS_TRIED; tried += 1) {
    const candidate = randomInt(...FREE_PORTS)
    if (candidate !== taken && (await isFree(candidate))) return candidate
  }
  throw new UserError(`No free port was found on ${HOST}.`)
}

/**
 * @param {number} port
 * @returns {Promise<boolean>} false when it is busy or may not be opened
 */
function isFree(port) {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', (/** @type {NodeJS.ErrnoException} */ error) => {
      if (error.code === 'EADDRINUSE' || error.code === 'EACCES') resolve(false)
      else reject(error)
    })
    server.listen({ port, host: HOST, exclusive: true }, () => server.close(() => resolve(true)))
  })
}
