/** The settings of docs/settings.md, which a developer may have in the shell. */
const SETTING = /^(PORT|DATA_DIR|LOCAL_AUTH|LOG_LEVEL|(BILLING|CONSOLE)_.+)$/

/**
 * The environment for tests: ours without any setting of the programs, which the tests set themselves.
 * @param {Record<string, string>} more
 * @returns {NodeJS.ProcessEnv}
 */
export function testEnvironment(more) {
  const { NODE_ENV, ...rest } = process.env
  const kept = Object.entries(rest).filter(([name]) => !SETTING.test(name))
  return { NODE_ENV, ...Object.fromEntries(kept), ...more }
}
