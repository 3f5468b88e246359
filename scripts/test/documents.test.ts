import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ROOT } from '../command.mjs'

const NOT_OURS = new Set(['node_modules', '.git', '.next', '.data', 'test-results', 'release'])
const FILE_NAME = /\.(ts|tsx|mjs|md|json|sql|css)$/
/** File names that the documents forbid. */
const NAMES_OF_NO_FILE = new Set(['index.ts', 'types.ts', 'loading.tsx'])
/** Paths that a run makes, or that are in the images. */
const MADE_BY_A_RUN = /^(DATA_DIR\/|start\/|programs\/|deploy\/secrets\/|deploy\/\.env$)/
const MAX_CELL_WORDS = 25
/** `…` stands for any part of a path, in the names of files too. */
const PATH = /^[\w.()[\]@…-]+(\/[\w.()[\]@…-]+)*\/?$/u

const top = readdirSync(ROOT, { withFileTypes: true }).filter(({ name }) => !NOT_OURS.has(name))
const folders = new Set(top.filter((entry) => entry.isDirectory()).map(({ name }) => name))
const tree = top.flatMap((entry) => [
  entry.name,
  ...(entry.isDirectory()
    ? readdirSync(join(ROOT, entry.name), { recursive: true, encoding: 'utf8' }).map((path) => `${entry.name}/${path}`)
    : []),
])
const documents = tree.filter((path) => path.endsWith('.md'))
const { scripts }: { scripts: Record<string, string> } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))

/** Returns the words of the code spans and blocks of a document. */
function codeOf(document: string): string[] {
  const text = readFileSync(join(ROOT, document), 'utf8')
  const code = [...text.matchAll(/```[^\n]*\n([\s\S]*?)```|`([^`\n]+)`/g)].map(([, block, span]) => block ?? span ?? '')
  return code.flatMap((piece) => piece.split(/\s+/))
}

const isPath = (word: string) =>
  PATH.test(word) &&
  !MADE_BY_A_RUN.test(word) &&
  !NAMES_OF_NO_FILE.has(word) &&
  (FILE_NAME.test(word) || word.endsWith('/') || folders.has(word.split('/')[0] ?? ''))

/** True for a path of the tree, or the end of one outside the top folders, with or without extension. */
function exists(word: string): boolean {
  const pattern = word
    .replace(/\/$/, '')
    .replaceAll(/[.()[\]]/g, String.raw`\$&`)
    .replaceAll('…', '.*')
  const whole = new RegExp(`^${folders.has(word.split('/')[0] ?? '') ? '' : '(.*/)?'}${pattern}(\\.tsx?)?$`)
  return tree.some((path) => whole.test(path))
}

describe.each(documents)('%s', (document) => {
  test('names only paths that exist', () => {
    const missing = codeOf(document).filter((word) => isPath(word) && !exists(word))
    expect(missing).toEqual([])
  })

  test('links only to files that exist', () => {
    const text = readFileSync(join(ROOT, document), 'utf8')
    const targets = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target)
    const ours = targets.filter((target) => !/^(https?:|#)/.test(target)).map((target) => target.split('#')[0] ?? '')
    expect(ours.filter((target) => !existsSync(join(ROOT, dirname(document), target)))).toEqual([])
  })

  test('has no table cell longer than 25 words', () => {
    const rows = readFileSync(join(ROOT, document), 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('|'))
    const cells = rows.flatMap((row) => row.split('|').map((cell) => cell.trim()))
    expect(cells.filter((cell) => cell.split(/\s+/).length > MAX_CELL_WORDS)).toEqual([])
  })

  test('names only commands of package.json', () => {
    const text = readFileSync(join(ROOT, document), 'utf8')
    const named = [...text.matchAll(/npm run (?:--silent )?([\w-]+)/g)].map(([, name = '']) => name)
    expect(named.filter((name) => !Object.hasOwn(scripts, name))).toEqual([])
  })
})

/** The roads of ARCHITECTURE.md: each file calls the next. */
const roads = [
  ...readFileSync(join(ROOT, 'ARCHITECTURE.md'), 'utf8').matchAll(/passes (\d+) files[^`]*```road\n([^`]+)```/g),
].map(([, count = '', files = '']) => ({ count: Number(count), files: files.trim().split('\n') }))
/** Not imported by the file before: reached over HTTP, or by the context of the operation. */
const IS_NOT_IMPORTED = /^(app\/api\/.*|service\/app\.ts|lib\/billing-api\/server\/billing-client\.ts)$/

test.each(roads)(
  'a road of ARCHITECTURE.md passes $count files, each of which imports the next',
  ({ count, files }) => {
    expect(roads).toHaveLength(2)
    expect(files).toHaveLength(count)
    for (const [index, to] of files.slice(1).entries()) {
      const from = files[index] ?? ''
      const text = readFileSync(join(ROOT, from), 'utf8')
      expect(existsSync(join(ROOT, to)), `${to} exists`).toBe(true)
      if (IS_NOT_IMPORTED.test(to)) continue
      const imported = [...text.matchAll(/(?:from |import\()'([^']+)'/g)].map(([, path = '']) =>
        path.startsWith('@/') ? path.slice(2) : join(dirname(from), path),
      )
      expect(imported, `imports of ${from}`).toContain(to.replace(/\.tsx?$/, ''))
    }
  },
)

describe('docs/troubleshooting.md', () => {
  const [table = ''] = readFileSync(join(ROOT, 'docs/troubleshooting.md'), 'utf8').split('\n## ')
  const seen = table.split('\n').map((line) => line.split('|')[1] ?? '')
  const sources = tree.filter(
    (path) => /\.(tsx?|mjs)$/.test(path) && !path.includes('.test.') && !/^(e2e|testing)\//.test(path),
  )
  const code = sources.map((path) => readFileSync(join(ROOT, path), 'utf8')).join('\n')

  test('quotes only messages and error codes of the code', () => {
    const messages = seen.flatMap((cell) => [...cell.matchAll(/"([^"]+)"/g)].map(([, message = '']) => message))
    const codes = seen.flatMap((cell) => [...cell.matchAll(/`(\w+)`/g)].map(([, name = '']) => `${name}: {`))
    expect(messages.length + codes.length).toBeGreaterThan(15)
    const pieces = [...messages.flatMap((message) => message.split('…')), ...codes]
    expect(pieces.filter((piece) => !code.includes(piece.trim()))).toEqual([])
  })
})

const testsIn = (line: string) => [...line.matchAll(/`([^`]+\.(?:test|spec)\.tsx?)`/g)].map(([, path = '']) => path)

describe('docs/security.md', () => {
  const text = readFileSync(join(ROOT, 'docs/security.md'), 'utf8')
  const [, table = ''] = /## Threats\n([\s\S]*?)\n## /.exec(text) ?? []
  const threats = table
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .slice(2)

  test('names a test for each threat, by its whole path', () => {
    expect(threats.length).toBeGreaterThan(20)
    expect(threats.filter((line) => testsIn(line.split('|').at(-2) ?? '').length === 0)).toEqual([])
    const named = threats.flatMap(testsIn)
    expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
  })

  test('names each chapter of ASVS 5.0, and the requirements of level 3 that are met', () => {
    for (let chapter = 1; chapter <= 17; chapter += 1) expect(text).toContain(`| V${chapter} `)
    for (const requirement of ['1.2.10', '7.5.3', '8.3.2', '15.4.2']) expect(text).toContain(`**${requirement}**`)
  })
})
