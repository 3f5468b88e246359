import { fileURLToPath } from 'node:url'
import { defaultExclude, defineConfig } from 'vitest/config'
import { ONE_DATABASE_TESTS } from './scripts/one-database-tests.mjs'
import { volume } from './scripts/volume.mjs'

const root = fileURLToPath(new URL('.', import.meta.url))

/**
 * The tests that stand on the store: each runs on the embedded database and on PostgreSQL. Their modules keep no state, so
 * that a worker loads them once for all files.
 */
const STORE_TESTS = [
  'service/*.test.ts',
  'service/commands/*.test.ts',
  'service/data/import-lines*.test.ts',
  'service/operations/*.test.ts',
  'service/store/fresh-store.test.ts',
  'service/store/ledger*.test.ts',
  'service/store/migrations.test.ts',
]

/** Of these, what runs on the embedded database only. */
const EMBEDDED_ONLY = volume({ test: 1, prove: 0 }) ? ONE_DATABASE_TESTS : []

export default defineConfig({
  resolve: {
    alias: {
      '@': root.replace(/\/$/, ''),
      'server-only': fileURLToPath(new URL('node_modules/server-only/empty.js', import.meta.url)),
    },
  },
  test: {
    testTimeout: 30_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{contract,database,lib,service,components,app,scripts}/**/*.test.{ts,tsx}'],
          exclude: [...defaultExclude, ...STORE_TESTS],
        },
      },
      {
        extends: true,
        test: {
          name: 'PGlite',
          include: STORE_TESTS,
          isolate: false,
          provide: { billingStore: {} },
          globalSetup: ['service/testing/keep-shared-store.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'PostgreSQL',
          include: STORE_TESTS,
          isolate: false,
          exclude: [...defaultExclude, ...EMBEDDED_ONLY],
          globalSetup: ['scripts/vitest-postgres.mjs'],
        },
      },
    ],
  },
})
