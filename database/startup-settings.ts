import { escapeLiteral } from 'pg'

/** Parameters of a startup message that are not settings. */
const NO_SETTINGS = new Set(['user', 'database', 'replication'])
/**
 * Time limits are skipped, because the connection has its own. PGlite ignores `statement_timeout`, and an idle timeout
 * is a FATAL error that makes PGlite spin.
 */
const isTimeLimit = (name: string) => name.endsWith('_timeout')

/** Reads the settings of `-c name=value`, `-cname=value` and `--name=value`; a backslash escapes the next character. */
function readOptions(options: string): [string, string][] {
  const words = options.match(/(?:\\[^]|[^\s\\])+/g) ?? []
  return words.flatMap((word, index) => {
    const isNamed = word.startsWith('-c') ? word.length > 2 : word.startsWith('--')
    const text = isNamed ? word.slice(2) : words[index - 1] === '-c' ? word : ''
    const setting = text.replaceAll(/\\([^])/g, '$1')
    const equals = setting.indexOf('=')
    return equals > 0 ? [[setting.slice(0, equals).replaceAll('-', '_'), setting.slice(equals + 1)]] : []
  })
}

/**
 * Returns SQL that applies the settings of a startup message to the session; empty when there are none.
 */
export function startupSettings(startup: Buffer): string {
  const texts = startup.toString('utf8', 8).split('\0')
  const settings = new Map<string, string>()
  for (let index = 0; texts[index]; index += 2) {
    const [name = '', value = ''] = texts.slice(index)
    const found = name === 'options' ? readOptions(value) : [[name, value] as const]
    for (const [key, text] of found)
      if (!NO_SETTINGS.has(key) && !key.startsWith('_pq_.') && !isTimeLimit(key)) settings.set(key, text)
  }
  if (settings.size === 0) return ''
  const calls = [...settings].map(
    ([name, value]) => `set_config(${escapeLiteral(name)}, ${escapeLiteral(value)}, false)`,
  )
  return `select ${calls.join(', ')}`
}
