import { jsonResponse, textResponse, type ScenarioResponse } from './response'
import { HOSTILE } from './hostile-text'
import { plainSubscription } from './plain-resources'
import type { ChangeScenario } from './scenario'

const FAR = '2091-01-01T00:00:00.000Z'
const ending = { endDate: FAR }
const upcoming = { status: 'pendingActivation', startDate: FAR }
const over = { status: 'ended', endDate: '2026-02-05T00:00:00Z' }
/** With an unknown status neither action can be excluded, so the API decides. */
const odd = { status: 'frozen' }
const GONE = textResponse('<h1>404</h1>', { status: 404, type: 'text/html' })

type Rest = Pick<ChangeScenario, 'says'> & Partial<ChangeScenario>

function write(
  action: ChangeScenario['action'],
  gap: string,
  name: string,
  response: ScenarioResponse,
  rest: Rest,
): ChangeScenario {
  const id = `${action}: ${name}`
  const { before = {}, ...others } = rest
  const whole = (changes: object) => ({ ...plainSubscription, ...changes, id })
  return {
    gap,
    name: `${action}, ${name}`,
    action,
    id,
    response,
    ...others,
    before: typeof before === 'function' ? () => whole(before()) : whole(before),
  }
}
const cancel = (gap: string, name: string, response: ScenarioResponse, rest: Rest) =>
  write('cancel', gap, name, response, rest)
const remove = (gap: string, name: string, response: ScenarioResponse, rest: Rest) =>
  write('delete', gap, name, response, rest)

const CODES = 'Success codes and bodies'
/** The forecast is the end of the current month. The notice shows both dates. */
const ends = {
  after: ending,
  says: /Cancelled: it ends on 31 Dec 2090, later than this console’s forecast of \d+ \w+ 20[2-8]\d\./,
}
const deleted = { before: over, after: { status: 'deleted' }, says: /Subscription deleted/ }
const refused = (says: RegExp) => ({ before: odd, refused: true, says })
const no = (message: unknown, status: number) => jsonResponse({ message }, { status })
const lost = { ...textResponse(''), drop: 'immediately' } as const
const notKnown = /Not known yet whether the (cancel|delete) took effect\./
const accepted = /The API accepted the cancel\. Not known yet whether it took effect\./

/** There was no response, so the change may have another author. */
const IN_EFFECT = /Subscription cancelled: ends 31 Dec 2090.*It may have been done by someone else\./

const HOUR_MS = 3_600_000
const fromNow = (ms: number) => new Date(Date.now() + ms).toISOString()

