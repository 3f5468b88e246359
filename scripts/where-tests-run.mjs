/*
 * Test files that `npm test` runs on one of the two databases or not at all; `npm run prove` runs all, on both. Where there
 * is no PostgreSQL, the embedded one has them.
 */

/**
 * On the embedded database: the program, which uses it where nothing else is set; its loss is in store/open.test.ts. The
 * console's own program makes its embedded store before each run of the browser tests.
 */
export const EMBEDDED_TESTS = [
  'service/cli.test.ts',
  'service/commands/lost-import.test.ts',
  'service/demo-mark.test.ts',
  'service/ids-to-try.test.ts',
]

/** On PostgreSQL, which is faster: what is about HTTP, sign-in, words, SQL and what becomes of a loss. */
export const POSTGRESQL_TESTS = [
  'lib/server/audit/append-entry.test.ts',
  'lib/server/audit/run-audited.test.ts',
  'lib/server/audit/log-audit-head.test.ts',
  'lib/server/audit/read-activity.test.ts',
  'lib/server/audit/verify-audit.test.ts',
  'lib/server/sign-in/accounts.test.ts',
  'lib/server/sign-in/password/failed-attempts.test.ts',
  'lib/server/sign-in/password/lock-out.test.ts',
  'lib/server/sign-in/oidc/oidc-forged.test.ts',
  'lib/server/sign-in/oidc/oidc.test.ts',
  'lib/server/sign-in/one-time-link.test.ts',
  'lib/server/sign-in/password/password.test.ts',
  'lib/server/sign-in/safe-next.test.ts',
  'lib/server/sign-in/authenticate.test.ts',
  'lib/server/commands/console.test.ts',
  'lib/server/users/change-user.test.ts',
  'lib/server/changes/claim-changes.test.ts',
  'lib/server/changes/reconcile-change.test.ts',
  'lib/server/changes/run-change.test.ts',
  'lib/server/changes/start-reconciler.test.ts',
  'service/bad-input.test.ts',
  'service/billing-api-guide.test.ts',
  'service/commands/import.test.ts',
  'service/commit-lost.test.ts',
  'service/data/import-lines-again.test.ts',
  'service/data/import-lines-copies.test.ts',
  'service/data/import-lines-deviations.test.ts',
  'service/data/import-lines.test.ts',
  'service/lost-connection.test.ts',
  'service/openapi.test.ts',
  'service/slow-reader.test.ts',
  'service/store/ledger.test.ts',
  'service/store/migrations.test.ts',
]

/** On PostgreSQL, which has many sessions: what is tried by the thousand, in a proof of its own (prove.mjs). */
export const VOLUME_TESTS = [
  'lib/server/changes/change-races.test.ts',
  'lib/server/changes/change-runs.test.ts',
  'service/data/import-lines-round-trip.test.ts',
  'service/data/import-lines-unknown.test.ts',
  'service/deadline-races.test.ts',
  'service/deadline.test.ts',
  'service/fuzz.test.ts',
  'service/operations/races.test.ts',
]

/** In `npm run prove` alone: a figure of millions. The rule behind it is in `npm test`, as what it is made of. */
export const PROOF_TESTS = ['service/data/import-memory.test.ts']
