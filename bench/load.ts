import { Client, type Dispatcher } from 'undici'

/** A load: one request that is repeated. */
export interface Load {
  url: string
  headers?: Record<string, string>
  /** Each connection sends its next request after the last response. */
  connections: number
}

/**
 * Keeps connections busy for a time.
 * @returns the responses per second
 * @throws Error for a response other than 200
 */
export async function requestsPerSecond({ url, headers, connections }: Load, ms: number): Promise<number> {
  const { origin, pathname, search } = new URL(url)
  const clients = Array.from({ length: connections }, () => new Client(origin, { pipelining: 1 }))
  const request: Dispatcher.DispatchOptions = { path: `${pathname}${search}`, method: 'GET', headers }
  try {
    const startedAt = performance.now()
    const responses = await Promise.all(clients.map((client) => repeatRequest(client, request, startedAt + ms)))
    const seconds = (performance.now() - startedAt) / 1_000
    return responses.reduce((sum, count) => sum + count, 0) / seconds
  } finally {
    await Promise.all(clients.map((client) => client.destroy()))
  }
}

const SLICE_MS = 500
/** The number of responses, or the time, after which a server has compiled its code. */
const WARM = { responses: 4_000, ms: 20_000 }
const QUICKLY_WARM = { responses: 1_000, ms: 1_500 }

/** Sends requests until the server has compiled its code. */
export async function warmUp(load: Load, quick: boolean): Promise<void> {
  const enough = quick ? QUICKLY_WARM : WARM
  const startedAt = performance.now()
  let responses = 0
  while (responses < enough.responses && performance.now() - startedAt < enough.ms)
    responses += ((await requestsPerSecond(load, SLICE_MS)) * SLICE_MS) / 1_000
}

/** Repeats a request until a time. Uses handlers, which take less processor time than promises. @returns the responses */
function repeatRequest(client: Client, request: Dispatcher.DispatchOptions, untilMs: number): Promise<number> {
  return new Promise((resolve, reject) => {
    let responses = 0
    let status = 0
    const handler: Dispatcher.DispatchHandler = {
      onRequestStart: () => undefined,
      onResponseStart: (_controller, statusCode) => {
        status = statusCode
      },
      onResponseData: () => undefined,
      onResponseEnd: () => {
        responses += 1
        if (status !== 200) reject(new Error(`${request.path} returned ${status}.`))
        else if (performance.now() < untilMs) client.dispatch(request, handler)
        else resolve(responses)
      },
      onResponseError: (_controller, error) => reject(error),
    }
    client.dispatch(request, handler)
  })
}
