import { OPERATIONS, type OperationName } from './operations'

/** The input of an operation; only a body carries objects. */
type Fields = Record<string, string | number | boolean | object | null | undefined>

/** Returns an operation's path with its percent-encoded ids, and the remaining input fields. */
export function addressOf(name: OperationName, input: Fields): { path: string; rest: Fields } {
  const rest = { ...input }
  const path = OPERATIONS[name].path.replaceAll(/\{(\w+)\}/g, (_, field: string) => {
    const id = textOf(rest[field])
    delete rest[field]
    return encodeURIComponent(id)
  })
  return { path, rest }
}

/** Returns the URL of a read: `/api/customers/acme/transactions?page=2&pageSize=20&order=desc`. */
export function readAddress(name: OperationName, input: Fields): string {
  const { path, rest } = addressOf(name, input)
  const given = Object.entries(rest).filter(([, value]) => value !== undefined)
  const query = new URLSearchParams(given.map(([field, value]) => [field, textOf(value)])).toString()
  return query === '' ? path : `${path}?${query}`
}

const textOf = (value: Fields[string]) => (typeof value === 'object' ? JSON.stringify(value) : String(value))
