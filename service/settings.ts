import { z } from 'zod'
import { LogLevel, readSettings } from '@/contract/read-settings'
import { DEFAULT_PORTS } from '@/contract/settings.mjs'
import { DEFAULT_DEADLINES } from './deadline'

const port = z.coerce.number().int().min(0).max(65_535)

/** At most 30 s: longer deadlines would exceed the limits of the database sessions. */
const deadline = z.coerce.number().int().min(1).max(30_000)

const postgresUrl = z.url({ protocol: /^postgres(ql)?$/ }).optional()

const StoreEnvironment = z.object({
  BILLING_DATABASE_URL: postgresUrl,
  BILLING_DATABASE_STATEMENTS: z.enum(['named', 'unnamed']).default('named'),
  BILLING_DATABASE_POOL: z.coerce.number().int().min(1).max(100).default(10),
  DATA_DIR: z.string().default('.data'),
})

const ServiceEnvironment = z.object({
  BILLING_SERVICE_HOST: z.string().default('127.0.0.1'),
  BILLING_SERVICE_PORT: port.default(DEFAULT_PORTS.BILLING_SERVICE_PORT),
  BILLING_READ_DEADLINE_MS: deadline.default(DEFAULT_DEADLINES.readMs),
  BILLING_WRITE_DEADLINE_MS: deadline.default(DEFAULT_DEADLINES.writeMs),
  /** Unset: no metrics. */
  BILLING_METRICS_PORT: port.optional(),
  BILLING_METRICS_HOST: z.string().default('127.0.0.1'),
  /** Where spans are sent. Unset: nowhere. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  LOG_LEVEL: LogLevel,
})

export interface StoreSettings {
  /** A PostgreSQL address; undefined for the embedded database in `dataDir`. */
  databaseUrl: string | undefined
  dataDir: string
  /** Connections to PostgreSQL; the embedded database has one. */
  poolSize: number
  /** Sends statements without names, as a pooler in transaction mode needs. */
  hasUnnamedStatements?: boolean
}

/** @throws Error that names every invalid variable */
export function readStoreSettings(environment: NodeJS.ProcessEnv = process.env): StoreSettings {
  const env = readSettings(StoreEnvironment, environment)
  return {
    databaseUrl: env.BILLING_DATABASE_URL,
    dataDir: env.DATA_DIR,
    poolSize: env.BILLING_DATABASE_POOL,
    hasUnnamedStatements: env.BILLING_DATABASE_STATEMENTS === 'unnamed',
  }
}

/** @throws Error that names every invalid variable */
export function readServiceSettings(environment: NodeJS.ProcessEnv = process.env) {
  const env = readSettings(ServiceEnvironment, environment)
  return {
    host: env.BILLING_SERVICE_HOST,
    port: env.BILLING_SERVICE_PORT,
    deadlines: { readMs: env.BILLING_READ_DEADLINE_MS, writeMs: env.BILLING_WRITE_DEADLINE_MS },
    metrics:
      env.BILLING_METRICS_PORT === undefined
        ? undefined
        : { host: env.BILLING_METRICS_HOST, port: env.BILLING_METRICS_PORT, setting: 'BILLING_METRICS_PORT' },
    tracingEndpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT,
    logLevel: env.LOG_LEVEL,
  }
}
