import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { readSettingFiles } from '../contract/setting-files.mjs'
import { ROOT } from './root.mjs'
import { UserError } from './user-error.mjs'

/**
 * @typedef {object} PortSetting
 * @property {number} port 0 lets the operating system choose.
 * @property {boolean} explicit True when it was set: a busy port is then an error. A busy default gives way to the next.
 *
 * @typedef {object} Settings
 * @property {PortSetting} consolePort
 * @property {PortSetting} servicePort
 * @property {string} dataDir Absolute.
 * @property {string} merchant The merchant whose data the console shows.
 * @property {string | null} databaseUrl A PostgreSQL; null for the embedded database.
 * @property {{ url: string, key: string } | null} billingApi Another billing API; null for our own service.
 */

/** Reads `.env` in the top folder if it exists. The environment wins. */
export function loadDotEnv() {
  const file = join(ROOT, '.env')
  if (existsSync(file)) process.loadEnvFile(file)
}

/** The settings that `npm start` reads. The programs read theirs in the same way (contract/read-settings.ts). */
const START_SETTINGS = [
  'BILLING_API_BASE_URL',
  'BILLING_API_KEY',
  'BILLING_DATABASE_URL',
  'BILLING_MERCHANT',
  'BILLING_SERVICE_PORT',
  'CONSOLE_API_NAME',
  'CONSOLE_ORIGIN',
  'DATA_DIR',
  'LOG_LEVEL',
  'PORT',
]

/**
 * Replaces `NAME_FILE` by `NAME` in our environment, for the settings that `npm start` reads or passes on.
 * @throws {UserError} naming each file that cannot be read
 */
export function loadSettingFiles() {
  try {
    Object.assign(process.env, readSettingFiles(process.env, START_SETTINGS))
  } catch (error) {
    throw new UserError(error instanceof Error ? error.message : 'A setting could not be read from its file.')
  }
  for (const name of START_SETTINGS) delete process.env[`${name}_FILE`]
}

/**
 * Reads the settings of `npm start` from an environment. An empty value counts as unset.
 * @param {NodeJS.ProcessEnv} env
 * @returns {Settings}
 * @throws {UserError} naming the wrong variable
 */
export function readSettings(env) {
  checkLogLevel(env)
  return {
    consolePort: readPort(env, 'PORT', 3000),
    servicePort: readPort(env, 'BILLING_SERVICE_PORT', 4000),
    dataDir: resolve(ROOT, env.DATA_DIR || '.data'),
    merchant: env.BILLING_MERCHANT || 'demo',
    databaseUrl: env.BILLING_DATABASE_URL || null,
    billingApi: readBillingApi(env),
  }
}

/** The same as `LogLevel` in contract/read-settings.ts, which needs installed packages. */
export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'silent']

/** @param {NodeJS.ProcessEnv} env */
function checkLogLevel({ LOG_LEVEL: level }) {
  if (!level?.trim() || LOG_LEVELS.includes(level.trim())) return
  throw new UserError(`LOG_LEVEL is "${level}", which is no level. Set one of ${LOG_LEVELS.join(', ')}, or unset it.`)
}

/**
 * True when the console may show demo data without sign-in. The service then decides by the data in its store.
 * @param {Settings} settings
 */
export function isDemo({ billingApi, databaseUrl, merchant }) {
  return billingApi === null && databaseUrl === null && merchant === 'demo'
}

/**
 * @param {NodeJS.ProcessEnv} env
 * @param {string} name
 * @param {number} fallback
 * @returns {PortSetting}
 */
function readPort(env, name, fallback) {
  const text = env[name]
  if (!text) return { port: fallback, explicit: false }
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535) {
    throw new UserError(`${name} is "${text}", which is no port. Set a number from 1 to 65535, or unset it.`)
  }
  return { port: Number(text), explicit: true }
}

/** @param {NodeJS.ProcessEnv} env */
function readBillingApi({ BILLING_API_BASE_URL: baseUrl, BILLING_API_KEY: key, BILLING_API_NEXT_KEY: nextKey }) {
  if (nextKey && !key) {
    throw new UserError('BILLING_API_NEXT_KEY is set but BILLING_API_KEY is not. Set both, or only BILLING_API_KEY.')
  }
  if (!baseUrl && !key) return null
  if (!baseUrl || !key) {
    const [set, missing] = baseUrl
      ? ['BILLING_API_BASE_URL', 'BILLING_API_KEY']
      : ['BILLING_API_KEY', 'BILLING_API_BASE_URL']
    throw new UserError(
      `${set} is set but ${missing} is not. Set both to use your own billing API, or neither to use the built-in service.`,
    )
  }
  if (!URL.canParse(baseUrl) || !/^https?:/i.test(baseUrl)) {
    throw new UserError(`BILLING_API_BASE_URL is "${baseUrl}", which is no http or https address.`)
  }
  return { url: baseUrl, key }
}
