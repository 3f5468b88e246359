import { z } from 'zod'
import { DEFAULT_DEADLINES, type Deadlines } from './deadline'

/** An unset variable and an empty one are the same. */
const setting = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((text) => (text === '' ? undefined : text), schema)
const port = z.coerce.number().int().min(0).max(65_535)

/** Longer ones would meet the limits of the database's own sessions. */
const deadline = z.coerce.number().int().min(1).max(30_000)

const StoreEnvironment = z.object({
  BILLING_DATABASE_URL: setting(z.url({ protocol: /^postgres(ql)?$/ }).optional()),
  BILLING_DATABASE_POOL: setting(z.coerce.number().int().min(1).max(100).default(10)),
  DATA_DIR: setting(z.string().default('.data')),
})

const ServiceEnvironment = z.object({
  BILLING_SERVICE_HOST: setting(z.string().default('127.0.0.1')),
  BILLING_SERVICE_PORT: setting(port.default(4000)),
  BILLING_READ_DEADLINE_MS: setting(deadline.default(DEFAULT_DEADLINES.readMs)),
  BILLING_WRITE_DEADLINE_MS: setting(deadline.default(DEFAULT_DEADLINES.writeMs)),
  LOG_LEVEL: setting(z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info')),
})

export interface StoreSettings {
  /** A PostgreSQL address; undefined for the embedded database in `dataDir`. */
  databaseUrl: string | undefined
  dataDir: string
  /** Connections to PostgreSQL; the embedded database has one. */
  poolSize: number
}

export interface ServiceSettings {
  host: string
  port: number
  deadlines: Deadlines
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'silent'
}

function read<Schema extends z.ZodType>(schema: Schema, environment: NodeJS.ProcessEnv): z.output<Schema> {
  const result = schema.safeParse(environment)
  if (result.success) return result.data
  throw new Error(`The environment is not usable.\n${z.prettifyError(result.error)}`)
}

/** @throws Error naming every variable that cannot be used */
export function readStoreSettings(environment: NodeJS.ProcessEnv = process.env): StoreSettings {
  const env = read(StoreEnvironment, environment)
  return { databaseUrl: env.BILLING_DATABASE_URL, dataDir: env.DATA_DIR, poolSize: env.BILLING_DATABASE_POOL }
}

/** @throws Error naming every variable that cannot be used */
export function readServiceSettings(environment: NodeJS.ProcessEnv = process.env): ServiceSettings {
  const env = read(ServiceEnvironment, environment)
  return {
    host: env.BILLING_SERVICE_HOST,
    port: env.BILLING_SERVICE_PORT,
    deadlines: { readMs: env.BILLING_READ_DEADLINE_MS, writeMs: env.BILLING_WRITE_DEADLINE_MS },
    logLevel: env.LOG_LEVEL,
  }
}
