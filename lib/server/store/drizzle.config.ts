import { defineConfig } from 'drizzle-kit'

/** `npx drizzle-kit generate --config lib/server/store/drizzle.config.ts --name what_changes` writes the next migration. */
export default defineConfig({
  dialect: 'postgresql',
  schema: [
    'schema',
    'index-schema',
    'ledger-schema',
    'read-schema',
    'job-schema',
    'note-schema',
  ].map((name) => `./lib/server/store/${name}.ts`),
  out: './lib/server/store/migrations',
  schemaFilter: ['console'],
})
