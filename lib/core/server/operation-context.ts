import type { Actor } from './actor'
import type { EnvironmentView } from '../environment'
import type { Slots } from './slots'

/** The origin of a request, as far as it is known. */
export interface Caller {
  actor: Actor
  /** Its network address; behind a listed proxy the one that the proxy reports. */
  peer: string
  userAgent: string
  /** Binds a sign-in at the OpenID provider to the browser in which it started. */
  browserToken?: string | undefined
  /** Identifies a browser that has signed in by password before. */
  knownBrowserToken?: string | undefined
}

/** The start of an operation that reads the billing API. */
export interface ReadStart {
  /** The newest forgetting that the process knew. */
  forgetting: number
  /** In `performance.now()`. */
  atMs: number
}

/**
 * A billing API, and all parts of the console that belong to it. Each subject declares its own part, beside the part's class; `lib/environment.ts`
 * makes them all.
 */
export interface Environment {
  /** `CONSOLE_ENVIRONMENT`. */
  name: string
  badge: EnvironmentView
  csvSlots: Slots
  /** Fewer, because a document for paper is in memory as a whole. */
  printSlots: Slots
  /** Of the lines of many invoices: a file takes as long as the rate of the checks allows. */
  linesSlots: Slots
  /** Returns the number of running downloads of this process. */
  downloads: () => number
}

/** The context of every operation. */
export interface OperationContext extends Caller {
  environment: Environment
  /** Shared by log lines, audit entries and the response. */
  requestId: string
  /** When the request arrived, in `performance.now()`. */
  receivedAtMs: number
  /** The audit entry that announces this operation, if there is one. */
  intent?: number
  /** True when an assistant or a ticket tool runs it: then the audit has its reads too. */
  recordsReads?: true
  /** The current instant. */
  now: () => Date
  /** The start of the operation or page, for the index; set by `runOperation`. Without it, each read has a start of its own. */
  readStart?: ReadStart
  /** Aborts when the client leaves. A read may stop then, a change never does. */
  signal?: AbortSignal
}

/** What a read of the billing API needs; the console's own background reads have no more. */
export interface ReadContext extends Pick<OperationContext, 'environment' | 'requestId' | 'readStart' | 'signal'> {
  /** True when no user waits for it: it gives way to all other reads. */
  isBackground?: boolean
  /** True for a page of a whole ledger, whose reader records the pages of a checkpoint together. */
  isGathered?: boolean
}
