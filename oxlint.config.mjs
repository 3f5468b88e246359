// The lint rules: what every file keeps, and who may import whom (ARCHITECTURE.md, Rooms).
import { existsSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const LIB_ROOMS = ['lib/core', 'lib/domain', 'lib/text', 'lib/core', 'lib/core/server']
const ROOMS = [
  'app',
  'bench',
  'components',
  'contract',
  'database',
  'e2e',
  ...LIB_ROOMS,
  'scripts',
  'service',
  'telemetry',
  'testing',
]
/** The top folders; scripts are plain files that some rooms import by a relative path. */
const TOP_FOLDERS = [...new Set(ROOMS.map((path) => path.replace(/\/.*/, '')))].filter((folder) => folder !== 'scripts')

/** What the browser may use of the contract as a value: no zod behind it. Everything else is types only. */
const BROWSER_VALUES = [
  'pieces',
  'requestable-id',
  'billing/balance-chain',
  'billing/limits',
  'console/access-key',
  'console/errors',
  'console/indexed-objects',
  'console/operation-address',
  'console/operations',
  'console/problem-error',
  'console/request-headers',
  'console/roles',
  'console/change',
  'console/credits',
]
const TYPES_OF_THE_CONTRACT = {
  group: ['@/contract/**', ...BROWSER_VALUES.map((file) => `!@/contract/${file}`)],
  allowTypeImports: true,
  message: 'Types only: zod stays out of the browser.',
}

/** Pages and route handlers enter the server by one of these files. */
const SERVER_ENTRY_POINTS = [
  'handle',
  'serve-mcp',
  'serve-ticket-card',
  'other-methods',
  'run-for-page',
  'path-id',
  'serve-operation',
  'readiness',
]
const ONLY_ENTRY_POINTS = {
  group: ['@/lib/server/**', ...SERVER_ENTRY_POINTS.map((entryPoint) => `!@/lib/server/http/${entryPoint}`)],
  message: `Pages and route handlers enter by ${SERVER_ENTRY_POINTS.map((entryPoint) => `http/${entryPoint}`).join(', ')}.`,
}

/** The subjects of lib/core/server: each may import those below it, and the files at the top of lib/core/server. */
const SERVER_SUBJECTS = [
  'commands',
  'doctor',
  'http',
  'mcp',
  'tickets',
  'opened',
  'metrics',
  'find',
  'reads',
  'customers',
  'invoices',
  'ledger',
  'changes',
  'jobs',
  'subscriptions',
  'notes',
  'object-index',
  'status',
  'users',
  'sign-in',
  'audit',
  'downloads',
  'billing-api',
  'network',
  'store',
]

/** The folders of app/(console) that hold a route. Those with an underscore are shared by several. */
const CONSOLE = fileURLToPath(new URL('app/(console)', import.meta.url))
const ROUTES = (existsSync(CONSOLE) ? readdirSync(CONSOLE, { withFileTypes: true }) : [])
  .filter((entry) => entry.isDirectory() && !entry.name.startsWith('_'))
  .map(({ name }) => name)

/** @param {readonly string[]} names */
const anyOf = (names) => `(${names.join('|')})`

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

const APP = ['components', 'contract', ...LIB_ROOMS]

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
    room(['components/*.ts', 'components/*.tsx'], ['contract', 'lib/text', 'lib/domain'], [TYPES_OF_THE_CONTRACT]),
    room(['components/ui/**'], [], [{ regex: '^\\.\\./', message: 'A primitive knows no domain words.' }]),
    room(
      ['lib/text/**', 'lib/domain/**'],
      ['contract'],
      [TYPES_OF_THE_CONTRACT, notFrom(['browser', 'queries', 'server'])],
    ),
    room(['lib/core/**', 'lib/core/**'], ['contract'], [TYPES_OF_THE_CONTRACT, notFrom(['server'])]),
    room(['lib/core/server/**'], ['contract', 'database', 'telemetry'], [notFrom(['browser', 'queries'])]),
    ...SERVER_SUBJECTS.slice(1).map((subject, index) =>
      room(
        [`lib/core/server/${subject}/**`],
        ['contract', 'database', 'telemetry'],
        [notFrom(['browser', 'queries', ...SERVER_SUBJECTS.slice(0, index + 1)])],
      ),
    ),
    room(['app/**'], APP, [ONLY_ENTRY_POINTS]),
    room(['app/(console)/_*/**'], APP, [ONLY_ENTRY_POINTS, notFrom(ROUTES)]),
    ...ROUTES.map((route) =>
      room([`app/(console)/${route}/**`], APP, [ONLY_ENTRY_POINTS, notFrom(ROUTES.filter((other) => other !== route))]),
    ),
    room(['proxy.ts'], APP, [
      {
        group: ['@/lib/server/**', '!@/lib/server/http/*', '!@/lib/server/network/*', '!@/lib/server/problem'],
        message: 'proxy.ts runs before these files: it uses the checks of a request only.',
      },
    ]),
    room(['e2e/**'], ['contract', 'scripts', 'testing']),
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
