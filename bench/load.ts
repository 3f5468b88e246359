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

const SLICE_MS = 500
/** So many answers, and a server has compiled the code that gives them; or so long, where it is slow. */
const WARM = { answers: 4_000, ms: 20_000 }
const QUICKLY_WARM = { answers: 1_000, ms: 1_500 }

/** Has a server run its code often enough to have it compiled. */
export async function warmUp(load: Load, quick: boolean): Promise<void> {
  const enough = quick ? QUICKLY_WARM : WARM
  const startedAt = performance.now()
  let answers = 0
  while (answers < enough.answers && performance.now() - startedAt < enough.ms)
    answers += ((await requestsPerSecond(load, SLICE_MS)) * SLICE_MS) / 1_000
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
