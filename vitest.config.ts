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
  'lib/server/{audit,sign-in,store,users,changes}/**/*.test.ts',
  'lib/server/commands/console.test.ts',
  'service/*.test.ts',
  'service/commands/*.test.ts',
  'service/data/import-lines*.test.ts',
  'service/operations/*.test.ts',
  'testing/service/fresh-store.test.ts',
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

/** Its tests wait for deadlines: what scripts/test.mjs runs beside them has the processor meanwhile, and is done at the end. */
const WAITING = 'unit'
/** Begun near their project's end, these would keep the other workers waiting. */
const LONGEST = [
  'lib/server/billing-api/billing-client.test.ts',
  'lib/server/billing-api/outage.test.ts',
  'scripts/server-limits.test.ts',
  'service/store/open.test.ts',
  'service/cli.test.ts',
]

function turnOf({ project, moduleId }: TestSpecification): number {
  const isLongest = LONGEST.some((file) => moduleId.endsWith(`/${file}`))
  return (project.name === WAITING ? 0 : 2) + (isLongest ? 0 : 1)
}

class WaitingFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    // By the names of projects: a worker that goes to another one starts anew.
    // oxlint-disable-next-line unicorn/no-array-sort -- the sequencer's own, which gives a new list
    const sorted = await super.sort(files)
    return sorted.toSorted((one, other) => turnOf(one) - turnOf(other))
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
    sequence: { sequencer: WaitingFirst },
    globalSetup: ['scripts/vitest-programs.mjs'],
    projects: [
      {
        extends: true,
        test: {
          name: WAITING,
          isolate: false,
          setupFiles: ['testing/console/fresh-modules.ts'],
          include: ['{app,database,lib,scripts,service}/**/*.test.{ts,tsx}'],
          exclude: [...defaultExclude, ...STORE_TESTS, ...PURE_TESTS],
          globalSetup: ['testing/console/keep-console-store.ts'],
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
          globalSetup: ['testing/service/keep-shared-store.ts'],
        },
      },
      ...(isEmbeddedAlone ? [] : [onPostgresql]),
    ],
  },
})
