/** Test files about HTTP, words and programs: in `npm test` on the embedded database alone, in `npm run prove` on both. */
export const ONE_DATABASE_TESTS = [
  'service/bad-input.test.ts',
  'service/billing-api-guide.test.ts',
  'service/cli.test.ts',
  'service/commands/import.test.ts',
  'service/data/import-lines-deviations.test.ts',
  'service/openapi.test.ts',
  'service/slow-reader.test.ts',
]
