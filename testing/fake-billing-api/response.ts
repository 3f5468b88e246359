import type { ServerResponse } from 'node:http'
import { stringifyExactJson } from '@/contract/exact-json'

/** An HTTP response, possibly cut off or never sent. */
export interface ScenarioResponse {
  status: number
  headers: Readonly<Record<string, string>>
  body: string
  /** Closes the connection before the response, closes it within the body, or resets it. */
  drop?: 'immediately' | 'midBody' | 'reset'
  /** Never responds. */
  never?: boolean
  /** Sends the body one character at a time, with this delay in milliseconds. */
  dripMs?: number
}

type Options = Parameters<typeof textResponse>[1]
export const jsonResponse = (body: unknown, options?: Options) => textResponse(stringifyExactJson(body), options)

export function textResponse(
  body: string,
  { status = 200, type = 'application/json' }: { status?: number; type?: string } = {},
): ScenarioResponse {
  return { status, headers: { 'content-type': type }, body }
}

export function sendResponse(response: ServerResponse, sent: ScenarioResponse): void {
  const { status, headers, body, drop, never, dripMs } = sent
  if (never) return
  if (drop === 'immediately') {
    response.destroy()
    return
  }
  if (drop === 'reset') {
    response.socket?.resetAndDestroy()
    return
  }
  if (drop === 'midBody') {
    response.writeHead(status, { ...headers, 'content-length': String(Buffer.byteLength(body) + 1_000) })
    response.write(body, () => response.destroy())
    return
  }
  response.writeHead(status, headers)
  if (dripMs === undefined) response.end(status === 204 ? undefined : body)
  else drip(response, body, dripMs)
}

/** Sends the body one character at a time until it is complete or the client disconnects. */
function drip(response: ServerResponse, body: string, everyMs: number): void {
  let sent = 0
  response.flushHeaders()
  const timer = setInterval(() => {
    if (sent < body.length) response.write(body.charAt(sent++))
    else response.end()
  }, everyMs)
  response.once('close', () => clearInterval(timer))
}
