import { readFileSync } from 'node:fs'

/**
 * Reads settings from files: `NAME_FILE` names the file that holds the value of `NAME`, as containers get their secrets.
 * One line break at the end of the file is removed. An empty variable is unset.
 * @param {Readonly<Record<string, string | undefined>>} environment
 * @param {readonly string[]} names the settings that may be in a file
 * @returns {Record<string, string>} the values of those that are
 * @throws {Error} naming each wrong variable, never its value: someone may have put the secret itself there
 */
export function readSettingFiles(environment, names) {
  /** @type {Record<string, string>} */
  const values = {}
  const wrong = []
  for (const name of names) {
    const path = environment[`${name}_FILE`]?.trim()
    if (!path) continue
    if (environment[name]?.trim()) {
      wrong.push(`${name}_FILE: must not be set together with ${name}`)
      continue
    }
    try {
      const value = readFileSync(path, 'utf8').replace(/\r?\n$/, '')
      // The program would start as if the setting were unset, such as on an embedded database.
      if (value.trim() === '') wrong.push(`${name}_FILE: names an empty file`)
      else values[name] = value
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error'
      wrong.push(`${name}_FILE: names a file that cannot be read (${code})`)
    }
  }
  if (wrong.length > 0) throw new Error(`Invalid settings. ${wrong.join('; ')}`)
  return values
}
