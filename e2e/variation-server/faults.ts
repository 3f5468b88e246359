import type { IncomingMessage, ServerResponse } from 'node:http'
import { VARIATION_IDS } from './ids'

const SLOW_MS = 12_000
const RETRY_AFTER_SECONDS = 7
const NESTING = 100_000

/** What the faults remember of one server: open timers to clear, and which ids were asked before. */
export interface FaultMemory {
  timers: Set<NodeJS.Timeout>
  asked: Set<string>
}

/** Misbehaves where the id says so. True: the request is dealt with; false: answer it as any other. */
export function misbehave(
  id: string,
  request: IncomingMessage,
  response: ServerResponse,
  memory: FaultMemory,
): boolean {
  const { fault } = VARIATION_IDS
  const send = (status: number, type: string, body: string, headers: Record<string, string> = {}) => {
    response.writeHead(status, { 'content-type': type, ...headers }).end(body)
    return true
  }
  switch (id) {
    case fault.drops:
      response.destroy()
      return true
    case fault.unavailableOnce:
      if (memory.asked.has(id)) return false
      memory.asked.add(id)
      return send(503, 'text/html', '<h1>Back soon</h1>')
    case fault.redirect:
      return send(302, 'text/plain', '', { location: 'http://127.0.0.1:9/elsewhere' })
    case fault.invalidJson:
      return send(200, 'application/json', '{"id": "fault-invalid-json", "status": }')
    case fault.html:
      return send(200, 'text/html', '<!doctype html><title>Sign in</title>')
    case fault.list:
      return send(200, 'application/json', '[{"id":"fault-list"}]')
    case fault.empty:
      return send(200, 'application/json', '')
    case fault.rateLimited:
      return send(429, 'application/json', '{"message":"Slow down"}', { 'retry-after': String(RETRY_AFTER_SECONDS) })
    case fault.echoesKey:
      return send(401, 'application/json', JSON.stringify({ error: `Bad key ${String(request.headers['x-api-key'])}` }))
    case fault.deep:
      return send(200, 'application/json', `{"id":"fault-deep","plan":${'['.repeat(NESTING)}${']'.repeat(NESTING)}}`)
    default:
      return false
  }
}

/** Ends an answered request late, broken or in error where the id says so, after the write was done. */
export function finishWrite(id: string, response: ServerResponse, finish: () => void, memory: FaultMemory): void {
  const { fault } = VARIATION_IDS
  if (id === fault.dropsAfterWrite) response.destroy()
  else if (id === fault.failsAfterWrite) response.writeHead(500, { 'content-type': 'text/html' }).end('<h1>Oops</h1>')
  else finishRead(id, finish, memory)
}

export function finishRead(id: string, finish: () => void, memory: FaultMemory): void {
  if (id !== VARIATION_IDS.fault.slow) {
    finish()
    return
  }
  const timer = setTimeout(() => {
    memory.timers.delete(timer)
    finish()
  }, SLOW_MS)
  memory.timers.add(timer)
}
