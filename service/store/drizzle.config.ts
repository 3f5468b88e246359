import { defineConfig } from 'drizzle-kit'

/** `npx drizzle-kit generate --config service/store/drizzle.config.ts --name what_changes` writes the next migration. */
export default defineConfig({
  dialect: 'postgresql',
  schema: './service/store/schema.ts',
  out: './service/store/migrations',
})
