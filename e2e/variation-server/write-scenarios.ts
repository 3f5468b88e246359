import { jsonAnswer, textAnswer, type Answer } from './answer'
import { HOSTILE } from './hostile-text'
import { plainSubscription } from './plain-resources'
import type { WriteScenario } from './scenario'

const FAR = '2091-01-01T00:00:00.000Z'
const ending = { endDate: FAR }
const upcoming = { status: 'pendingActivation', startDate: FAR }
const over = { status: 'ended', endDate: '2026-02-05T00:00:00Z' }
/** With a status nobody knows neither action can be excluded: the API decides. */
const odd = { status: 'frozen' }
const GONE = textAnswer('<h1>404</h1>', { status: 404, type: 'text/html' })

type Rest = Pick<WriteScenario, 'says'> & Partial<WriteScenario>

function write(action: WriteScenario['action'], gap: string, name: string, answer: Answer, rest: Rest): WriteScenario {
  const id = `${action}: ${name}`
  const { before = plainSubscription, after, ...others } = rest
  return {
    gap,
    name: `${action}, ${name}`,
    action,
    id,
    answer,
    ...others,
    before: { ...plainSubscription, ...before, id },
    after: after && { ...plainSubscription, ...before, ...after, id },
  }
}
const cancel = (gap: string, name: string, answer: Answer, rest: Rest) => write('cancel', gap, name, answer, rest)
const remove = (gap: string, name: string, answer: Answer, rest: Rest) => write('delete', gap, name, answer, rest)

const CODES = 'Success codes and bodies'
const ends = { after: ending, says: /Cancelled: it ends on 1 Jan 2091\./ }
const deleted = { before: over, after: { status: 'deleted' }, says: /^Deleted\./ }
const refused = (says: RegExp) => ({ before: odd, refused: true, says })
const no = (message: unknown, status: number) => jsonAnswer({ message }, { status })

