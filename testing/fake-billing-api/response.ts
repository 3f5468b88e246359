import type { ServerResponse } from 'node:http'

/** An HTTP answer, or none. */
export interface ScenarioResponse {
  status: number
  headers: Readonly<Record<string, string>>
  body: string
  /** The connection is closed instead, or in the middle of the body; or cut, so that the other side has it reset. */
  drop?: 'atOnce' | 'midBody' | 'reset'
  /** Leaves the request waiting: longer than anybody waits for a write. */
  never?: boolean
  /** Sends the body byte by byte, so many milliseconds between two. */
  dripMs?: number
}

/** JSON of a value, or JSON text as it stands, where its digits matter. */
export function jsonResponse(
  body: unknown,
  { status = 200, type = 'application/json' }: { status?: number; type?: string } = {},
): ScenarioResponse {
  return { status, headers: { 'content-type': type }, body: JSON.stringify(body) }
}

export function textResponse(
  body: string,
  { status = 200, type = 'application/json' }: { status?: number; type?: string } = {},
): ScenarioResponse {
  return { status, headers: { 'content-type': type }, body }
}

export function sendResponse(response: ServerResponse, answer: ScenarioResponse): void {
  const { status, headers, body, drop, never, dripMs } = answer
  if (never) return
  if (drop === 'atOnce') {
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

/** Until the body is out or nobody takes it any more. */
function drip(response: ServerResponse, body: string, everyMs: number): void {
  let sent = 0
  response.flushHeaders()
  const timer = setInterval(() => {
    if (sent < body.length) response.write(body.charAt(sent++))
    else response.end()
  }, everyMs)
  response.once('close', () => clearInterval(timer))
}
