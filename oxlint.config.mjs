// The lint rules: what every file keeps, and who may import whom (ARCHITECTURE.md, Rooms).
import { existsSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const ROOMS = [
  'app',
  'bench',
  'components',
  'contract',
  'database',
  'e2e',
  'lib',
  'scripts',
  'service',
  'telemetry',
  'testing',
]
/** The top folders; scripts are plain files that some rooms import by a relative path. */
const TOP_FOLDERS = ROOMS.filter((folder) => folder !== 'scripts')

/** The subjects of `lib/`, each above those that it may import: types of views, rules and words, which the browser loads too. */
const SUBJECTS = [
  'core',
  'billing-api',
  'money',
  'time',
  'text',
  'subscriptions',
  'invoices',
  'ledger',
  'objects',
  'people',
  'changes',
  'activity',
  'reads',
  'status',
  'customers',
  'find',
]
/** Subjects that have no part for the browser. */
const SERVER_ONLY = ['store', 'jobs', 'mcp', 'tickets', 'cli']
/** What a subject does on the server, `lib/SUBJECT/server/`, in the same way: each above those that it may import. */
const SERVER_SUBJECTS = [
  'core',
  'store',
  'activity',
  'jobs',
  'billing-api',
  'subscriptions',
  'changes',
  'objects',
  'customers',
  'ledger',
  'invoices',
  'find',
  'people',
  'reads',
  'status',
]
/** What the browser may use of the contract as a value: no zod behind it. Everything else is types only. */
const BROWSER_VALUES = ['pieces', 'requestable-id', 'version', 'billing/balance-chain', 'billing/limits']
const WITHOUT_ZOD = {
  group: [
    'zod',
    '@/contract/**',
    ...BROWSER_VALUES.map((file) => `!@/contract/${file}`),
    '@/lib/core/problem',
    '@/lib/core/environment',
  ],
  allowTypeImports: true,
  message: 'Types only: zod stays out of the browser.',
}

/** Pages and route handlers enter the server by one of these files. */
const SERVER_ENTRY_POINTS = [
  'handle',
  'serve-operation',
  'other-methods',
  'run-for-page',
  'prefetch',
  'readiness',
  'mcp/serve-mcp',
  'tickets/serve-ticket-card',
  'core/server/http/path-id',
]

/** @param {readonly string[]} names */
const anyOf = (names) => `(${names.join('|')})`

/** The files above all subjects. */
const ABOVE_SUBJECTS = filesIn('lib')
const ONLY_ENTRY_POINTS = {
  group: [
    '@/lib/*/server/**',
    ...SERVER_ONLY.map((subject) => `@/lib/${subject}/**`),
    ...ABOVE_SUBJECTS.filter((file) => file !== 'api').map((file) => `@/lib/${file}`),
    ...SERVER_ENTRY_POINTS.map((entryPoint) => `!@/lib/${entryPoint}`),
  ],
  message: `Pages and route handlers enter by ${SERVER_ENTRY_POINTS.join(', ')}.`,
}

/** @param {string} folder @returns {string[]} the names of its modules */
function filesIn(folder) {
  const path = fileURLToPath(new URL(folder, import.meta.url))
  const names = existsSync(path) ? readdirSync(path) : []
  return names.filter((name) => name.endsWith('.ts') && !name.includes('.test.')).map((name) => name.slice(0, -3))
}

/** The folders of app/(console) that hold a route. Those with an underscore are shared by several. */
const CONSOLE = fileURLToPath(new URL('app/(console)', import.meta.url))
const ROUTES = (existsSync(CONSOLE) ? readdirSync(CONSOLE, { withFileTypes: true }) : [])
  .filter((entry) => entry.isDirectory() && !entry.name.startsWith('_'))
  .map(({ name }) => name)

/**
 * Forbids imports of other rooms, and relative imports across top folders.
 * @param {string[]} files
 * @param {readonly string[]} allowed the other rooms that they may import
 * @param {object[]} [more] further patterns
 */
function room(files, allowed, more = []) {
  const message = `May import ${[...allowed, 'itself'].join(', ')}. From another room as @/room/file.`
  const forbidden = ROOMS.filter((name) => !allowed.includes(name))
  const crossed = allowed.includes('scripts') ? TOP_FOLDERS : [...TOP_FOLDERS, 'scripts']
  const patterns = [{ regex: `^(@/${anyOf(forbidden)}|(\\.\\./)+${anyOf(crossed)})/`, message }, ...more]
  return { files, rules: { 'no-restricted-imports': ['error', { patterns }] } }
}

/** @param {string[]} folders of the same room, relative imports of which are forbidden */
const notFrom = (folders) => ({
  regex: `^(\\.\\./)+${anyOf(folders)}/`,
  message: `Not from ${folders.join(', ')} (ARCHITECTURE.md, Rooms).`,
})

/** Another subject is imported by its whole path. */
const WHOLE_PATHS = {
  regex: `^(\\.\\./)+${anyOf([...SUBJECTS, ...SERVER_ONLY])}/`,
  message: 'From another subject as @/lib/subject/file.',
}
/** @param {string} subject */
const aboveShared = (subject) => ({
  regex: `^@/lib/(${anyOf(SUBJECTS.slice(SUBJECTS.indexOf(subject) + 1))}/|${anyOf(SERVER_ONLY)}/|[^/]+/server/|[^/]+$)|^\\./server/`,
  message: `${subject} is below it (SUBJECTS of oxlint.config.mjs), and the browser loads nothing of a server.`,
})
/** @param {string} subject */
const aboveServer = (subject) => {
  const above = SERVER_SUBJECTS.slice(SERVER_SUBJECTS.indexOf(subject) + 1)
  const inServer = above.filter((name) => !SERVER_ONLY.includes(name))
  const whole = SERVER_ONLY.filter(
    (name) => (name !== subject && !SERVER_SUBJECTS.includes(name)) || above.includes(name),
  )
  return {
    regex: `^@/lib/(${anyOf([...inServer, '-'])}/server/|${anyOf([...whole, '-'])}/|[^/]+$)`,
    message: `${subject} is below it (SERVER_SUBJECTS of oxlint.config.mjs).`,
  }
}
const SERVER_ROOMS = ['contract', 'database', 'lib', 'telemetry']

const APP = ['components', 'contract', 'lib']

export default {
  plugins: ['typescript', 'import', 'react', 'jsx-a11y', 'unicorn', 'oxc', 'vitest'],
  categories: { correctness: 'error', suspicious: 'error' },
  env: { browser: true, node: true, es2024: true },
  ignorePatterns: ['.next', 'node_modules', 'service/store/migrations'],
  rules: {
    'import/no-cycle': ['error', { ignoreTypes: false }],
    'import/no-unassigned-import': 'off',
    'react/react-in-jsx-scope': 'off',
    // A function that returns the content of a cell or of a row's details is no component.
    'react/no-unstable-nested-components': ['error', { allowAsProps: true }],
    'jsx-a11y/prefer-tag-over-role': 'off',
    'jsx-a11y/no-noninteractive-tabindex': 'off',
    'typescript/consistent-return': 'off',
    'typescript/no-explicit-any': 'error',
    'typescript/no-non-null-assertion': 'error',
    'typescript/consistent-type-imports': 'error',
    'typescript/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
    'typescript/no-floating-promises': 'error',
  },
  overrides: [
    room(['contract/**'], []),
    room(['database/**'], ['contract', 'telemetry']),
    room(['telemetry/**'], ['contract']),
    room(['service/**'], ['contract', 'database', 'telemetry']),
    room(['components/**'], ['components', 'contract', 'lib'], [ONLY_ENTRY_POINTS, WITHOUT_ZOD]),
    room(['components/ui/**'], [], [{ regex: '^\\.\\./', message: 'A primitive knows no domain words.' }]),
    ...SUBJECTS.map((subject) =>
      room([`lib/${subject}/**`], ['contract', 'lib'], [WHOLE_PATHS, WITHOUT_ZOD, aboveShared(subject)]),
    ),
    // The two that parse with zod, on the server.
    room(['lib/core/problem.ts', 'lib/core/environment.ts'], ['contract', 'lib'], [WHOLE_PATHS, aboveShared('core')]),
    ...SERVER_SUBJECTS.map((subject) =>
      room([SERVER_ONLY.includes(subject) ? `lib/${subject}/**` : `lib/${subject}/server/**`], SERVER_ROOMS, [
        WHOLE_PATHS,
        aboveServer(subject),
      ]),
    ),
    // They run operations: above the map.
    room(['lib/mcp/**', 'lib/tickets/**', 'lib/cli/**'], SERVER_ROOMS, [WHOLE_PATHS]),
    room(['lib/*.ts'], SERVER_ROOMS, []),
    room(
      ['lib/api.ts'],
      ['contract', 'lib'],
      [
        WITHOUT_ZOD,
        { regex: '^@/lib/[^/]+/server/|^\\./[^/]+/server/', message: 'The browser loads nothing of a server.' },
        { group: ['./*', '!./core'], allowTypeImports: true, message: 'Only types of the map.' },
      ],
    ),
    room(['app/**'], APP, [ONLY_ENTRY_POINTS]),
    ...ROUTES.map((route) =>
      room([`app/(console)/${route}/**`], APP, [ONLY_ENTRY_POINTS, notFrom(ROUTES.filter((other) => other !== route))]),
    ),
    room(['proxy.ts'], APP, [
      {
        group: ['@/lib/**', '!@/lib/core/server/http/*', '!@/lib/core/server/network/*', '!@/lib/core/server/problem'],
        message: 'proxy.ts runs before these files: it uses the checks of a request only.',
      },
    ]),
    room(['e2e/**'], ['contract', 'lib', 'scripts', 'testing'], [ONLY_ENTRY_POINTS]),
    room(['bench/**'], ROOMS),
    room(
      ['**/*.test.ts', '**/*.test.tsx'],
      ROOMS.filter((name) => name !== 'bench' && name !== 'e2e'),
    ),
    room(['service/**/*.test.ts'], ['contract', 'database', 'scripts', 'telemetry', 'testing']),
    {
      files: ['scripts/**/*.mjs'],
      rules: {
        'no-restricted-imports': [
          'error',
          {
            patterns: [
              {
                regex: `^(@/|(\\.\\./)+)${anyOf(TOP_FOLDERS.filter((name) => name !== 'database' && name !== 'contract'))}/`,
                message:
                  'Scripts run before anything is installed: their own files, the process lock and the settings.',
              },
              {
                regex: '^(@/|(\\.\\./)+)contract/([^s]|s[^e]|se[^t])',
                message: 'Scripts import what the contract knows of settings only.',
              },
              { regex: '^(\\.\\./)+database/([^p]|p[^r])', message: 'Scripts import the process lock only.' },
            ],
          },
        ],
      },
    },
  ],
}
