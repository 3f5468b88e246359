import {
  CONSOLE_OPERATIONS,
  type ConsoleInput,
  type ConsoleOperationName,
  type ConsoleOutput,
  type RawReadName,
  type ReadName,
  type WriteName,
} from '@/contract/console/operations'
import { getJson, getText, sendJson } from './http'

type Fields = Record<string, string | number | undefined>

/** An operation's path with its ids, each one percent-encoded segment, and the fields of the input that are left. */
function addressOf(name: ConsoleOperationName, input: Fields): { path: string; rest: Fields } {
  const rest = { ...input }
  const path = CONSOLE_OPERATIONS[name].path.replaceAll(/\{(\w+)\}/g, (_, field: string) => {
    const id = String(rest[field])
    delete rest[field]
    return encodeURIComponent(id)
  })
  return { path, rest }
}

/** `/api/customers/acme/transactions?page=2&pageSize=20&order=desc` */
function readAddress(name: ReadName | RawReadName, input: Fields): string {
  const { path, rest } = addressOf(name, input)
  const query = new URLSearchParams(Object.entries(rest).map(([field, value]) => [field, String(value)])).toString()
  return query === '' ? path : `${path}?${query}`
}

/**
 * Runs a write, sent once.
 * @throws ProblemError, `outcome_unknown` where no answer came
 */
export function sendOperation<Name extends WriteName>(
  name: Name,
  input: ConsoleInput<Name>,
): Promise<ConsoleOutput<Name>> {
  const { path, rest } = addressOf(name, input)
  return sendJson(CONSOLE_OPERATIONS[name].method, path, rest)
}

/** Runs a read. @throws ProblemError */
export function readOperation<Name extends ReadName>(
  name: Name,
  input: ConsoleInput<Name>,
  signal?: AbortSignal,
): Promise<ConsoleOutput<Name>> {
  return getJson(readAddress(name, input), signal)
}

/** Runs a read whose answer is shown as it was sent. @throws ProblemError */
export function readRawOperation<Name extends RawReadName>(
  name: Name,
  input: ConsoleInput<Name>,
  signal?: AbortSignal,
): Promise<string> {
  return getText(readAddress(name, input), signal)
}
