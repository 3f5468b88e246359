import { fileURLToPath } from 'node:url'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { defaultExclude, defineConfig, type TestProjectConfiguration } from 'vitest/config'
import { volume } from './scripts/volume.mjs'
import { EMBEDDED_TESTS, POSTGRESQL_TESTS, PROOF_TESTS, VOLUME_TESTS } from './scripts/where-tests-run.mjs'

const root = fileURLToPath(new URL('.', import.meta.url))

/**
 * The tests that stand on the store: each runs on the embedded database and on PostgreSQL. Their modules keep no state, so
 * that a worker loads them once for all files.
 */
const STORE_TESTS = [
  'lib/server/{audit,auth,store,users,writes}/**/*.test.ts',
  'lib/server/commands/console.test.ts',
  'service/*.test.ts',
  'service/commands/*.test.ts',
  'service/data/import-lines*.test.ts',
  'service/operations/*.test.ts',
  'service/store/fresh-store.test.ts',
  'service/store/ledger*.test.ts',
  'service/store/migrations.test.ts',
]

/** The tests of pure functions, and of programs that are started: nothing to keep apart either. */
const PURE_TESTS = [
  'database/{mutex,process-lock}.test.ts',
  'lib/browser/problem-of.test.ts',
  'lib/server/billing-api/{indent-json,nests-too-deep,response-problem,upstream-message,without-key}.test.ts',
  'lib/server/downloads/**/*.test.ts',
  'lib/server/http/{download-response,path-id}.test.ts',
  'scripts/{check-doors,documents,lint-rooms,lockfile,server-limits,settings,test-report}.test.ts',
  '{app/*console*,components,contract}/**/*.test.{ts,tsx}',
  'lib/{domain,format,server/billing-api/tolerant}/**/*.test.ts',
  'service/{data,domain,openapi}/**/*.test.ts',
]

/** Whether each rule is proven once. Otherwise everything runs, on both databases. */
const ONCE = volume({ test: 1, prove: 0 }) === 1
const PROVEN_ONLY = ONCE ? PROOF_TESTS : []
const EMBEDDED_ONLY = ONCE ? EMBEDDED_TESTS : []
/** Set where there is no PostgreSQL. */
const isEmbeddedAlone = process.env.WITHOUT_POSTGRESQL === '1'
const POSTGRESQL_ONLY = ONCE && !isEmbeddedAlone ? [...POSTGRESQL_TESTS, ...VOLUME_TESTS] : []

/** Vitest goes by the names of the projects: begun near the end, these would keep the other workers waiting. */
const LONGEST = ['service/store/open.test.ts', 'service/cli.test.ts']
const isLongest = ({ moduleId }: TestSpecification) => LONGEST.some((file) => moduleId.endsWith(`/${file}`))

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    // oxlint-disable-next-line unicorn/no-array-sort -- the sequencer's own, which gives a new list
    const sorted = await super.sort(files)
    return [...sorted.filter(isLongest), ...sorted.filter((file) => !isLongest(file))]
  }
}

const onPostgresql: TestProjectConfiguration = {
  extends: true,
  test: {
    name: 'PostgreSQL',
    include: STORE_TESTS,
    isolate: false,
    exclude: [...defaultExclude, ...EMBEDDED_ONLY],
    globalSetup: ['scripts/vitest-postgres.mjs'],
  },
}

export default defineConfig({
  resolve: {
    alias: {
      '@': root.replace(/\/$/, ''),
      'server-only': fileURLToPath(new URL('node_modules/server-only/empty.js', import.meta.url)),
    },
  },
  test: {
    testTimeout: volume({ test: 30_000, prove: 600_000 }),
    hookTimeout: 60_000,
    // One more than there are cores: a third of the time is waiting, for a deadline or for a database to come back.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    globalSetup: ['scripts/vitest-programs.mjs'],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          isolate: false,
          setupFiles: ['lib/testing/fresh-modules.ts'],
          include: ['{app,database,lib,scripts,service}/**/*.test.{ts,tsx}'],
          exclude: [...defaultExclude, ...STORE_TESTS, ...PURE_TESTS],
          globalSetup: ['lib/testing/keep-console-store.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'pure',
          include: PURE_TESTS,
          exclude: [...defaultExclude, ...STORE_TESTS, ...PROVEN_ONLY],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'PGlite',
          include: STORE_TESTS,
          exclude: [...defaultExclude, ...POSTGRESQL_ONLY],
          isolate: false,
          provide: { billingStore: {} },
          globalSetup: ['service/testing/keep-shared-store.ts'],
        },
      },
      ...(isEmbeddedAlone ? [] : [onPostgresql]),
    ],
  },
})
