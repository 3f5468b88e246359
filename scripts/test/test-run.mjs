import { SETTING_NAMES } from '../../contract/settings.mjs'
import { BILLING_PROGRAMS_DIR, ensurePrograms } from '../build/programs.mjs'

/** The settings of the programs, which may be set in a developer's shell. Only the browser tests read CHROMIUM_PATH. */
const SETTINGS = new Set(
  SETTING_NAMES.filter((name) => name !== 'CHROMIUM_PATH').flatMap((name) => [name, `${name}_FILE`]),
)

/**
 * Returns the environment for tests: ours without the settings of the programs, which the tests set.
 * @param {Record<string, string>} more
 * @returns {NodeJS.ProcessEnv}
 */
export function testEnvironment(more) {
  const { NODE_ENV, ...rest } = process.env
  const kept = Object.entries(rest).filter(([name]) => !SETTINGS.has(name) && !/^(BILLING|CONSOLE)_/.test(name))
  return { NODE_ENV, ...Object.fromEntries(kept), ...more }
}

/** Vitest's global setup: bundles the programs, which tests start as `npm start` does. */
export async function setup() {
  await ensurePrograms()
  process.env.BILLING_PROGRAMS_DIR = BILLING_PROGRAMS_DIR
}
