import { operationContext } from '@/lib/environment'
import 'server-only'
import { idProblem } from '@/contract/requestable-id'
import { customerPath } from '@/lib/core/paths'
import { admitHost, publicOrigin } from '@/lib/core/server/network/own-origin'
import { peerOf } from '@/lib/core/server/network/peer'
import { problemError } from '@/lib/core/server/problem'
import { RequestsPerMinute } from '@/lib/core/server/requests-per-minute'
import { runOperation } from '@/lib/run-operation'
import { customerCard, emptyCard, type TicketCard } from './customer-card'
import { INTERCOM } from './intercom'
import { PLAIN } from './plain'
import { type CardRequest, isSignature, isSigned, type TicketTool } from './ticket-tool'
import { serveProtocol } from '@/lib/handle'
import { rejectNextInternals } from '@/lib/core/server/http/methods'
import { parseJson, readBytes } from '@/lib/core/server/http/request-input'
import { jsonResponse } from '@/lib/core/server/http/responses'

const TOOLS = { plain: PLAIN, intercom: INTERCOM } as const

/** Intercom sends the conversation too. */
const MAX_BODY_BYTES = 256 * 1024
/** Plain asks four times a minute for each customer that an agent looks at. */
const CARDS_PER_MINUTE = 300
const rate = new RequestsPerMinute(CARDS_PER_MINUTE, 'This ticket tool')

/**
 * Returns the route handler that answers a ticket tool's signed requests with the card of a customer. It reads as a viewer with the
 * tool's name, and each read of a customer is in the audit. Nothing is stored, and the path does not exist until its secret is set.
 */
export function serveTicketCard(name: keyof typeof TOOLS): (request: Request) => Promise<Response> {
  const tool: TicketTool = TOOLS[name]
  return (request) =>
    serveProtocol(request, { operation: 'ticketCard', tool: tool.name }, async (requestId) => {
      admitHost(request.headers.get('host'))
      rejectNextInternals(request.headers)
      const asked = await readCardRequest(tool, request)
      const card = await cardOf(tool, asked, request, requestId)
      return jsonResponse(JSON.stringify(asked.respond(card)), requestId)
    })
}

/** Returns the request after its signature and rate were checked. */
async function readCardRequest(tool: TicketTool, request: Request): Promise<CardRequest> {
  const secret = tool.secret()
  if (secret === undefined) throw problemError('route_not_found', 'The console has no such path. Check the address.')
  const signature = request.headers.get(tool.signatureHeader)
  const body = isSignature(signature) ? await readBytes(request, MAX_BODY_BYTES) : null
  if (body === null || !isSigned(body, signature, secret))
    throw problemError(
      'signature_refused',
      'The signature of this request is missing or wrong. Nothing was shown. Check that the console’s settings have the secret of this ticket tool.',
    )
  // Only signed requests count, so that strangers cannot use up the tool's rate.
  rate.count(tool.name, new Date())
  const asked = tool.read(parseJson(body.toString('utf8')))
  if (asked !== null) return asked
  throw problemError('invalid_request', `The body is not a request of ${tool.name} for a card: see docs/tickets.md.`)
}

async function cardOf(
  { name }: TicketTool,
  { externalId }: CardRequest,
  request: Request,
  requestId: string,
): Promise<TicketCard> {
  if (externalId === null || externalId.trim() === '') return emptyCard('No customer ID in this ticket')
  if (idProblem(externalId) !== null) return emptyCard('The customer ID in this ticket is not a valid ID. Check it.')
  const caller = {
    actor: { name, role: 'viewer' as const },
    peer: peerOf(request.headers),
    userAgent: request.headers.get('user-agent') ?? '',
  }
  const context = operationContext(caller, requestId, request.signal)
  const customer = await runOperation('getCustomer', { ...context, recordsReads: true }, { externalId })
  return customerCard(customer, publicOrigin(request) + customerPath(externalId))
}
