import type { ConsoleErrorCode, Problem } from '@/contract/console/problem'
import { ProblemError } from './problem-error'

/** One write header for all; the server refuses writes without it (contract/console/operations, WRITE_HEADER). */
const WRITE_HEADERS = { 'content-type': 'application/json', 'x-billing-console': '1' }

/**
 * Reads one of the console's own routes.
 * @throws ProblemError when the answer is not a success, or there is none
 */
export async function getJson<T>(path: string, signal?: AbortSignal): Promise<T> {
  const response = await send(path, { signal, headers: { accept: 'application/json' } }, 'unreachable')
  return response.json()
}

/** Reads a route as text, as it was sent. */
export async function getText(path: string, signal?: AbortSignal): Promise<string> {
  const response = await send(path, { signal }, 'unreachable')
  return response.text()
}

/**
 * Sends a write once. No answer means that nobody knows what happened: `outcome_unknown`, never a failure.
 * @throws ProblemError
 */
export async function sendJson<T>(method: 'POST' | 'DELETE', path: string, body: object): Promise<T> {
  const request = { method, body: JSON.stringify(body), headers: WRITE_HEADERS }
  const response = await send(path, request, 'outcome_unknown')
  return response.json()
}

async function send(path: string, request: RequestInit, whenSilent: ConsoleErrorCode): Promise<Response> {
  let response: Response
  try {
    response = await fetch(path, { ...request, cache: 'no-store', redirect: 'error' })
  } catch (cause) {
    if (request.signal?.aborted) throw cause
    throw new ProblemError(noAnswer(whenSilent))
  }
  if (response.ok) return response
  throw new ProblemError((await readProblem(response)) ?? unreadable(response))
}

async function readProblem(response: Response): Promise<Problem | undefined> {
  if (!response.headers.get('content-type')?.includes('application/problem+json')) return undefined
  return response.json().catch(() => undefined)
}

function noAnswer(code: ConsoleErrorCode): Problem {
  return {
    type: 'about:blank',
    title: code === 'outcome_unknown' ? 'Outcome not known' : 'The console cannot be reached',
    status: 0,
    detail:
      code === 'outcome_unknown'
        ? 'The connection to the console broke before an answer came. It may have happened, or happen still: only reading the subscription again tells.'
        : 'No answer came from the console itself. Check your connection, then retry.',
    code,
    requestId: '',
  }
}

function unreadable(response: Response): Problem {
  return {
    type: 'about:blank',
    title: 'The console failed',
    status: response.status,
    detail: `The console answered ${response.status} without an explanation. If it stays so, tell whoever runs the console.`,
    code: 'internal_error',
    requestId: response.headers.get('x-request-id') ?? '',
  }
}
