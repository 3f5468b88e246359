import { queryOptions } from '@tanstack/react-query'
import type { InputOf, OutputOf } from './operations'
import { CONSOLE_ERRORS, problemOfCode } from '@/lib/core/errors'
import {
  OPERATIONS,
  type OperationName,
  type MutationName,
  type RawReadName,
  type ReadName,
} from '@/lib/core/operations'
import { addressOf, readAddress } from '@/lib/core/operation-address'
import type { Problem } from '@/lib/core/problem'
import { ProblemError } from '@/lib/core/problem-error'
import { BUILD_HEADER, CSRF_HEADER, PAGE_USER_HEADER } from '@/lib/core/request-headers'
import type { EndedSession } from '@/lib/people/sign-in-words'
import { isFromOtherBuild, reloadOutdatedPage, withoutReload } from '@/lib/core/outdated-page'
import { keepTyped } from '@/lib/core/typed'

export type { InputOf, OutputOf } from './operations'

const BODY_HEADERS = { 'content-type': 'application/json', [CSRF_HEADER.name]: CSRF_HEADER.value }

/** The problems for a read and for a change without a response from the console itself. */
const READ_WITHOUT_RESPONSE: Problem = {
  ...problemOfCode('unreachable'),
  title: 'The console cannot be reached',
  status: 0,
  detail: 'The console did not respond. Check your connection, then retry.',
}
const CHANGE_WITHOUT_RESPONSE: Problem = {
  ...problemOfCode('outcome_unknown'),
  status: 0,
  detail:
    'The connection to the console broke before a response arrived. The change may have been made, or may still be. Reload to see.',
}

/**
 * Runs a read.
 * @param onOtherSession what to do when the session has ended; a read in the background does not redirect the page
 * @throws ProblemError when the response is not a success, or there is none
 */
export async function readOperation<Name extends ReadName>(
  name: Name,
  input: InputOf<Name>,
  signal?: AbortSignal,
  onOtherSession = leavePage,
): Promise<OutputOf<Name>> {
  const request = { signal, headers: { accept: 'application/json' } }
  const response =
    OPERATIONS[name].method === 'GET'
      ? await ask(readAddress(name, input), request, READ_WITHOUT_RESPONSE, onOtherSession)
      : await send(name, input, READ_WITHOUT_RESPONSE, signal)
  return readBody(response.json(), signal)
}

/** Reads a body. @throws ProblemError when it breaks off */
async function readBody<Body>(reading: Promise<Body>, signal: AbortSignal | undefined): Promise<Body> {
  try {
    return await reading
  } catch (cause) {
    if (signal?.aborted) throw cause
    throw new ProblemError(READ_WITHOUT_RESPONSE)
  }
}

/**
 * Sends an operation other than a read, once. Without a response from the console the outcome is unknown: the error is
 * `outcome_unknown`, never a failure.
 * @throws ProblemError
 */
export async function sendOperation<Name extends MutationName>(
  name: Name,
  input: InputOf<Name>,
): Promise<OutputOf<Name>> {
  const done = await withoutReload(async () => {
    const response = await send(name, input, CHANGE_WITHOUT_RESPONSE)
    return response.json().catch(() => undefined)
  })
  // A success in another format comes from a proxy in front of the console.
  if (Object(done).accepted !== true && !isReport(done)) throw new ProblemError(CHANGE_WITHOUT_RESPONSE)
  return done
}

/** Sends an operation other than GET. The body carries the input without the ids of the path. */
function send<Name extends OperationName>(
  name: Name,
  input: InputOf<Name>,
  withoutResponse: Problem,
  signal?: AbortSignal,
): Promise<Response> {
  const { path, rest } = addressOf(name, input)
  const { method } = OPERATIONS[name]
  return ask(path, { method, signal, body: JSON.stringify(rest), headers: BODY_HEADERS }, withoutResponse)
}

type RequestOptions = Omit<RequestInit, 'headers'> & { headers?: Record<string, string> }

async function ask(
  path: string,
  request: RequestOptions,
  withoutResponse: Problem,
  onOtherSession = leavePage,
): Promise<Response> {
  let response: Response
  try {
    const headers = { ...request.headers, ...pageUser() }
    response = await fetch(path, { ...request, headers, cache: 'no-store', redirect: 'error' })
  } catch (cause) {
    if (request.signal?.aborted) throw cause
    throw new ProblemError(withoutResponse)
  }
  if (response.ok || (response.status === 412 && isJson(response))) return response
  const problem = (await readProblem(response)) ?? unreadable(response)
  onOtherSession(problem, withoutResponse === CHANGE_WITHOUT_RESPONSE)
  throw new ProblemError(explainOutdatedPage(problem, response.headers.get(BUILD_HEADER)))
}

