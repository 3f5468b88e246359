import { jsonResponse, textResponse, type ScenarioResponse } from './response'
import { HOSTILE } from './hostile-text'
import { plainInvoice, plainSubscription, plainTransaction } from './plain-resources'
import { type ReadScenario, scenarioId } from './scenario'

const KINDS = ['subscription', 'invoice', 'customer'] as const
const PROBLEM_JSON = 'application/problem+json'

type Rest = Pick<ReadScenario, 'shows' | 'never'>

/** Returns scenarios with one response for each kind of resource. */
function refused(
  gap: string,
  name: string,
  response: ScenarioResponse,
  problem: RegExp,
  rest: Rest = {},
): ReadScenario[] {
  return KINDS.map((kind) => ({
    gap,
    name: `${name}, ${kind}`,
    kind,
    id: scenarioId(kind, gap, name),
    response,
    problem,
    ...rest,
  }))
}

let refusals = 0
/** Returns a scenario of the next kind of resource: what the API says before any resource is the same for each. */
const refusal = (...of: Parameters<typeof refused>): ReadScenario[] => {
  const next = (refusals += 1) % KINDS.length
  return refused(...of).slice(next, next + 1)
}

/** Returns scenarios for one id as a resource of each kind. */
const known = (id: string): ReadScenario[] => [
  {
    gap: 'Ids',
    name: `${id}, a subscription`,
    kind: 'subscription',
    id,
    response: jsonResponse({ id, ...plainSubscription }),
    shows: [id],
  },
  {
    gap: 'Ids',
    name: `${id}, an invoice`,
    kind: 'invoice',
    id: `${id} i`,
    response: jsonResponse({ id: `${id} i`, ...plainInvoice }),
    shows: [`${id} i`],
  },
  {
    gap: 'Ids',
    name: `${id}, a customer`,
    kind: 'customer',
    id: `${id} c`,
    response: jsonResponse({ results: [plainTransaction], count: 1, pages: 1, currentPage: 1 }),
    shows: [`${id} c`],
  },
]

const UNREADABLE = /sent an unreadable response/
const FAILED = /The billing API failed/
const REFUSED = /The billing API refused/
const words = (message: unknown, status = 400) => jsonResponse({ message }, { status })

