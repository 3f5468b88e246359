/** The settings of docs/settings.md, which may be set in a developer's shell. */
const SETTING = /^(PORT|DATA_DIR|LOCAL_AUTH|LOG_LEVEL|(BILLING|CONSOLE)_.+)$/

/**
 * Returns the environment for tests: ours without the settings of the programs, which the tests set.
 * @param {Record<string, string>} more
 * @returns {NodeJS.ProcessEnv}
 */
export function testEnvironment(more) {
  const { NODE_ENV, ...rest } = process.env
  const kept = Object.entries(rest).filter(([name]) => !SETTING.test(name))
  return { NODE_ENV, ...Object.fromEntries(kept), ...more }
}
