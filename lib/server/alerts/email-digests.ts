import { randomBytes } from 'node:crypto'
import { and, asc, count, eq, gt, isNull, lt, ne, or, sql } from 'drizzle-orm'
import { isAllowed } from '@/contract/console/roles'
import type { Database } from '@/database/open-database'
import { appendEntry, lockAudit, recordedTransaction, transactionWithin } from '../audit/append-entry'
import type { Environment } from '../environment'
import { log } from '../log'
import { settings } from '../settings'
import { alertEmails, alertEvents, alertSubscribers } from '../store/alert-schema'
import { consoleStore } from '../store/console-store'
import { watchedObjects } from '../store/index-schema'
import { users } from '../store/schema'
import { emailLines } from './alert-data'
import { ALERTS_ACTOR } from './deliver-webhooks'
import { lockAlerts } from './find-events'
import { type EmailEnd, type MailServer, mailServer, mailServerProblem, sendEmail } from './send-email'

/** The most events that an email lists. */
const MAX_LISTED = 50
/** Longer than sending takes: the process of an older one has ended. */
const LOST_MINUTES = 5
const KEPT_DAYS = 30
const TIMEOUT_MS = 10_000
/** A round begins no email after this time, so that events are looked for and webhooks are called. */
const ROUND_MS = 8_000

/**
 * Sends the alert emails that are due. Each is stored before it is sent, and tried once: of one whose process died it is not known
 * whether it was sent. First signs in to the mail server without sending: when that fails, all stay due.
 * @throws an error that says why the mail server cannot be used
 */
export async function sendEmails(environment: Environment, server = mailServer(), signal?: AbortSignal): Promise<void> {
  const db = await consoleStore()
  const { source } = environment.index
  await endLostEmails(db, source)
  if (!server) return
  const due = await db
    .selectDistinct({ userId: alertSubscribers.userId })
    .from(alertSubscribers)
    .innerJoin(alertEvents, isForSubscriber)
    .innerJoin(users, eq(users.id, alertSubscribers.userId))
    .where(and(eq(alertSubscribers.source, source), isDue, isNull(users.disabledAt)))
  if (due.length === 0) return
  const problem = await mailServerProblem(server)
  if (problem !== null) throw new Error(`The mail server cannot be used (${problem}); the emails stay due`)
  const untilMs = performance.now() + ROUND_MS
  for (const { userId } of due) {
    if (signal?.aborted || performance.now() >= untilMs) return
    const email = await prepareEmail(db, environment, userId)
    // The others wait for the next round, so that a mail server that fails does not use up their alerts at once.
    if (email && !(await sendPrepared(db, server, email))) return
  }
}

/** Matches the events that a person chose and has not got yet; of changed objects only those that they watch. */
const isForSubscriber = and(
  eq(alertEvents.source, alertSubscribers.source),
  gt(alertEvents.createdAt, alertSubscribers.since),
  sql`${alertEvents.kind} = any (${alertSubscribers.kinds})`,
  or(
    ne(alertEvents.kind, 'object.changed'),
    sql`exists (
      select from ${watchedObjects} as watched where watched.source = ${alertEvents.source}
        and watched."user" = ${alertSubscribers.userId}
        and watched.kind = ${alertEvents.objectKind} and watched.id = ${alertEvents.objectId}
        and watched.watched_at <= ${alertEvents.createdAt})`,
  ),
)

const isDue = sql`${alertSubscribers.since}
  + case ${alertSubscribers.pace} when 'hour' then interval '1 hour' else interval '1 day' end <= clock_timestamp()`

interface PreparedEmail {
  id: string
  to: string
  subject: string
  text: string
  /** The audit entry that announces it. */
  entry: number
}

