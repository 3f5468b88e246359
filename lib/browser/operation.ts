import { CONSOLE_ERRORS, problemOfCode } from '@/contract/console/errors'
import {
  CONSOLE_OPERATIONS,
  PAGE_USER_HEADER,
  type ConsoleInput,
  type ConsoleOperationName,
  type ConsoleOutput,
  type RawReadName,
  type ReadName,
  WRITE_HEADER,
  type WriteName,
} from '@/contract/console/operations'
import type { Problem } from '@/contract/console/problem'
import { ProblemError } from '@/contract/console/problem-error'
import { leadToSignIn } from './lead-to-sign-in'
import { addressOf, readAddress } from './operation-address'

const BODY_HEADERS = { 'content-type': 'application/json', [WRITE_HEADER.name]: WRITE_HEADER.value }

/** What is said where no answer came from the console itself, to a read and to a write. */
const READ_WITHOUT_ANSWER: Problem = {
  ...problemOfCode('unreachable'),
  title: 'The console cannot be reached',
  status: 0,
  detail: 'No answer came from the console itself. Check your connection, then retry.',
}
const WRITE_WITHOUT_ANSWER: Problem = {
  ...problemOfCode('outcome_unknown'),
  status: 0,
  detail:
    'The connection to the console broke before an answer came. It may have happened, or happen still: only reading it again tells.',
}

/** Runs a read. @throws ProblemError when the response is not a success, or there is none */
export async function readOperation<Name extends ReadName>(
  name: Name,
  input: ConsoleInput<Name>,
  signal?: AbortSignal,
): Promise<ConsoleOutput<Name>> {
  const response =
    CONSOLE_OPERATIONS[name].method === 'GET'
      ? await ask(readAddress(name, input), { signal, headers: { accept: 'application/json' } }, READ_WITHOUT_ANSWER)
      : await send(name, input, READ_WITHOUT_ANSWER, signal)
  return whole(response.json(), signal)
}

/** Runs a read whose response is shown as it was sent. @throws ProblemError as `readOperation` */
export async function readRawOperation<Name extends RawReadName>(
  name: Name,
  input: ConsoleInput<Name>,
  signal?: AbortSignal,
): Promise<string> {
  const response = await ask(readAddress(name, input), { signal }, READ_WITHOUT_ANSWER)
  return whole(response.text(), signal)
}

/** A body that may break off on its way. @throws ProblemError where it does */
async function whole<Body>(reading: Promise<Body>, signal: AbortSignal | undefined): Promise<Body> {
  try {
    return await reading
  } catch (cause) {
    if (signal?.aborted) throw cause
    throw new ProblemError(READ_WITHOUT_ANSWER)
  }
}

/**
 * Runs a write, sent once. No answer of the console means that nobody knows what happened: `outcome_unknown`, never a
 * failure.
 * @throws ProblemError
 */
export async function sendOperation<Name extends WriteName>(
  name: Name,
  input: ConsoleInput<Name>,
): Promise<ConsoleOutput<Name>> {
  const response = await send(name, input, WRITE_WITHOUT_ANSWER)
  const done = await response.json().catch(() => undefined)
  // A success that is not in the console's words is that of a proxy in front of it.
  if (Object(done).accepted !== true && !isReport(done)) throw new ProblemError(WRITE_WITHOUT_ANSWER)
  return done
}

/** Sends what is no GET: but for the ids of its path, its input travels in the body. */
function send<Name extends ConsoleOperationName>(
  name: Name,
  input: ConsoleInput<Name>,
  withoutResponse: Problem,
  signal?: AbortSignal,
): Promise<Response> {
  const { path, rest } = addressOf(name, input)
  const { method } = CONSOLE_OPERATIONS[name]
  return ask(path, { method, signal, body: JSON.stringify(rest), headers: BODY_HEADERS }, withoutResponse)
}

type Asked = Omit<RequestInit, 'headers'> & { headers?: Record<string, string> }

async function ask(path: string, request: Asked, withoutResponse: Problem): Promise<Response> {
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
  // The session has ended, whatever asked: the person is led to the sign-in and back.
  if (problem.code === 'sign_in_required') leadToSignIn()
  if (problem.code === 'signed_in_as_other') window.location.reload()
  throw new ProblemError(problem)
}

/** A write that was not sent, because its subscription had changed, is told as any other. */
const isJson = (response: Response) => response.headers.get('content-type')?.startsWith('application/json') === true

const isReport = (body: unknown) => typeof Object(Object(body).change).state === 'string'

/** For whom this page was made, as its layout says; a page that is open to everybody does not. */
function pageUser(): Record<string, string> {
  const name = document.querySelector<HTMLElement>('[data-signed-in]')?.dataset.signedIn
  return name === undefined ? {} : { [PAGE_USER_HEADER]: encodeURIComponent(name) }
}

/** A problem of the console, known by its type: a proxy in front of it may use the same format and the same codes. */
async function readProblem(response: Response): Promise<Problem | undefined> {
  if (!response.headers.get('content-type')?.includes('application/problem+json')) return undefined
  const problem = await response.json().catch(() => undefined)
  const { type, code, detail } = Object(problem)
  const isOurs = Object.hasOwn(CONSOLE_ERRORS, code) && type === problemOfCode(code).type && typeof detail === 'string'
  return isOurs ? problem : undefined
}

function unreadable(response: Response): Problem {
  return {
    ...problemOfCode('internal_error'),
    status: response.status,
    detail: `The console answered ${response.status} without an explanation. If it stays so, tell whoever runs the console.`,
    requestId: response.headers.get('x-request-id') ?? '',
  }
}
