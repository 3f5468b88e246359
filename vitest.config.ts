import { fileURLToPath } from 'node:url'
import { defaultExclude, defineConfig } from 'vitest/config'

const root = fileURLToPath(new URL('.', import.meta.url))

/** The tests that stand on the store: each runs on the embedded database and on PostgreSQL. */
const STORE_TESTS = [
  'service/*.test.ts',
  'service/commands/*.test.ts',
  'service/data/import-lines*.test.ts',
  'service/operations/*.test.ts',
  'service/store/fresh-store.test.ts',
  'service/store/ledger*.test.ts',
  'service/store/migrations.test.ts',
]

/** Of these, what is about HTTP alone: on the embedded database only. */
const HTTP_TESTS = ['service/slow-reader.test.ts', 'service/openapi.test.ts', 'service/billing-api-guide.test.ts']

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
      { extends: true, test: { name: 'PGlite', include: STORE_TESTS, provide: { billingStore: {} } } },
      {
        extends: true,
        test: {
          name: 'PostgreSQL',
          include: STORE_TESTS,
          exclude: [...defaultExclude, ...HTTP_TESTS],
          globalSetup: ['scripts/vitest-postgres.mjs'],
        },
      },
    ],
  },
})
