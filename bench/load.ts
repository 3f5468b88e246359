import { Client, type Dispatcher } from 'undici'

/** What a load asks for, again and again. */
export interface Load {
  url: string
  headers?: Record<string, string>
  /** Each sends its next request when its last was answered. */
  connections: number
}

/**
 * Keeps connections busy for so long.
 * @returns the requests answered in a second
 * @throws Error for an answer other than 200
 */
export async function requestsPerSecond({ url, headers, connections }: Load, ms: number): Promise<number> {
  const { origin, pathname, search } = new URL(url)
  const clients = Array.from({ length: connections }, () => new Client(origin, { pipelining: 1 }))
  const request: Dispatcher.DispatchOptions = { path: `${pathname}${search}`, method: 'GET', headers }
  try {
    const startedAt = performance.now()
    const answered = await Promise.all(clients.map((client) => keepAsking(client, request, startedAt + ms)))
    const seconds = (performance.now() - startedAt) / 1_000
    return answered.reduce((sum, count) => sum + count, 0) / seconds
  } finally {
    await Promise.all(clients.map((client) => client.destroy()))
  }
}

/** @returns how many were answered until then; handlers and not promises, so that both cores are left to the servers */
function keepAsking(client: Client, request: Dispatcher.DispatchOptions, untilMs: number): Promise<number> {
  return new Promise((resolve, reject) => {
    let answered = 0
    let status = 0
    const handler: Dispatcher.DispatchHandler = {
      onRequestStart: () => undefined,
      onResponseStart: (_controller, statusCode) => {
        status = statusCode
      },
      onResponseData: () => undefined,
      onResponseEnd: () => {
        answered += 1
        if (status !== 200) reject(new Error(`${request.path} answered ${status}.`))
        else if (performance.now() < untilMs) client.dispatch(request, handler)
        else resolve(answered)
      },
      onResponseError: (_controller, error) => reject(error),
    }
    client.dispatch(request, handler)
  })
}
