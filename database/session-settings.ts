import type { Pool } from 'pg'

/**
 * Session settings that override the server's defaults: UTC instants in ISO form, row locks that wait, and time limits
 * in milliseconds for statements, lock waits and idle transactions. A statement whose connection was cut ends at once.
 * The embedded database has its own limits (embedded-server.ts).
 */
export const SESSION_SETTINGS = {
  TimeZone: 'UTC',
  DateStyle: 'ISO',
  default_transaction_isolation: 'read committed',
  default_transaction_read_only: 'off',
  statement_timeout: '120000',
  lock_timeout: '30000',
  idle_in_transaction_session_timeout: '60000',
  client_connection_check_interval: '500',
} as const
const SESSION = Object.entries(SESSION_SETTINGS)

/** The session settings as `options` of a connection. */
export const SESSION_OPTIONS = SESSION.map(
  ([name, value]) => `-c ${name}=${value.replaceAll(' ', String.raw`\ `)}`,
).join(' ')

/**
 * Checks that the database stores text of any script as UTF8, and that its sessions have our settings: a pooler such as
 * pgBouncer drops `options`.
 * @param hasSession false for the embedded database, which has its own limits
 * @throws Error that says what to do
 */
export async function checkServer(pool: Pool, { hasSession }: { hasSession: boolean }): Promise<void> {
  const { rows } = await pool.query<{ name: string; setting: string; role: string }>(
    'select name, setting, quote_ident(current_user) as role from pg_settings where name = any($1)',
    [['server_encoding', ...SESSION.map(([name]) => name)]],
  )
  const settings = new Map(rows.map(({ name, setting }) => [name, setting]))
  const encoding = settings.get('server_encoding')
  if (encoding !== 'UTF8')
    throw new Error(
      `The database is encoded in ${encoding}, and must be in UTF8. Make one with: createdb --template=template0 --encoding=UTF8`,
    )
  // The value of DateStyle ends with the order of day and month, which is for input only: `ISO, MDY`.
  const wrong = SESSION.filter(([name, value]) => settings.get(name)?.split(',')[0] !== value)
  if (!hasSession || wrong.length === 0) return
  const found = wrong.map(([name]) => `${name} is ${settings.get(name) ?? 'missing'}`).join(', ')
  const [{ role } = { role: '' }] = rows
  const commands = wrong.map(([name, value]) => `  alter role ${role} set ${name} = '${value}';`)
  throw new Error(
    `A pooler drops the session settings of this program (${found}). Set them for its role, let the pooler open new ` +
      `connections (RECONNECT in pgBouncer), and start again:\n${commands.join('\n')}`,
  )
}
