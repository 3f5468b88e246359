import type { DatabaseTransaction } from '@/database/open-database'
import type { OperationName } from '../operations'
import type { OperationContext } from './operation-context'

/** Who writes to the console's store: the common fields of the audit entry. */
export interface Writer {
  /** The name in the audit. */
  name: string
  role: string
  /** Undefined for the demo's admin and the command line. */
  userId?: string | undefined
  /** True for the command line, which may do anything. */
  isCommandLine?: boolean
  /** The operation's name, or the command. */
  action: string
  requestId: string
  now: Date
}

/** What an audit entry says besides the fields of its writer. */
export interface EntryContent {
  object?: { kind: string; id: string } | undefined
  reason?: string | undefined
  detail?: object | undefined
  /** The user who signed in by this write, or the program that did a part of it, instead of the writer. */
  actor?: string
  role?: string
  /** The operation that the program did a part of it as. */
  action?: OperationName
  /** A write may store only that it refused. */
  outcome?: 'refused'
}

export type Pending<Value> = Value | Promise<Value>

export interface Written<Output> {
  /** Null when nothing was changed; several entries in their order. */
  entry: EntryContent | readonly EntryContent[] | null
  /** Returns the output, after the commit. */
  output: () => Pending<Output>
}

/** Changes the store in the transaction. Calls no other API: the embedded store has one connection. */
type Write<Output> = (tx: DatabaseTransaction, writer: Writer) => Promise<Written<Output>>

/** A write with rules of its own. */
export interface RuledWrite<Output> {
  write: Write<Output>
  /** The audit is locked before `write` unless the write takes long or waits for a forgetting, which locks it at its end. */
  locksAuditLast?: true
  /** The longest time of the transaction. Default: ten seconds. */
  ms?: number
  /** Records a refused write too: with the user of this ID or email, or with null for no user. */
  refusedUser?: string | null
}

/** A write to the console's store: `writeRecorded` of `lib/store/append-entry.ts` runs it and appends its audit entry in one transaction. */
export type StoreWrite<Output> = Write<Output> | RuledWrite<Output>

/** Returns a write that the audit does not record. @param output returns the output, after the commit */
export const unrecordedWrite = <Result, Output>(
  write: (tx: DatabaseTransaction) => Promise<Result>,
  output: (result: Result) => Pending<Output>,
): RuledWrite<Output> => ({
  locksAuditLast: true,
  async write(tx) {
    const result = await write(tx)
    return { entry: null, output: () => output(result) }
  },
})

/** Returns the same write with another output. */
export const withOutput = <From, To>(ruled: RuledWrite<From>, convert: (output: From) => To): RuledWrite<To> => ({
  ...ruled,
  async write(tx, writer) {
    const { entry, output } = await ruled.write(tx, writer)
    return { entry, output: async () => convert(await output()) }
  },
})

/** Returns the actor of an operation as a writer. */
export function writerOf({ actor, requestId, now }: OperationContext, action: OperationName): Writer {
  const { name, role, userId } = actor
  return { name, role, userId, action, requestId, now: now() }
}
