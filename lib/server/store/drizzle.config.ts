import { defineConfig } from 'drizzle-kit'

/** `npx drizzle-kit generate --config lib/server/store/drizzle.config.ts --name what_changes` writes the next migration. */
export default defineConfig({
  dialect: 'postgresql',
  schema: ['./lib/server/store/schema.ts', './lib/server/store/index-schema.ts', './lib/server/store/ledger-schema.ts'],
  out: './lib/server/store/migrations',
  schemaFilter: ['console'],
})
