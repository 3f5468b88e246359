import type { ServerResponse } from 'node:http'

/** An HTTP answer, or none: the connection is dropped, at once or in the middle of the body. */
export interface ScenarioResponse {
  status: number
  headers: Readonly<Record<string, string>>
  body: string
  drop?: 'atOnce' | 'midBody'
  /** Leaves the request waiting: longer than anybody waits for a write. */
  never?: boolean
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

export function sendResponse(response: ServerResponse, { status, headers, body, drop, never }: ScenarioResponse): void {
  if (never) return
  if (drop === 'atOnce') {
    response.destroy()
    return
  }
  if (drop === 'midBody') {
    response.writeHead(status, { ...headers, 'content-length': String(Buffer.byteLength(body) + 1_000) })
    response.write(body, () => response.destroy())
    return
  }
  response.writeHead(status, headers).end(status === 204 ? undefined : body)
}