export const RESPONSE_SCENARIOS: readonly ReadScenario[] = [
  ...refused('Success codes and bodies', 'a list', jsonResponse([{ id: 'x' }]), UNREADABLE),
  ...refused('Success codes and bodies', 'no value at all', jsonResponse(null), UNREADABLE),
  ...refused(
    'Success codes and bodies',
    'an object without id or results',
    jsonResponse({ data: { id: 'x' } }),
    UNREADABLE,
  ),
  ...refused(
    'Success codes and bodies',
    'an id without a value, results that are none',
    jsonResponse({ id: null, results: {} }),
    UNREADABLE,
  ),
  ...refused('Success codes and bodies', '204', textResponse('', { status: 204 }), UNREADABLE),
  ...refused(
    'Success codes and bodies',
    'HTML',
    textResponse('<!doctype html><title>Sign in</title>', { type: 'text/html' }),
    UNREADABLE,
  ),
  ...refused('Success codes and bodies', 'JSON that breaks off', textResponse('{"id":"x","status":'), UNREADABLE),
  ...refused(
    'Success codes and bodies',
    'brackets nested 100,000 deep',
    textResponse(`{"id":"x","plan":${'['.repeat(100_000)}${']'.repeat(100_000)}}`),
    UNREADABLE,
  ),
  ...refused(
    'Success codes and bodies',
    'a redirect',
    { status: 302, headers: { location: 'http://127.0.0.1:9/' }, body: '' },
    UNREADABLE,
  ),
  {
    gap: 'Success codes and bodies',
    name: '203 with the object, called text',
    kind: 'subscription',
    id: 'answer: 203',
    response: textResponse(JSON.stringify({ id: 'answer: 203', ...plainSubscription }), {
      status: 203,
      type: 'text/plain',
    }),
    shows: ['Plain plan'],
  },

  ...refusal('Errors', '{message}', words('Not in this region'), REFUSED, { shows: ['Not in this region'] }),
  ...refusal('Errors', '{message: […]}', words(['id is odd', 'look it up'], 422), REFUSED, {
    shows: ['id is odd; look it up'],
  }),
  ...refusal('Errors', '{error}', jsonResponse({ error: 'Gone for good' }, { status: 410 }), REFUSED, {
    shows: ['Gone for good'],
  }),
  ...refusal(
    'Errors',
    '{error: {message}}',
    jsonResponse({ error: { message: 'No such plan any more', code: 7 } }, { status: 409 }),
    REFUSED,
    { shows: ['No such plan any more'] },
  ),
  ...refusal(
    'Errors',
    'problem+json',
    jsonResponse(
      { type: 'about:blank', title: 'Nope', detail: 'Said in a detail' },
      { status: 400, type: PROBLEM_JSON },
    ),
    REFUSED,
    { shows: ['Said in a detail'] },
  ),
  ...refusal(
    'Errors',
    'HTML',
    textResponse('<html><h1>Bad request</h1></html>', { status: 400, type: 'text/html' }),
    REFUSED,
    { shows: ['See “Show the response”.'], never: [/says: “/] },
  ),
  ...refusal('Errors', 'empty', textResponse('', { status: 400 }), REFUSED),
  ...refusal('Errors', 'invalid JSON', textResponse('{"message": "broken', { status: 400 }), REFUSED, {
    shows: ['See “Show the response”.'],
    never: [/says: “/],
  }),
  ...refusal('Errors', 'a message of another shape', words({ deep: [1] }), REFUSED),
  ...refusal('Errors', '500 with an empty object', jsonResponse({}, { status: 500 }), FAILED),
  ...refusal('Errors', '500 in its words', words('Ledger is down', 500), FAILED, { shows: ['Ledger is down'] }),
  ...refusal('Errors', 'reset connection', { ...textResponse(''), drop: 'reset' }, /cannot be reached/),
  ...refusal('Errors', 'dropped connection', { ...textResponse(''), drop: 'immediately' }, /cannot be reached/),
  ...refusal('Errors', 'a body that breaks off', { ...textResponse('{"id":'), drop: 'midBody' }, /response broke off/),
  // These are slow: the console waits 5 s for a read.
  ...refused('Deadlines', 'never answered', { ...textResponse(''), never: true }, /did not respond in time/).slice(
    0,
    1,
  ),
  ...refused(
    'Deadlines',
    'answered byte by byte',
    { ...jsonResponse({ results: [plainTransaction], count: 1, pages: 1, currentPage: 1 }), dripMs: 100 },
    /did not respond in time/,
  ).slice(2),
  ...refusal(
    'Hostile strings',
    'in an error',
    words(['Locked', HOSTILE.script, HOSTILE.openBidi, HOSTILE.long]),
    REFUSED,
    {
      shows: [HOSTILE.script],
    },
  ),
  ...refusal('Key missing / unknown / not secret', '401', words('Unauthorized', 401), /does not accept our key/),
  ...refusal(
    'Key missing / unknown / not secret',
    '403 in its words',
    words('Sales may not look at this', 403),
    REFUSED,
    { shows: ['Sales may not look at this'] },
  ),
  ...refused('Unknown id', '404 with JSON', words('nothing here', 404), / not found$/),
  ...refused(
    'Unknown id',
    '404 with HTML',
    textResponse('<h1>404</h1>', { status: 404, type: 'text/html' }),
    / not found$/,
  ),
  ...refused('Unknown id', '404 without a body', textResponse('', { status: 404 }), / not found$/),
  ...refusal(
    'Rate limits',
    '429 with Retry-After',
    { ...words('Slow down', 429), headers: { 'retry-after': '7' } },
    /is busy/,
    { shows: ['in 7 s'] },
  ),
  ...refusal('Rate limits', '429 without Retry-After', words('Slow down', 429), /is busy/, { shows: ['in a moment'] }),
  ...refusal(
    'Rate limits',
    '429 with an unreadable Retry-After',
    { ...words('Slow down', 429), headers: { 'retry-after': 'later' } },
    /is busy/,
    { shows: ['in a moment'] },
  ),
  ...refusal(
    'Rate limits',
    '503 with Retry-After as a date long past',
    { ...textResponse('', { status: 503 }), headers: { 'retry-after': 'Wed, 21 Oct 2015 07:28:00 GMT' } },
    /is busy/,
  ),
  ...refusal(
    'Rate limits',
    '503 without Retry-After',
    textResponse('<h1>Busy</h1>', { status: 503, type: 'text/html' }),
    /is busy/,
  ),

  ...[
    'a/b?c=d&e#f%25+g',
    '%2e%2e%2f..',
    '…/‥/ü ß 漢字 🧾',
    '{"id":"x"}',
    "it's (not) <an> 'id'!*",
    '0',
    '...',
    'inner  space',
    'somebody+else@example.com',
    'x'.repeat(254),
  ].flatMap(known),
]
