import { fileURLToPath } from 'node:url'
import { defaultExclude, defineConfig, type TestProjectConfiguration } from 'vitest/config'
import { IS_PROOF as isProof, volume } from './scripts/test/volume.mjs'

/*
 * A test file's name says what it needs:
 *   x.test.ts             nothing but this machine
 *   x.db.test.ts          a store: PostgreSQL in `npm test`, both databases in `npm run prove`
 *   x.pglite.test.ts      a store: the embedded database in `npm test`, both in `npm run prove`
 *   x.databases.test.ts   a store: both databases, always
 *   x.prove.test.ts, x.prove.db.test.ts, …
 *                         more time than `npm test` has: runs in `npm run prove` only, on the store that it names
 */
const root = fileURLToPath(new URL('.', import.meta.url))
/** Set where there is no PostgreSQL: the embedded database runs its tests. */
const isEmbeddedAlone = process.env.WITHOUT_POSTGRESQL === '1'

const DB = '**/*.db.test.ts'
const PGLITE = '**/*.pglite.test.ts'
const BOTH = '**/*.databases.test.ts'
/** What `npm test` leaves out. */
const leftOut = [...defaultExclude, ...(isProof ? [] : ['**/*.prove.test.ts', '**/*.prove.*.test.ts'])]

const postgresql: TestProjectConfiguration = {
  extends: true,
  test: {
    name: 'PostgreSQL',
    include: isProof ? [DB, PGLITE, BOTH] : [DB, BOTH],
    exclude: leftOut,
    globalSetup: ['scripts/test/test-postgres.mjs'],
  },
}

/** The service's tests on tables that are spread: as in a cluster, or in the real one at CITUS_URL. */
const spread = (name: string, setup: string): TestProjectConfiguration => ({
  extends: true,
  test: {
    name,
    include: [DB, PGLITE, BOTH].map((pattern) => `service/${pattern}`),
    exclude: leftOut,
    globalSetup: [setup],
  },
})

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
    // One more than there are cores: a third of the time is waiting for a deadline or a database.
    maxWorkers: 3,
    isolate: false,
    globalSetup: ['scripts/test/test-run.mjs'],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{app,components,contract,database,lib,scripts,service,telemetry,testing}/**/*.test.{ts,tsx}'],
          exclude: [...leftOut, DB, PGLITE, BOTH],
          setupFiles: ['testing/console/fresh-modules.ts'],
          globalSetup: ['testing/console/keep-console-store.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'PGlite',
          include: isProof || isEmbeddedAlone ? [DB, PGLITE, BOTH] : [PGLITE, BOTH],
          exclude: leftOut,
          provide: { billingStore: {} },
          globalSetup: ['testing/service/keep-shared-store.ts'],
        },
      },
      ...(isEmbeddedAlone ? [] : [postgresql]),
      ...(isProof && !isEmbeddedAlone ? [spread('one-shard', 'testing/service/one-shard-store.ts')] : []),
      ...(process.env.CITUS_URL ? [spread('citus', 'testing/service/citus-store.ts')] : []),
    ],
  },
})
