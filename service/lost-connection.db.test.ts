import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { sharedDataDir } from '@/testing/service/data-dirs'
import { openFreshStore, PATIENT, testDatabaseUrl } from '@/testing/service/fresh-store'
import { httpRequest } from '@/testing/service/http-request'
import { billingApp } from './app'
import { serve } from './serve'
import { openStore } from './store/open'

/* lost-connection.prove.db.test.ts loses every connection again and again, under load. */

// The embedded database closes no connection.
describe.skipIf(testDatabaseUrl() === undefined)('a connection that the database closes', () => {
  it('is logged, and the next request gets another one', async () => {
    const logged: string[] = []
    const log = pino({}, { write: (line: string) => void logged.push(line) })
    const store = await openStore(log, { databaseUrl: testDatabaseUrl(), dataDir: sharedDataDir(), poolSize: 1 })
    const other = await openFreshStore()
    const service = await serve(billingApp({ db: store.db, log, deadlines: PATIENT }), { host: '127.0.0.1', port: 0 })
    onTestFinished(async () => {
      await service.close()
      await store.close()
      await other.close()
    })
    const { rows } = await store.db.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`)
    await other.db.execute(sql`select pg_terminate_backend(${rows[0]?.pid}::int)`)
    await vi.waitFor(() => expect(logged.join('\n')).toContain('"msg":"a database connection was lost"'))
    expect((await httpRequest(service.url, '/readyz')).status).toBe(200)
  })
})