/** Leaves a page whose session has ended, or is now another person's. */
function leavePage({ code }: Problem, isChange: boolean): void {
  if (code === 'sign_in_required') leadToSignIn(isChange)
  if (code === 'signed_in_as_other') window.location.reload()
}

/** The error codes that only an outdated page causes. */
const OUTDATED_PAGE_CODES: readonly string[] = ['route_not_found', 'method_not_allowed']

/** Says instead that the page is outdated, when it is. */
function explainOutdatedPage(problem: Problem, build: string | null): Problem {
  if (!isFromOtherBuild(build) || !OUTDATED_PAGE_CODES.includes(problem.code)) return problem
  reloadOutdatedPage(build)
  return { ...problem, title: 'The console was updated', detail: UPDATED }
}

const UPDATED =
  'The console was updated while this page was open. Nothing was changed. Reload the page, then try again.'

/** True for a JSON response; a stale change (412) has one like any other change. */
const isJson = (response: Response) => response.headers.get('content-type')?.startsWith('application/json') === true

const isReport = (body: unknown) => typeof Object(Object(body).change).state === 'string'

/** Returns the header with the user that this page was rendered for; empty on public pages. */
function pageUser(): Record<string, string> {
  const name = document.querySelector<HTMLElement>('[data-signed-in]')?.dataset.signedIn
  return name === undefined ? {} : { [PAGE_USER_HEADER]: encodeURIComponent(name) }
}

/** Reads a problem of the console, recognized by its type: a proxy may use the same format and the same codes. */
async function readProblem(response: Response): Promise<Problem | undefined> {
  if (!response.headers.get('content-type')?.includes('application/problem+json')) return undefined
  const problem = await response.json().catch(() => undefined)
  const { type, code, detail } = Object(problem)
  const isFromConsole =
    Object.hasOwn(CONSOLE_ERRORS, code) && type === problemOfCode(code).type && typeof detail === 'string'
  return isFromConsole ? problem : undefined
}

function unreadable(response: Response): Problem {
  return {
    ...problemOfCode('internal_error'),
    status: response.status,
    detail: `The console responded with HTTP ${response.status} and no explanation. If this continues, contact the person who runs the console.`,
    requestId: response.headers.get('x-request-id') ?? '',
  }
}

let isLeaving = false

/**
 * Navigates to the sign-in page, which says that the session ended and returns to this page. Runs once, even when several requests
 * need it.
 * @param isChange true when a change was refused, so that nothing was sent
 */
const leadToSignIn = (isChange: boolean) =>
  leave('/sign-in', (isKept): { ended: EndedSession } => {
    if (isChange) return { ended: isKept ? 'changeTyped' : 'change' }
    return { ended: isKept ? 'readTyped' : 'read' }
  })

/** Navigates to the page for a fresh sign-in, which returns to this page. */
export const leadToStepUp = () => leave('/step-up', () => ({}))

/** @param fieldsOf returns further fields of the query; `isKept` is true when the text of the open dialog is kept */
function leave(place: string, fieldsOf: (isKept: boolean) => Record<string, string>): void {
  if (isLeaving) return
  isLeaving = true
  // A page restored from the back/forward cache may navigate again.
  window.addEventListener('pageshow', () => (isLeaving = false), { once: true })
  const fields = fieldsOf(keepTyped())
  window.location.assign(`${place}?${new URLSearchParams({ ...fields, next: location.pathname + location.search })}`)
}

/** A read as a query. The key starts with the operation's name, so invalidating the name reloads all its queries. */
export const operationQuery = <Name extends ReadName>(name: Name, input: InputOf<Name>) =>
  queryOptions({ queryKey: [name, input], queryFn: ({ signal }) => readOperation(name, input, signal) })

/** The JSON of the billing API's response, re-indented. */
export const rawOperationQuery = <Name extends RawReadName>(name: Name, input: InputOf<Name>) =>
  queryOptions({
    queryKey: [name, input],
    queryFn: async ({ signal }) => {
      const response = await ask(readAddress(name, input), { signal }, READ_WITHOUT_RESPONSE)
      return readBody(response.text(), signal)
    },
    staleTime: 0,
  })

export type ListName = 'listSubscriptions' | 'listInvoices' | 'listCustomers'

/** What the team opens meanwhile changes a list: a person who comes back to it sees it anew. */
const FRESH_MS = 10_000

/** A page of a list as a query. Keeps the rows before while another page, order or filter loads. */
export const listQuery = <Name extends ListName>(name: Name, input: InputOf<Name>) =>
  queryOptions({ ...operationQuery(name, input), placeholderData: (before) => before, staleTime: FRESH_MS })
