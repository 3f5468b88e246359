import { startTestPostgres } from './test-postgres.mjs'

/**
 * Vitest's global setup of the project "PostgreSQL". Without one: `WITHOUT_POSTGRESQL=1 npx vitest run`.
 * @param {import('vitest/node').TestProject} project
 */
export async function setup(project) {
  const { url, stop } = await startTestPostgres()
  project.provide('billingStore', { databaseUrl: url })
  return stop
}