/** Stores an email to a person who is enabled and may read, with its audit entry; null when there is nothing to send any more. */
export function prepareEmail(
  db: Database,
  { index: { source }, name }: Environment,
  userId: string,
): Promise<PreparedEmail | null> {
  return transactionWithin(db, TIMEOUT_MS, async (tx) => {
    await lockAlerts(tx)
    // Accounts change under the same lock.
    await lockAudit(tx)
    const isSubscriber = and(eq(alertSubscribers.source, source), eq(alertSubscribers.userId, userId))
    const [subscriber] = await tx
      .select({ email: users.email, role: users.role })
      .from(alertSubscribers)
      .innerJoin(users, eq(users.id, alertSubscribers.userId))
      .where(and(isSubscriber, isDue, isNull(users.disabledAt)))
    if (!subscriber || !isAllowed(subscriber.role, 'read')) return null
    const [all] = await tx
      .select({ count: count() })
      .from(alertSubscribers)
      .innerJoin(alertEvents, isForSubscriber)
      .where(isSubscriber)
    const events = await tx
      .select({ kind: alertEvents.kind, data: alertEvents.data, createdAt: alertEvents.createdAt })
      .from(alertSubscribers)
      .innerJoin(alertEvents, isForSubscriber)
      .where(isSubscriber)
      .orderBy(asc(alertEvents.createdAt), asc(alertEvents.id))
      .limit(MAX_LISTED)
    const total = all?.count ?? 0
    if (total === 0) return null
    const id = `eml_${randomBytes(12).toString('base64url')}`
    const { email } = subscriber
    const entry = await appendEntry(tx, { ...entryOf(id, email), detail: { events: total } })
    const createdAt = sql`clock_timestamp()`
    await tx
      .insert(alertEmails)
      .values({ id, source, userId, email, state: 'sending', events: total, entry, createdAt })
    await tx.update(alertSubscribers).set({ since: createdAt }).where(isSubscriber)
    const subject = `${name}: ${total} ${total === 1 ? 'alert' : 'alerts'} of the billing console`
    return { id, to: email, subject, text: textOf(events.map(emailLines), total), entry }
  })
}

const entryOf = (id: string, email: string) => ({
  at: new Date(),
  ...ALERTS_ACTOR,
  action: 'sendAlertEmail',
  requestId: id,
  object: { kind: 'user', id: email },
})

function textOf(lines: readonly string[], total: number): string {
  const { CONSOLE_ORIGIN: origin } = settings()
  const more = total > lines.length ? [`and ${total - lines.length} more`] : []
  const where = origin === undefined ? 'on the page Account of the console' : `at ${origin}/account`
  return [...lines, ...more, '', `You chose these emails ${where}, and can turn them off there.`, ''].join('\n')
}

/** @returns false when it was not sent */
async function sendPrepared(db: Database, server: MailServer, email: PreparedEmail): Promise<boolean> {
  const end = await sendEmail(server, email)
  log()[end.state === 'sent' ? 'info' : 'warn'](
    { event: 'alert', email: email.id, result: end.result },
    'an alert email',
  )
  await endEmail(db, email, end)
  return end.state === 'sent'
}

const OUTCOMES = { sent: 'done', failed: 'failed', unknown: 'unknown' } as const

async function endEmail(
  db: Database,
  { id, to, entry }: Pick<PreparedEmail, 'id' | 'to' | 'entry'>,
  { state, result }: EmailEnd,
): Promise<void> {
  await recordedTransaction(db, async (tx) => {
    const isOpen = and(eq(alertEmails.id, id), eq(alertEmails.state, 'sending'))
    const ended = await tx.update(alertEmails).set({ state }).where(isOpen).returning({ id: alertEmails.id })
    if (ended.length === 0) return
    const outcome = { completes: entry, outcome: OUTCOMES[state], detail: { result } }
    await appendEntry(tx, { ...entryOf(id, to), ...outcome })
  })
}

/** Marks the emails of processes that died while they sent. */
async function endLostEmails(db: Database, source: string): Promise<void> {
  const { id, email: to, entry, state, createdAt } = alertEmails
  const isOld = lt(createdAt, sql`clock_timestamp() - make_interval(mins => ${LOST_MINUTES})`)
  const lost = await db
    .select({ id, to, entry })
    .from(alertEmails)
    .where(and(eq(alertEmails.source, source), eq(state, 'sending'), isOld))
  for (const email of lost)
    await endEmail(db, email, {
      state: 'unknown',
      result: 'the console stopped: not known whether it was sent',
    })
}

/** Deletes what is known of emails after 30 days; the audit keeps its entries. */
export async function trimEmails(db: Database): Promise<void> {
  await db
    .delete(alertEmails)
    .where(lt(alertEmails.createdAt, sql`clock_timestamp() - make_interval(days => ${KEPT_DAYS})`))
}