export const CHANGE_SCENARIOS: readonly ChangeScenario[] = [
  cancel(
    CODES,
    '200 with the document of our service',
    jsonResponse({ cancelled: true, subscription: { id: 'x' } }),
    ends,
  ),
  cancel(CODES, '200 with no value', jsonResponse(null), ends),
  cancel(CODES, '201 with text', textResponse('created', { status: 201, type: 'text/plain' }), ends),
  cancel(CODES, '202 without a body', textResponse('', { status: 202 }), ends),
  cancel(CODES, '204', textResponse('', { status: 204 }), ends),
  cancel(CODES, '207 with HTML', textResponse('<h1>ok</h1>', { status: 207, type: 'text/html' }), ends),
  cancel(CODES, '200 with JSON that breaks off', textResponse('{"cancelled":'), ends),
  cancel(CODES, '200 whose body breaks off', { ...textResponse('{"cancelled":'), drop: 'midBody' }, ends),
  cancel(CODES, '200 that says an error', jsonResponse({ error: 'ignored' }), ends),
  remove(CODES, '200 with an empty object', jsonResponse({}), deleted),
  remove(CODES, '202 with a list', jsonResponse([], { status: 202 }), deleted),
  remove(CODES, '204', textResponse('', { status: 204 }), deleted),
  remove('Delete, not active', '200, then 404', textResponse(''), {
    before: over,
    afterResponse: GONE,
    says: /Subscription deleted/,
  }),
  remove('Delete, not active', '200, though nothing changes', textResponse(''), {
    before: over,
    after: {},
    says: /The API accepted the delete\. Not known yet whether it took effect\. It is ended, .*, as before\./,
  }),
  remove('Delete, not active', '200, then an unknown status', textResponse(''), {
    before: over,
    after: { status: 'erased_later' },
    says: /Not known yet whether it took effect\. It is erased_later, .*; before it was ended/,
  }),
  cancel('Cancel, upcoming', 'then 404', textResponse('', { status: 202 }), {
    before: upcoming,
    afterResponse: GONE,
    says: /Subscription cancelled: the billing API no longer knows it/,
  }),
  cancel('Cancel, upcoming', 'then deleted', textResponse('', { status: 202 }), {
    before: upcoming,
    after: { status: 'deleted' },
    says: /Subscription cancelled: deleted/,
  }),
  cancel('Billing period', 'then no end date', jsonResponse({}), {
    after: {},
    says: /The API accepted the cancel\. Not known yet.*It is active, no end date, as before\./,
  }),
  cancel('Billing period', 'then an unknown status', jsonResponse({}), {
    after: { status: 'windingDown' },
    says: /Not known yet whether it took effect\. It is windingDown, no end date/,
  }),
  cancel('Billing period', 'then a status that overrides', jsonResponse({}), {
    after: { status: HOSTILE.openBidi },
    says: /Not known yet whether it took effect\. It is /,
  }),
  cancel('Billing period', 'then unreadable', jsonResponse({}), {
    afterResponse: jsonResponse([]),
    says: /The API accepted the cancel\. Not known yet.*could not be read again/,
  }),

  cancel('Errors', '400 {message}', no('Locked by finance', 400), refused(/Locked by finance/)),
  cancel(
    'Cancel, anything else',
    '409 {error: {message}}',
    jsonResponse({ error: { message: 'Not while it is frozen' } }, { status: 409 }),
    refused(/Not while it is frozen/),
  ),
  cancel(
    'Cancel, anything else',
    '422 {message: […]}',
    no(['frozen', 'ask \u202Efinance\u202C first'], 422),
    refused(/frozen; ask finance first/),
  ),
  cancel('Key missing / unknown / not secret', '401', no('Unauthorized', 401), refused(/does not accept our key/)),
  cancel(
    'Key missing / unknown / not secret',
    '403 in its words',
    no('Only finance may cancel', 403),
    refused(/Only finance may cancel/),
  ),
  cancel(
    'Unknown id',
    '404 {error}',
    jsonResponse({ error: 'Not of this customer' }, { status: 404 }),
    refused(/Not of this customer/),
  ),
  cancel(
    'Hostile strings',
    'in a refusal',
    no(`Locked: ${HOSTILE.script} ${HOSTILE.openBidi}`, 409),
    refused(/<script>/),
  ),
  remove(
    'Delete, active',
    '400 {error}',
    jsonResponse({ error: 'It is active' }, { status: 400 }),
    refused(/It is active/),
  ),
  remove(
    'Delete, active',
    '409 in HTML',
    textResponse('<h1>Conflict</h1>', { status: 409, type: 'text/html' }),
    refused(/refused \(HTTP 409\)\. See “Show the response”\.\s*Show the response/),
  ),
  remove(
    'Delete, active',
    '422 without a body',
    textResponse('', { status: 422 }),
    refused(/refused \(HTTP 422\)\. It gave no reason\./),
  ),
  remove(
    'Errors',
    '400 with invalid JSON',
    textResponse('{"message', { status: 400 }),
    refused(/refused \(HTTP 400\)/),
  ),

  cancel('Errors', '500 after doing it', textResponse('<h1>Oops</h1>', { status: 500, type: 'text/html' }), {
    after: ending,
    says: IN_EFFECT,
  }),
  cancel('Errors', '500 without doing it', jsonResponse({ message: 'Ledger is down' }, { status: 500 }), {
    says: notKnown,
  }),
  cancel('Errors', 'dropped after doing it', lost, { after: ending, says: IN_EFFECT }),
  cancel(
    'Rate limits',
    '503 with Retry-After',
    { ...no('Maintenance', 503), headers: { 'retry-after': '7' } },
    { says: notKnown },
  ),
  cancel('Rate limits', '503 without, after doing it', textResponse('', { status: 503 }), {
    after: ending,
    says: IN_EFFECT,
  }),
  cancel('Errors', 'dropped, and unreadable afterwards', lost, {
    afterResponse: textResponse('', { status: 500 }),
    says: notKnown,
  }),
  cancel('Rate limits', 'dropped, and too many requests afterwards', lost, {
    afterResponse: { ...no('Slow down', 429), headers: { 'retry-after': '7' } },
    says: notKnown,
  }),
  remove('Errors', 'dropped after doing it, then 404', lost, {
    before: over,
    afterResponse: GONE,
    // The console ignores a 404 without a confirmed response until the quiet period is over.
    says: /Not known yet whether the delete took effect\./,
  }),
  remove(
    'Errors',
    'a redirect',
    { status: 307, headers: { location: '/elsewhere' }, body: '' },
    { before: over, says: notKnown },
  ),
  // This scenario is slow: the console waits 10 s for a change.
  cancel(
    'Errors',
    'never answered, after doing it',
    { ...textResponse(''), never: true },
    { after: ending, says: IN_EFFECT },
  ),

  // The page reads immediately, and the console reads after 1 s and 3 s.
  cancel('Deadlines', 'lost, and done 4 s later', lost, {
    says: notKnown,
    later: { afterReads: 2, change: ending, says: IN_EFFECT },
  }),
  remove('Deadlines', 'lost, and done a moment later', lost, {
    before: over,
    says: notKnown,
    later: {
      afterReads: 1,
      change: { status: 'deleted' },
      says: /Subscription deleted.*It may have been done by someone else/,
    },
  }),

  cancel('Errors', 'lost, of one that merely started', lost, {
    says: notKnown,
    before: { ...upcoming, startDate: fromNow(HOUR_MS) },
    after: { status: 'active' },
  }),
  cancel('Cancel, upcoming', '202, of one that merely started', textResponse('', { status: 202 }), {
    before: { ...upcoming, startDate: fromNow(HOUR_MS) },
    after: { status: 'active' },
    says: accepted,
  }),
  cancel('Cancel, active', '202 that has not moved a far end', textResponse('', { status: 202 }), {
    before: ending,
    says: /The API accepted the cancel\. Not known yet.*It is active, last day 31 Dec 2090, as before\./,
  }),
  cancel('Cancel, active', '202 that moves a far end a moment later', textResponse('', { status: 202 }), {
    before: ending,
    says: accepted,
    later: { afterReads: 1, change: { endDate: fromNow(6 * HOUR_MS) }, says: /Subscription cancelled: ends / },
  }),
  cancel('Cancel, active', '200 where it was to end anyway', jsonResponse({ cancelled: true }), {
    before: { startDate: fromNow(-HOUR_MS), endDate: fromNow(6 * HOUR_MS) },
    isInMenu: true,
    says: /Nothing changed: already ends \d+ \w+ \d{4}/,
  }),
  cancel('Cancel, active', '202, and a colleague’s extension', textResponse('', { status: 202 }), {
    before: ending,
    after: { endDate: '2092-01-01T00:00:00.000Z' },
    says: /Not known yet.*It is active, last day 31 Dec 2091; before it was active, last day 31 Dec 2090/,
  }),
  cancel('Cancel, active', 'lost, and an end reached by the clock', lost, {
    says: notKnown,
    isInMenu: true,
    before: () => ({ endDate: fromNow(20_000) }),
    after: { status: 'ended' },
  }),

  cancel('Errors', '409 that did it', no('It is not active', 409), {
    after: ending,
    says: /Subscription cancelled: ends 31 Dec 2090.*It may have been done by someone else\..*“It is not active”/,
  }),
  remove('Unknown id', '404 of one that is gone', GONE, {
    before: over,
    afterResponse: GONE,
    says: /Not known yet whether it changed anything\..*The billing API no longer knows the subscription\./,
  }),
  cancel('Errors', '409, and unreadable afterwards', no('It is not active', 409), {
    afterResponse: textResponse('', { status: 500 }),
    says: /The API refused the cancel\. Not known yet whether it changed anything\..*could not be read again/,
  }),
  cancel('Key missing / unknown / not secret', '401 to everything', no('Unauthorized', 401), {
    afterResponse: no('Unauthorized', 401),
    says: /The API refused the cancel\. Not known yet whether it changed anything\..*could not be read again/,
  }),
  cancel('Errors', '422, and another change', no('Locked', 422), {
    after: { status: 'draft' },
    refused: true,
    says: /It is not in effect: it is draft, no end date; before it was active, no end date/,
  }),
  cancel('Errors', '422, and an unknown status', no('Locked', 422), {
    after: { status: 'frozen' },
    says: /Not known yet whether it changed anything\. It is frozen, no end date; before it was active, no end date/,
  }),

  ...Object.entries({
    408: 'timed out before the request arrived',
    425: 'too early',
    429: 'too many requests',
    499: 'treated the connection as closed',
  }).map(([status, meaning]) =>
    cancel(
      'Rate limits',
      `${status} says what it means`,
      { ...no('Not now', Number(status)), headers: { 'retry-after': '7' } },
      { says: new RegExp(`Not known yet.*${meaning}.*HTTP ${status}.*pause of 7 s.*“Not now”`) },
    ),
  ),
  cancel('Rate limits', '429 after doing it', no('Slow down', 429), { after: ending, says: IN_EFFECT }),
]