export const WRITE_SCENARIOS: readonly WriteScenario[] = [
  cancel(
    CODES,
    '200 with the document of our service',
    jsonAnswer({ cancelled: true, subscription: { id: 'x' } }),
    ends,
  ),
  cancel(CODES, '200 with no value', jsonAnswer(null), ends),
  cancel(CODES, '201 with text', textAnswer('created', { status: 201, type: 'text/plain' }), ends),
  cancel(CODES, '202 without a body', textAnswer('', { status: 202 }), ends),
  cancel(CODES, '204', textAnswer('', { status: 204 }), ends),
  cancel(CODES, '207 with HTML', textAnswer('<h1>ok</h1>', { status: 207, type: 'text/html' }), ends),
  cancel(CODES, '200 with JSON that breaks off', textAnswer('{"cancelled":'), ends),
  cancel(CODES, '200 whose body breaks off', { ...textAnswer('{"cancelled":'), drop: 'midBody' }, ends),
  cancel(CODES, '200 that says an error', jsonAnswer({ error: 'ignored' }), ends),
  remove(CODES, '200 with an empty object', jsonAnswer({}), deleted),
  remove(CODES, '202 with a list', jsonAnswer([], { status: 202 }), deleted),
  remove(CODES, '204', textAnswer('', { status: 204 }), deleted),
  remove('Delete, not active', '200, then 404', textAnswer(''), {
    before: over,
    afterAnswer: GONE,
    says: /^Deleted\./,
  }),
  remove('Delete, not active', '200, though nothing changes', textAnswer(''), {
    before: over,
    after: {},
    says: /The API accepted the delete, but the subscription is still ended/,
  }),
  remove('Delete, not active', '200, then a status nobody knows', textAnswer(''), {
    before: over,
    after: { status: 'erased_later' },
    says: /still erased_later/,
  }),
  cancel('Cancel, upcoming', 'then 404', textAnswer('', { status: 202 }), {
    before: upcoming,
    afterAnswer: GONE,
    says: /^Cancelled: the billing API no longer knows/,
  }),
  cancel('Cancel, upcoming', 'then deleted', textAnswer('', { status: 202 }), {
    before: upcoming,
    after: { status: 'deleted' },
    says: /^Cancelled: it is deleted\./,
  }),
  cancel('Billing period', 'then no end date', jsonAnswer({}), {
    after: {},
    says: /accepted the cancel, but the subscription still shows no end date/,
  }),
  cancel('Billing period', 'then a status nobody knows', jsonAnswer({}), {
    after: { status: 'windingDown' },
    says: /Cancelled: its status is now windingDown\./,
  }),
  cancel('Billing period', 'then a status that overrides', jsonAnswer({}), {
    after: { status: HOSTILE.openBidi },
    says: /Cancelled: its status is now/,
  }),
  cancel('Billing period', 'then unreadable', jsonAnswer({}), {
    afterAnswer: jsonAnswer([]),
    says: /could not be read again/,
  }),

  cancel('Errors', '400 {message}', no('Locked by finance', 400), refused(/Locked by finance/)),
  cancel(
    'Cancel, anything else',
    '409 {error: {message}}',
    jsonAnswer({ error: { message: 'Not while it is frozen' } }, { status: 409 }),
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
    jsonAnswer({ error: 'Not of this customer' }, { status: 404 }),
    refused(/Not of this customer/),
  ),
  cancel(
    'Rate limits',
    '429 with Retry-After',
    { ...no('Slow down', 429), headers: { 'retry-after': '7' } },
    refused(/Slow down|busy|refused/),
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
    jsonAnswer({ error: 'It is active' }, { status: 400 }),
    refused(/It is active/),
  ),
  remove(
    'Delete, active',
    '409 in HTML',
    textAnswer('<h1>Conflict</h1>', { status: 409, type: 'text/html' }),
    refused(/refused \(HTTP 409\)/),
  ),
  remove('Delete, active', '422 without a body', textAnswer('', { status: 422 }), refused(/refused \(HTTP 422\)/)),
  remove('Errors', '400 with invalid JSON', textAnswer('{"message', { status: 400 }), refused(/refused \(HTTP 400\)/)),

  cancel('Errors', '500 after doing it', textAnswer('<h1>Oops</h1>', { status: 500, type: 'text/html' }), {
    after: ending,
    says: /It did take effect: it ends on 1 Jan 2091/,
  }),
  cancel('Errors', '500 without doing it', jsonAnswer({ message: 'Ledger is down' }, { status: 500 }), {
    says: /The subscription is unchanged/,
  }),
  cancel(
    'Errors',
    'dropped after doing it',
    { ...textAnswer(''), drop: 'atOnce' },
    { after: ending, says: /It did take effect/ },
  ),
  cancel(
    'Rate limits',
    '503 with Retry-After',
    { ...no('Maintenance', 503), headers: { 'retry-after': '7' } },
    { says: /unchanged/ },
  ),
  cancel('Rate limits', '503 without, after doing it', textAnswer('', { status: 503 }), {
    after: ending,
    says: /It did take effect/,
  }),
  cancel(
    'Errors',
    'dropped, and unreadable afterwards',
    { ...textAnswer(''), drop: 'atOnce' },
    { afterAnswer: textAnswer('', { status: 500 }), says: /Outcome not known/ },
  ),
  remove(
    'Errors',
    'dropped after doing it, then 404',
    { ...textAnswer(''), drop: 'atOnce' },
    { before: over, afterAnswer: GONE, says: /It did take effect: the billing API no longer knows/ },
  ),
  remove(
    'Errors',
    'a redirect',
    { status: 307, headers: { location: '/elsewhere' }, body: '' },
    { before: over, says: /unchanged/ },
  ),
  // The one slow scenario: the console waits 10 s for a write.
  cancel(
    'Errors',
    'never answered, after doing it',
    { ...textAnswer(''), never: true },
    { after: ending, says: /It did take effect/ },
  ),
]
