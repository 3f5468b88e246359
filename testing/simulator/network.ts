import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { and, eq, isNotNull } from 'drizzle-orm'
import { type Dispatcher, errors } from 'undici'
import type { Database } from '@/database/open-database'
import { subscriptionChanges } from '@/lib/store/schema'
import type { billingApp } from '@/service/app'
// oxlint-disable-next-line no-restricted-imports -- the record that `findFalseReports` compares with
import type { ChangeRecord } from '../fake-billing-api/fault-injection'
import { currentConsole, runIn } from './consoles'

/** A request that is longer on its way is lost: the quiet period of a change is longer than the API may still work on it. */
const LATEST_MS = 25_000

/** What the network does with a request: whether the service receives it, and what the console receives. */
export const FAULTS = {
  none: { isReceived: true, response: 'own' },
  'request lost': { isReceived: false, response: 'reset' },
  'response lost': { isReceived: true, response: 'reset' },
  'request hangs': { isReceived: false, response: 'never' },
  'response hangs': { isReceived: true, response: 'never' },
  'gateway refuses': { isReceived: false, response: 409 },
  'gateway refuses what was done': { isReceived: true, response: 409 },
  'gateway fails after it was done': { isReceived: true, response: 502 },
  'gateway accepts what it drops': { isReceived: false, response: 202 },
} as const
export type FaultName = keyof typeof FAULTS

/** Calls the service without a socket. */
export async function serve(app: ReturnType<typeof billingApp>, path: string, request: RequestInit) {
  const incoming = Object.assign(new IncomingMessage(new Socket()), { url: path })
  const sent = new Request(new URL(path, 'http://billing'), request)
  const response = await app.fetch(sent, { incoming, outgoing: new ServerResponse(incoming) })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

/** Carries the requests of the consoles to the service, in the place of the dispatcher of undici's agent. */
export class SimulatedNetwork {
  /** The changes that the service received, and those that it applied. */
  readonly received: ChangeRecord[] = []
  readonly effects: ChangeRecord[] = []
  /** The changes that the service received before the console had stored that it sends them. */
  readonly unstored: ChangeRecord[] = []
  /** The requests that the service works on. */
  served = 0

  /** @param faults of the next writes and reads, in turn */
  constructor(
    private readonly app: ReturnType<typeof billingApp>,
    private readonly db: Database,
    private readonly faults: { writes: FaultName[]; reads: FaultName[] },
    private readonly seam: (label: string) => Promise<void>,
  ) {}

  dispatch(request: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    const from = currentConsole()
    let isOver = false
    const fail = (error: Error) => {
      if (!isOver) handler.onError?.(error)
      isOver = true
    }
    handler.onConnect?.((reason) => fail(reason ?? new errors.RequestAbortedError()))
    if (isOver || from?.isDead) return true
    void this.#carry(request).then((response) => {
      if (isOver || from?.isDead || response === 'never') return
      if (response === 'reset') return fail(new errors.SocketError('other side closed'))
      isOver = true
      const headers = [...response.headers].flat().map((text) => Buffer.from(text))
      handler.onHeaders?.(response.status, headers, () => undefined, '')
      if (response.text !== '') handler.onData?.(Buffer.from(response.text))
      handler.onComplete?.([])
    })
    return true
  }

  async #carry(request: Dispatcher.DispatchOptions) {
    const { method, path } = request
    const name = this.faults[method === 'GET' ? 'reads' : 'writes'].shift() ?? 'none'
    const { isReceived, response } = FAULTS[name]
    const sentMs = Date.now()
    await this.seam(`${method} ${path} arrives: ${name}`)
    const isLost = Date.now() - sentMs > LATEST_MS
    const own = isReceived && !isLost ? await this.#serve(request) : 'never'
    await this.seam(`${method} ${path} returns`)
    if (isLost || response === 'own') return own
    return typeof response === 'string' ? response : { status: response, headers: new Headers(), text: '' }
  }

  async #serve({ method, path, headers: sent, body }: Dispatcher.DispatchOptions) {
    const headers = new Headers(Object(sent))
    const options = { method, headers, ...(typeof body === 'string' && { body }) }
    const respond = () => serve(this.app, path, options)
    this.served += 1
    const response = await runIn(undefined, method === 'GET' ? respond : () => this.#recorded(options, path, respond))
    this.served -= 1
    return response
  }

  async #recorded({ method, headers }: { method: string; headers: Headers }, path: string, respond: Respond) {
    const [requestId, id = ''] = [headers.get('x-request-id') ?? '', path.split('/')[3]]
    const record = { action: method === 'DELETE' ? 'delete' : 'cancel', id, at: new Date(), requestId } as const
    const { subscriptionId, requestId: askedBy, sentAt } = subscriptionChanges
    const isStored = and(eq(subscriptionId, id), eq(askedBy, requestId), isNotNull(sentAt))
    if ((await this.db.$count(subscriptionChanges, isStored)) === 0) this.unstored.push(record)
    this.received.push(record)
    const response = await respond()
    if (response.status < 300) this.effects.push(record)
    return response
  }
}

type Respond = () => ReturnType<typeof serve>
