/** Bounds of one value in a log line. `log.ts` shortens lines with too many such values again. */
const MOST = { textChars: 1_000, stackChars: 2_000, items: 20, fields: 40, depth: 5, causes: 3, errors: 5 }

/** Fields of an error that hold names and codes: of PostgreSQL, of the system, of Next. PostgreSQL's other fields hold values. */
const KEPT_FIELDS = [
  'code', 'severity', 'schema', 'table', 'column', 'constraint', 'dataType', 'routine',
  'errno', 'syscall', 'address', 'port', 'digest',
] as const // prettier-ignore

/**
 * SQLSTATE classes whose messages have names of tables, columns and roles only. All others may quote a value, in any language and
 * between any quotation marks.
 */
const NAMES_ONLY = /^(08|0A|23|25|26|28|3D|40|42(?!601)|53|54|55|57|58)/

/** The English messages of other classes that are kept, up to the value. */
const KNOWN_REASON =
  /^(?:invalid input (?:syntax|value) for (?:type|enum) [\w ]+|value "…" is out of range for type [\w ]+|(?:smallint|integer|bigint|date|timestamp|interval) out of range|division by zero)$/

/** The parts of a text that quote values: of Drizzle's message, PostgreSQL's details and contexts, and V8's message on JSON. */
const QUOTED_VALUES =
  /\nparams: [^]*$|(?<=\))=\([^]*$|(?<=Failing row contains )\([^]*$|(?<=parameter \$\d+ = )'[^]*$|"[^]*(?= is not valid JSON)/g

/** An error as a log line has it: without the values of a statement. */
export interface LoggedError {
  type: string
  message: string
  stack?: string
  cause?: LoggedError
  errors?: LoggedError[]
  [field: string]: unknown
}

const isText = (value: unknown): value is string => typeof value === 'string'
const short = (text: string, most: number) =>
  text.length > most ? `${text.slice(0, most)}… (${text.length} characters)` : text

/** Errors by shape: Next loads modules twice, so that `instanceof` fails. */
const isFailedQuery = (error: object): error is { query: string } =>
  'query' in error && isText(error.query) && 'params' in error
const ownMessage = (error: object): string => ('message' in error && isText(error.message) ? error.message : '')

/** True for an error of any realm or copy of a module. */
export const isErrorLike = (value: object): value is { message: string } =>
  'message' in value &&
  isText(value.message) &&
  (Object.prototype.toString.call(value) === '[object Error]' || 'stack' in value)

const isOfPostgres = (error: object): error is { code: unknown } => 'severity' in error && 'code' in error

/** Literals of SQL: between dollar quotes, with backslash escapes, and plain. */
const LITERALS = /\$((?:[a-z_]\w*)?)\$[^]*?(?:\$\1\$|$)|\bE'(?:\\[^]|''|[^'\\])*(?:'|$)|'(?:[^']|'')*(?:'|$)/gi

/** Returns a statement without its literals. */
const withoutLiterals = (statement: string): string => statement.replaceAll(LITERALS, "'…'")

/** Returns up to `most` characters of a text, without the values that database errors quote. */
export function withoutValues(text: string, most = MOST.textChars): string {
  const shown = text.slice(0, 4 * most).replaceAll(QUOTED_VALUES, '…')
  return short(shown.includes('Failed query: ') ? withoutLiterals(shown) : shown, most)
}

function messageOf(error: object): string {
  if (isFailedQuery(error)) return `Failed query: ${short(withoutLiterals(error.query), MOST.textChars)}`
  // The detail of a problem names the requested object.
  if ('problem' in error && isText(Object(error.problem).code)) return String(Object(error.problem).code)
  const text = ownMessage(error)
  if (!isOfPostgres(error) || NAMES_ONLY.test(String(error.code))) return withoutValues(text)
  const [reason = ''] = text.replaceAll(/"[^]*"/g, '"…"').split(/:\s/, 1)
  return KNOWN_REASON.test(reason) ? short(reason, MOST.textChars) : `PostgreSQL error ${short(String(error.code), 10)}`
}

function typeOf(error: object): string {
  if (isFailedQuery(error)) return 'DrizzleQueryError'
  if (isOfPostgres(error)) return 'DatabaseError'
  return 'name' in error && isText(error.name) ? short(error.name, 100) : 'Error'
}

/** Returns the lines of the stack below the message, which may have several lines itself. */
function framesOf(error: object): string {
  const stack = 'stack' in error && isText(error.stack) ? error.stack : ''
  const message = ownMessage(error)
  if (message === '') return isFailedQuery(error) ? '' : (/\n[^]*/.exec(stack)?.[0] ?? '')
  const at = stack.indexOf(message)
  return at === -1 ? '' : stack.slice(at + message.length)
}

/** Returns an error with its causes for a log line: type, message, stack, and the names and codes of `KEPT_FIELDS`. */
export function loggedError(error: object, depth = 0): LoggedError {
  const type = typeOf(error)
  const message = messageOf(error)
  const logged: LoggedError = { type, message }
  for (const [name, value] of Object.entries(error))
    if (KEPT_FIELDS.some((kept) => kept === name) && (isText(value) || typeof value === 'number'))
      logged[name] = isText(value) ? short(value, 200) : value
  logged.stack = short(`${type}: ${message}${framesOf(error)}`, MOST.stackChars)
  if (depth >= MOST.causes) return logged
  if ('cause' in error && typeof error.cause === 'object' && error.cause !== null && isErrorLike(error.cause))
    logged.cause = loggedError(error.cause, depth + 1)
  if ('errors' in error && Array.isArray(error.errors))
    logged.errors = error.errors
      .slice(0, MOST.errors)
      .map((each: unknown) =>
        loggedError(isErrorLike(Object(each)) ? Object(each) : new Error(String(each)), depth + 1),
      )
  return logged
}

/**
 * Returns a value as a log line may have it: errors by `loggedError`, texts without the values that a database quotes, and
 * all of it bounded.
 */
export function loggable(value: unknown, depth = 0): unknown {
  if (isText(value)) return withoutValues(value)
  if (typeof value === 'bigint') return String(value)
  if (typeof value !== 'object' || value === null) return value
  if (isErrorLike(value) || isFailedQuery(value)) return loggedError(value)
  if (depth >= MOST.depth) return '…'
  if ('toJSON' in value && typeof value.toJSON === 'function') return loggable(value.toJSON(), depth + 1)
  if (Array.isArray(value)) {
    const more = value.length - MOST.items
    const items = value.slice(0, MOST.items).map((item: unknown) => loggable(item, depth + 1))
    return more > 0 ? [...items, `… and ${more} more`] : items
  }
  const entries = Object.entries(value).slice(0, MOST.fields)
  return Object.fromEntries(entries.map(([name, field]) => [name, loggable(field, depth + 1)]))
}

/**
 * Returns the reason of an error in one line, for a terminal: the database's reason in place of a failed statement, and the reasons of
 * all errors in an `AggregateError`. Bounded and without values, like the log.
 */
export function reasonOf(error: unknown): string {
  if (typeof error !== 'object' || error === null || !isErrorLike(error)) return String(loggable(String(error)))
  if ('errors' in error && Array.isArray(error.errors))
    return error.errors.slice(0, MOST.errors).map(reasonOf).join('; ')
  if (isFailedQuery(error) && 'cause' in error && error.cause !== undefined) return reasonOf(error.cause)
  return messageOf(error)
}
