import { Client } from 'pg'
import { pino } from 'pino'
import { expect, vi } from 'vitest'
import { z } from 'zod'
import { CONSOLE_ERRORS } from '@/lib/core/errors'
import type { Database } from '@/database/open-database'

/** SQLSTATEs of a value that is refused, a key that exists, a server that starts, a conflict, and one of our own triggers. */
export const STATES = ['22P02', '23505', '57P03', '40001', 'P0001']

/** The number of flows in which a statement fails. All requests start with the same statements. */
const FLOWS_PER_STATEMENT = 4

/** Fails as PostgreSQL does: with the values in message, detail, hint and context. */
const FUNCTIONS = `
  create or replace function public.raise_with_values(state text, vals text) returns void language plpgsql as $$
  begin
    raise exception using errcode = state, constraint = 'a_constraint', hint = vals,
      message = case when state in ('22P02', 'P0001') then 'invalid input for type uuid: "' || vals || '"' else 'refused' end,
      detail = 'Key (id)=(' || vals || ') already exists.';
  end $$;
  create or replace function public.fail_with_values(state text, vals text) returns void language plpgsql as $$
  begin
    execute format('select public.raise_with_values(%L, %L)', state, vals);
  end $$`

const Sent = z.union([z.string(), z.looseObject({ text: z.string(), values: z.array(z.unknown()).optional() })])
const withoutNumbers = (text: string) =>
  text
    .replaceAll(/\$\d+/g, '$')
    .replaceAll(/(?:\$, ?)+\$/g, '$…')
    .trim()

/** Fields of a log line that may have values of a statement. */
const LOGGED_FIELDS = new Set(['time', 'requestId', 'changeId', 'jobId', 'traceId', 'actor', 'head'])
/** False for codes, words, days and numbers, which are no IDs, emails, searches or hashes. */
const isPrivateValue = (value: string) =>
  value.length >= 6 &&
  !(value in CONSOLE_ERRORS) &&
  !value.endsWith('_timeout') &&
  !/^[A-Za-z .,:-]+$|^\d{4}-\d\d-\d\d|^-?[\d.]+$/.test(value)

export interface FailedStatements {
  /** Distinct statements that failed. */
  statements: number
  /** Statements that ran once, but not again when they should have failed. */
  missed: string[]
  /** Times that a statement failed. */
  failures: number
  /** Log lines that were compared. */
  lines: number
  /** The text of all failed statements. */
  texts: string
}

/**
 * For tests: runs each flow once to learn its statements, then again with each of them failing in the database, in each way
 * of `STATES`. Expects no value of any statement in the log.
 * @param flows each may run many times, and rejects or not
 * @param log receives the lines of the log; emptied here
 * @param states some of `STATES`: commands try again for seconds after some
 */
export async function failEachStatement(
  db: Database,
  flows: Readonly<Record<string, () => Promise<unknown>>>,
  log: string[],
  states: readonly string[] = STATES,
): Promise<FailedStatements> {
  await db.$client.query(FUNCTIONS)
  const seen = new Set<string>()
  const all = new Set<string>()
  const failedIn = new Map<string, number>()
  const values = new Set<string>()
  const done = { statements: new Set<string>(), failures: 0, lines: 0 }
  let failing: { text: string; state: string } | undefined
  const send = Object.getOwnPropertyDescriptor(Client.prototype, 'query')?.value
  const callOn = (client: Client, call: unknown[]) => Reflect.apply(send, client, call)
  const query = vi.spyOn(Client.prototype, 'query').mockImplementation(function (this: Client, ...call: unknown[]) {
    const [first, ...others] = call
    const sent = Sent.parse(first)
    const [text, own] = typeof sent === 'string' ? [sent, undefined] : [sent.text, sent.values]
    const given = own ?? others.find((each) => Array.isArray(each)) ?? []
    const key = withoutNumbers(text)
    seen.add(key)
    all.add(key)
    collect(given, values)
    if (failing?.text !== key) return callOn(this, call)
    done.failures += 1
    done.statements.add(key)
    const callback = others.filter((each) => typeof each === 'function')
    const instead = ['select public.fail_with_values($1, $2)', [failing.state, JSON.stringify(given)]]
    return callOn(this, [...instead, ...callback])
  })
  try {
    for (const [name, flow] of Object.entries(flows)) {
      seen.clear()
      await flow().catch(() => undefined)
      for (const text of Array.from(seen)) {
        const flowsBefore = failedIn.get(text) ?? 0
        if (flowsBefore >= FLOWS_PER_STATEMENT) continue
        failedIn.set(text, flowsBefore + 1)
        for (const state of states) {
          log.length = 0
          values.clear()
          failing = { text, state }
          await flow().catch(() => undefined)
          failing = undefined
          expect(leaksIn(log, values), `${name}: ${text} fails with ${state}`).toEqual([])
          done.lines += log.length
        }
      }
    }
  } finally {
    query.mockRestore()
    await db.$client.query('drop function public.fail_with_values; drop function public.raise_with_values')
  }
  const missed = [...all].filter((text) => !done.statements.has(text))
  return { ...done, missed, statements: done.statements.size, texts: [...done.statements].join('\n') }
}

/** For tests: runs a command in this process. What it writes to standard error counts as log when it fails. */
export async function runLogged(run: () => Promise<number>, log: string[]): Promise<void> {
  const written: string[] = []
  const write = (text: unknown) => written.push(String(text)) > 0
  const spies = [
    vi.spyOn(console, 'log').mockReturnValue(undefined),
    vi.spyOn(console, 'error').mockImplementation(write),
    vi.spyOn(process.stderr, 'write').mockImplementation(write),
    vi.spyOn(pino, 'destination').mockReturnValue(Object({ write })),
  ]
  try {
    if ((await run()) !== 0) log.push(...written)
  } finally {
    for (const spy of spies) spy.mockRestore()
  }
}

/** Collects the texts in the values of a statement, also those in its JSON. */
function collect(value: unknown, into: Set<string>): void {
  if (typeof value === 'object' && value !== null) for (const each of Object.values(value)) collect(each, into)
  if (typeof value !== 'string') return
  if (isPrivateValue(value)) into.add(value)
  if (/^[[{"]/.test(value))
    try {
      collect(JSON.parse(value), into)
    } catch {
      // No JSON.
    }
}

/** Returns the values that are in the log, outside of `LOGGED_FIELDS`. */
function leaksIn(log: readonly string[], values: ReadonlySet<string>): string[] {
  const logged = new Set<unknown>()
  const texts = log
    .flatMap((text) => text.split('\n'))
    .filter((line) => line !== '')
    .map((line) => {
      if (!line.startsWith('{')) return line
      const fields = Object.entries(Object(JSON.parse(line)))
      for (const [name, value] of fields) if (LOGGED_FIELDS.has(name)) logged.add(value)
      return fields.flatMap(([name, value]) => (LOGGED_FIELDS.has(name) ? [] : JSON.stringify(value))).join('\n')
    })
  const isLogged = (value: string) =>
    texts.some((text) => text.includes(value) || text.includes(JSON.stringify(value).slice(1, -1)))
  return [...values].filter((value) => !logged.has(value) && isLogged(value))
}
