import { z } from 'zod'

/** Values of `LOG_LEVEL` for both programs. */
export const LogLevel = z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info')

/**
 * Reads the settings of either program from environment variables. An empty variable is unset; surrounding spaces are
 * trimmed.
 * @throws Error that names each invalid variable, never its value
 */
export function readSettings<Schema extends z.ZodType>(
  schema: Schema,
  environment: Readonly<Record<string, string | undefined>>,
): z.output<Schema> {
  const given = Object.entries(environment).map(([name, value]) => [name, value?.trim() || undefined])
  const result = schema.safeParse(Object.fromEntries(given))
  if (result.success) return result.data
  const reasons = result.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
  throw new Error(`Invalid settings. ${reasons.join('; ')}`)
}
