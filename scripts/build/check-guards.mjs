// Runs before every build, which fails when a page or route does not name its operation.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT, UserError } from '../command.mjs'

/** Two public routes that return no data, and the one that finds its operation by path and method. */
const WITHOUT_OPERATION = ['app/healthz/route.ts', 'app/readyz/route.ts', 'app/api/[[...path]]/route.ts']
const PAGE = /^export default (consolePage|printPage|publicPage)\('(\w+)'/m
/** `serveMcp` checks an access key and `serveTicketCard` a signature; both then run operations. */
const ROUTE = /^export const (GET|POST|PUT|PATCH|DELETE) = (handle\('\w+'\)|serveMcp|serveTicketCard\('\w+'\))$/
/** Refuses the methods that a route does not export. */
const OTHER_METHODS = "export * from '@/lib/other-methods'"
const EXPORT = /^export /

/**
 * Checks every file that Next serves. Pages export `consolePage`, `printPage` or `publicPage`. Routes export `handle` and the refused
 * methods, and nothing else.
 * @param {string} [root]
 * @returns {string[]} one line per file without a guard
 */
export function findUnguarded(root = ROOT) {
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
  const lines = source.split('\n').filter((line) => EXPORT.test(line) && line !== OTHER_METHODS)
  return lines.length > 0 && lines.every((line) => ROUTE.test(line))
}

/** @throws {UserError} naming each file without a guard */
export function checkGuards() {
  const unguarded = findUnguarded()
  if (unguarded.length > 0) throw new UserError(unguarded.join('\n'))
}
