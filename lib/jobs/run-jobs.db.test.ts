import { setTimeout as wait } from 'node:timers/promises'
import { and, eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { testContext } from '@/testing/console/test-context'
import { useConsoleStore } from '@/testing/console/use-console-store'
import { emptyIndexMemory, ObjectIndex } from '@/lib/objects/server/object-index'
import { jobs } from '@/lib/store/job-schema'
import { addJob, assertHeld, claimJobs, endJob, type Job, JobLostError, requestStop } from './job-store'
import { type ClaimedJob, jobsEnded, type JobWorks, lookForJobs, startJobs, wakeJobs } from './run-jobs'

const store = useConsoleStore()
let sources = 0

const idle = { atOnce: 0, run: () => Promise.resolve() }

/** A console whose jobs are of a source of their own, and the work of its runs of reads. */
function jobsOf(run: (claimed: ClaimedJob) => Promise<void> = () => Promise.resolve(), atOnce = 2) {
  const source = `jobs-${(sources += 1)}`
  const { environment: base } = testContext()
  const environment = { ...base, index: new ObjectIndex(source, emptyIndexMemory()) }
  const failed: string[] = []
  const fail = ({ job }: ClaimedJob) => Promise.resolve(void failed.push(job.subject))
  const works: JobWorks = { read: { atOnce, run, fail }, ledger: idle, group: idle }
  const add = (subject: string, lane?: string) =>
    addJob(store().db, { source, kind: 'read', subject, ...(lane !== undefined && { lane }) })
  const find = async (subject: string) =>
    (
      await store()
        .db.select()
        .from(jobs)
        .where(and(eq(jobs.source, source), eq(jobs.subject, subject)))
    ).at(0)
  const stop = (subject: string) => requestStop(store().db, { source, kind: 'read', subject })
  const look = () => lookForJobs(environment, works)
  const claim = (limit = 1) => claimJobs(store().db, { source, kind: 'read', limit })
  return { source, environment, works, failed, add, find, stop, look, claim }
}

/** Lets the lease of a job end, as that of a process that was killed. */
const abandon = ({ id }: Job) =>
  store()
    .db.update(jobs)
    .set({ leaseUntil: sql`clock_timestamp() - interval '1 second'` })
    .where(eq(jobs.id, id))

const untilAborted = ({ signal }: ClaimedJob) =>
  new Promise<void>((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })

describe('a job', () => {
  test('is worked on once, and ends as done', async () => {
    const seen: string[] = []
    const { add, look, find } = jobsOf(({ job }) => Promise.resolve(void seen.push(job.subject)))
    await add('one')
    await look()
    await jobsEnded()
    await look()
    expect(seen).toEqual(['one'])
    expect(await find('one')).toMatchObject({ state: 'done', holder: null })
  })

  test('is refused while its lane has an unfinished one', async () => {
    const { add, look } = jobsOf()
    expect(await add('first', 'a person')).not.toBeNull()
    expect(await add('second', 'a person')).toBeNull()
    await look()
    await jobsEnded()
    expect(await add('second', 'a person')).not.toBeNull()
  })

  test('is claimed by one process at a time, and by another when the lease of the first ends', async () => {
    const { add, claim } = jobsOf()
    await add('one')
    const both = await Promise.all([claim(), claim()])
    const [first, ...others] = both.flat()
    expect(others).toEqual([])
    if (!first) throw new Error('no process claimed it')
    expect(await claim()).toEqual([])
    await abandon(first)
    expect(await claim()).toHaveLength(1)
    // The first process can neither write nor end it any more.
    await expect(store().db.transaction((tx) => assertHeld(tx, first))).rejects.toThrow(JobLostError)
    await endJob(store().db, first, 'done')
    expect(await store().db.$count(jobs, eq(jobs.id, first.id))).toBe(1)
  })

  test('waits while the process works on as many as it may', async () => {
    const { add, look, find, stop } = jobsOf(untilAborted, 1)
    await add('one')
    // Jobs of one millisecond have no order.
    await wait(5)
    await add('two')
    await look()
    expect(await find('two')).toMatchObject({ state: 'running', holder: null })
    await stop('one')
    await look()
    await jobsEnded()
    await look()
    expect((await find('two'))?.holder).not.toBeNull()
    await stop('two')
    await look()
    await jobsEnded()
  })
})

describe('a stop', () => {
  test('ends a job that no process works on at once', async () => {
    const { add, stop, find } = jobsOf()
    await add('one')
    expect(await stop('one')).toBe('stopped')
    expect(await find('one')).toMatchObject({ state: 'stopped' })
    expect(await stop('one')).toBe('none')
  })

  test('aborts the work of a process', async () => {
    const reasons: unknown[] = []
    const { add, stop, find, look } = jobsOf(async (claimed) => {
      await untilAborted(claimed)
      reasons.push(claimed.signal.reason)
    })
    await add('one')
    await look()
    expect(await stop('one')).toBe('requested')
    await look()
    await jobsEnded()
    expect(reasons).toEqual(['stopped'])
    expect(await find('one')).toMatchObject({ state: 'stopped' })
  })

  test('of the process gives its jobs back at once', async () => {
    const { environment, works, add, find } = jobsOf(untilAborted)
    const stopRunner = startJobs(environment, works)
    await add('one')
    for (let tries = 0; (await find('one'))?.holder === null && tries < 100; tries += 1) {
      wakeJobs()
      await wait(20)
    }
    await stopRunner()
    expect(await find('one')).toMatchObject({ state: 'running', holder: null, leaseUntil: null })
  })
})

test('work whose lease another process took is aborted, and does not end the job of the other', async () => {
  const { add, look, find, claim } = jobsOf(untilAborted)
  const job = await add('one')
  if (!job) throw new Error('not added')
  await look()
  await abandon(job)
  const [other] = await claim()
  await look()
  await jobsEnded()
  expect(await find('one')).toMatchObject({ state: 'running', holder: other?.holder })
})

test('work that fails is tried three times, and then the job has failed', async () => {
  const { add, look, find, failed } = jobsOf(() => Promise.reject(new Error('the API is down')))
  const job = await add('one')
  if (!job) throw new Error('not added')
  for (const failures of [1, 2]) {
    await look()
    await jobsEnded()
    expect(await find('one')).toMatchObject({ state: 'running', failures })
    // It waits for its next attempt.
    await look()
    expect(await find('one')).toMatchObject({ failures, holder: null })
    await abandon(job)
  }
  await look()
  await jobsEnded()
  expect(failed).toEqual(['one'])
  expect(await find('one')).toMatchObject({ state: 'failed' })
})
