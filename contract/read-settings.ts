import { z } from 'zod'
import { LOG_LEVELS, readSettingFiles } from './settings.mjs'

/** Values of `LOG_LEVEL` for both programs. */
export const LogLevel = z.enum(LOG_LEVELS).default('info')

/**
 * Reads the settings of either program from environment variables, or from the files that `NAME_FILE` names. An empty
 * variable is unset; surrounding spaces are trimmed.
 * @throws Error that names each invalid variable, never its value
 */
export function readSettings<Schema extends z.ZodObject>(
  schema: Schema,
  environment: Readonly<Record<string, string | undefined>>,
): z.output<Schema> {
  const all = { ...environment, ...readSettingFiles(environment, Object.keys(schema.shape)) }
  const given = Object.entries(all).map(([name, value]) => [name, value?.trim() || undefined])
  const result = schema.safeParse(Object.fromEntries(given))
  if (result.success) return result.data
  const reasons = result.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
  throw new Error(`Invalid settings. ${reasons.join('; ')}`)
}
