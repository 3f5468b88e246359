import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { DEFAULT_PORTS, halfSetApi, LOG_LEVELS, withSettingFiles } from '../../contract/settings.mjs'
import { ROOT, UserError } from '../command.mjs'

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

/**
 * Replaces `NAME_FILE` by `NAME` in our environment, so that the programs get the values too.
 * @throws {UserError} naming each file that cannot be read
 */
export function loadSettingFiles() {
  try {
    const environment = withSettingFiles(process.env)
    for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name]
    Object.assign(process.env, environment)
  } catch (error) {
    throw new UserError(error instanceof Error ? error.message : 'A setting could not be read from its file.')
  }
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
    consolePort: readPort(env, 'PORT'),
    servicePort: readPort(env, 'BILLING_SERVICE_PORT'),
    dataDir: resolve(ROOT, env.DATA_DIR || '.data'),
    merchant: env.BILLING_MERCHANT || 'demo',
    databaseUrl: env.BILLING_DATABASE_URL || null,
    billingApi: readBillingApi(env),
  }
}

/** @param {NodeJS.ProcessEnv} env */
function checkLogLevel({ LOG_LEVEL: level }) {
  if (!level?.trim() || LOG_LEVELS.some((known) => known === level.trim())) return
  throw new UserError(`LOG_LEVEL is "${level}", which is no level. Set one of ${LOG_LEVELS.join(', ')}, or unset it.`)
}

/**
 * @param {NodeJS.ProcessEnv} env
 * @param {keyof typeof DEFAULT_PORTS} name
 * @returns {PortSetting}
 */
function readPort(env, name) {
  const text = env[name]
  if (!text) return { port: DEFAULT_PORTS[name], explicit: false }
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535) {
    throw new UserError(`${name} is "${text}", which is no port. Set a number from 1 to 65535, or unset it.`)
  }
  return { port: Number(text), explicit: true }
}

/** @param {NodeJS.ProcessEnv} env */
function readBillingApi(env) {
  const { BILLING_API_BASE_URL: baseUrl, BILLING_API_KEY: key } = env
  const problem = halfSetApi(env)
  if (problem) throw new UserError(problem)
  if (!baseUrl || !key) return null
  if (!URL.canParse(baseUrl) || !/^https?:/i.test(baseUrl)) {
    throw new UserError(`BILLING_API_BASE_URL is "${baseUrl}", which is no http or https address.`)
  }
  return { url: baseUrl, key }
}
