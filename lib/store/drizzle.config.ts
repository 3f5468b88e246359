import { defineConfig } from 'drizzle-kit'

/** `npx drizzle-kit generate --config lib/store/drizzle.config.ts --name what_changes` writes the next migration. */
export default defineConfig({
  dialect: 'postgresql',
  schema: ['schema', 'index-schema', 'ledger-schema', 'read-schema', 'job-schema', 'remark-schema'].map(
    (name) => `./lib/store/${name}.ts`,
  ),
  out: './lib/store/migrations',
  schemaFilter: ['console'],
})
