import { z } from 'zod'

/** What both programs take for `LOG_LEVEL`. */
export const LogLevel = z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info')

/**
 * Settings from environment variables, for both programs alike: an empty one is unset, and spaces around one are none of
 * it.
 * @throws Error naming each variable that cannot be used, never its value
 */
export function readSettings<Schema extends z.ZodType>(
  schema: Schema,
  environment: Readonly<Record<string, string | undefined>>,
): z.output<Schema> {
  const given = Object.entries(environment).map(([name, value]) => [name, value?.trim() || undefined])
  const result = schema.safeParse(Object.fromEntries(given))
  if (result.success) return result.data
  const reasons = result.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
  throw new Error(`Settings are wrong. ${reasons.join('; ')}`)
}
