import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ROOT } from '@/scripts/command.mjs'

/** Two public routes that return no data, and the one that finds its operation by path and method. */
const WITHOUT_OPERATION = ['app/healthz/route.ts', 'app/readyz/route.ts', 'app/api/[[...path]]/route.ts']
const PAGE_GUARD = /^export default (consolePage|printPage|publicPage)\('(\w+)'/m
/** `serveMcp` checks an access key and `serveTicketCard` a signature; both then run operations. */
const ROUTE_GUARD = /^export const (GET|POST|PUT|PATCH|DELETE) = (handle\('\w+'\)|serveMcp|serveTicketCard\('\w+'\))$/
/** Refuses the methods that a route does not export. */
const OTHER_METHODS = "export * from '@/lib/other-methods'"

/**
 * Returns the files that Next serves and that name no operation. Pages export `consolePage`, `printPage` or `publicPage`. Routes export
 * `handle` and the refused methods, and nothing else.
 */
function findUnguarded(root: string): string[] {
  const files = readdirSync(join(root, 'app'), { recursive: true, encoding: 'utf8' }).map((file) => `app/${file}`)
  return files
    .filter((file) => /\/(page|route)\.(ts|tsx|js|jsx|mjs)$/.test(file) && !WITHOUT_OPERATION.includes(file))
    .filter((file) => !isGuarded(file, readFileSync(join(root, file), 'utf8')))
}

function isGuarded(file: string, source: string): boolean {
  if (/\/page\./.test(file)) return PAGE_GUARD.test(source)
  const lines = source.split('\n').filter((line) => line.startsWith('export ') && line !== OTHER_METHODS)
  return lines.length > 0 && lines.every((line) => ROUTE_GUARD.test(line))
}

const PAGE = `import { consolePage } from './console-page'\n`
const ROUTE = `import { handle } from '@/lib/handle'\n\n`

const GUARDED = {
  'app/(console)/page.tsx': `${PAGE}export const metadata = {}\n\nexport default consolePage('find', () => null)\n`,
  'app/(console)/users/page.tsx': `${PAGE}export default consolePage('listUsers', async ({ a }: B) => {\n  return null\n})\n`,
  'app/sign-in/page.tsx': `export default publicPage('signIn', () => null)\n`,
  'app/api/find/route.ts': `${ROUTE}export const POST = handle('find')\n`,
  'app/api/users/route.ts': `${ROUTE}export const GET = handle('listUsers')\nexport const POST = handle('addUser')\n`,
  'app/api/changes/route.ts': `export * from '@/lib/other-methods'\nexport const GET = handle('listChanges')\n`,
  'app/healthz/route.ts': `export function GET() {\n  return new Response('ok')\n}\n`,
  'app/api/[[...path]]/route.ts': `export { serveOperation as GET } from '@/lib/serve-operation'\n`,
  'app/(console)/users/users-view.tsx': `export default function UsersView() {}\n`,
}
const UNGUARDED = {
  'app/(console)/open/page.tsx': `export default function Open() {\n  return null\n}\n`,
  'app/(console)/open/b/page.tsx': `${PAGE}const page = consolePage('find', () => null)\nexport default () => null\n`,
  'app/(console)/open/c/page.tsx': `// export default consolePage('find', () => null)\nexport default () => null\n`,
  'app/open/page.jsx': `export default () => null\n`,
  'app/api/open/route.ts': `export async function GET() {\n  return Response.json({})\n}\n`,
  'app/api/half/route.ts': `${ROUTE}export const GET = handle('find')\nexport const POST = async () => new Response('')\n`,
  'app/api/again/route.ts': `${ROUTE}export const GET = handle('find')\nexport { POST } from './other'\n`,
  'app/api/wrapped/route.ts': `${ROUTE}export const GET = unguarded(handle('find'))\n`,
  'app/api/none/route.ts': ROUTE,
  'app/api/star/route.ts': `export * from './handlers'\n`,
  'app/api/others/route.ts': `export * from '@/lib/other-methods'\n`,
}

let root = ''
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'billing-console-guards-'))
  for (const [file, source] of Object.entries({ ...GUARDED, ...UNGUARDED })) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), source)
  }
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

test('reports every page and route that names no operation', () => {
  expect(findUnguarded(root).toSorted()).toEqual(Object.keys(UNGUARDED).toSorted())
})

test('finds none in the console', () => {
  expect(findUnguarded(ROOT)).toEqual([])
})
