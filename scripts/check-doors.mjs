// Run before every build: a page or a route that does not say which operation it is for fails it.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './root.mjs'
import { UserError } from './user-error.mjs'

/** What stands open to everybody and answers nothing that is anybody's. */
const WITHOUT_OPERATION = ['app/healthz/route.ts', 'app/api/[[...path]]/route.ts']
const PAGE = /^export default (consolePage|publicPage)\('(\w+)'/m
const ROUTE = /^export const (GET|POST|PUT|PATCH|DELETE) = handle\('(\w+)'\)$/
const EXPORT = /^export /

/**
 * Every file that Next serves: pages by `consolePage`, routes by `handle`, and nothing beside them.
 * @param {string} [root]
 * @returns {string[]} what is wrong, a line a file
 */
export function openDoors(root = ROOT) {
  const files = readdirSync(join(root, 'app'), { recursive: true, encoding: 'utf8' }).map((file) => `app/${file}`)
  return files
    .filter((file) => /\/(page|route)\.(ts|tsx|js|jsx|mjs)$/.test(file) && !WITHOUT_OPERATION.includes(file))
    .filter((file) => !isGuarded(file, readFileSync(join(root, file), 'utf8')))
    .map((file) => `${file} names no operation: export ${/page\./.test(file) ? "consolePage('…', …)" : "handle('…')"}.`)
}

/**
 * @param {string} file
 * @param {string} source
 */
function isGuarded(file, source) {
  if (/\/page\./.test(file)) return PAGE.test(source)
  const lines = source.split('\n').filter((line) => EXPORT.test(line))
  return lines.length > 0 && lines.every((line) => ROUTE.test(line))
}

/** @throws {UserError} naming each */
export function checkDoors() {
  const open = openDoors()
  if (open.length > 0) throw new UserError(open.join('\n'))
}
