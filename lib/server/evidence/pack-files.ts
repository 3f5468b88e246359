import { BILLING_OPERATIONS } from '@/contract/billing/operations'
import type { InvoiceVerdict } from '@/contract/console/indexed-objects'
import type { Field } from '@/contract/console/view-of'
import { formatNumber } from '../../format/amount'
import { isUnreadable } from '../../format/unreadable'
import type { OnResponse } from '../billing-api/billing-client'
import type { OperationContext } from '../operation-context'
import { ProblemError } from '../problem'
import type { PackFile } from './pack-zip'

/** A part of `index.html`: sentences, and a table of plain text. */
export interface PackSection {
  title: string
  texts: string[]
  table?: { columns: { title: string; isFigure?: boolean }[]; rows: string[][] }
}

/** What a pack says of its subject. */
export interface Evidence {
  /** "Invoice 1042". */
  subject: string
  /** For the file name. */
  whose: string
  /** What the subject is, as names and values for the head of the page. */
  facts?: (readonly [name: string, value: string])[]
  /** The texts are one sentence each. */
  verdict: { state: InvoiceVerdict; texts: string[] }
  sections: PackSection[]
  /** The objects whose audit entries belong to the pack. */
  objects: { kind: 'invoice' | 'customer' | 'subscription'; ids: string[] }[]
}

/** A response in the pack. */
export interface PackedResponse {
  file: string
  /** `GET /invoices/inv_1042`, without the address of the API. */
  request: string
  status: number
  /** UTC instant. */
  receivedAt: string
  requestId: string
  /** How often it contains `[key]`, which stands for the key of the console. */
  keys: number
}

/** The bounds of a pack. The rest of `MAX_PACK_BYTES` is for the parts that are always in it: audit, notes and a page of bounded tables. */
export const PACK_BOUNDS = { bytes: 46 * 1024 * 1024, invoices: 100, ledgerPages: 100, ms: 45_000 }

/** Collects the files of a pack within its bounds, and says what is missing. */
export class PackFiles {
  readonly files: PackFile[] = []
  readonly responses: PackedResponse[] = []
  /** What is missing, a sentence each. */
  readonly missing: string[] = []
  readonly #context: OperationContext
  readonly #bounds: typeof PACK_BOUNDS
  readonly #endsAtMs: number
  readonly #texts = new Set<string>()
  #bytes = 0

  readonly #onRead: (responses: number) => void

  /**
   * @param context its signal stops the collection
   * @param onRead is called for each response
   */
  constructor(context: OperationContext, bounds: typeof PACK_BOUNDS, onRead: (responses: number) => void) {
    this.#onRead = onRead
    this.#bounds = bounds
    this.#endsAtMs = performance.now() + bounds.ms
    this.#context = { ...context, onResponse: this.#keep }
  }

  /** The context of reads whose responses are in the pack. */
  get reading(): OperationContext {
    return this.#context
  }

  add(name: string, content: string | Uint8Array): boolean {
    const bytes = typeof content === 'string' ? Buffer.from(content) : content
    const isKept = this.#bytes + bytes.length <= this.#bounds.bytes
    if (isKept) {
      this.#bytes += bytes.length
      this.files.push({ name, bytes })
    } else this.missing.push(`${name} (${formatNumber(bytes.length)} bytes): the pack would be too large.`)
    return isKept
  }

  /** Adds JSON that every pack has, beyond the bound. */
  addAlways(name: string, value: unknown): void {
    this.files.push({ name, bytes: Buffer.from(json(value)) })
  }

  /** Reads one thing of several. Where that fails, or the collection was stopped, its name is among the missing ones, and null returned. */
  async read<Result>(what: string, read: () => Promise<Result>): Promise<Result | null> {
    const why = this.#whyOver()
    if (why !== null) {
      this.missing.push(`${what}: ${why}.`)
      return null
    }
    try {
      return await read()
    } catch (error) {
      if (this.#context.signal?.aborted !== true && !(error instanceof ProblemError)) throw error
      this.missing.push(
        `${what}: ${this.#whyOver() ?? (error instanceof ProblemError ? error.problem.title : 'failed')}.`,
      )
      return null
    }
  }

  #whyOver(): string | null {
    const { signal } = this.#context
    if (signal?.aborted === true) {
      if (signal.reason !== 'cancelled' && signal.reason !== 'stopped') throw signal.reason
      return signal.reason === 'cancelled' ? 'the export was cancelled' : 'the console was stopped'
    }
    return performance.now() > this.#endsAtMs ? `not read within ${this.#bounds.ms / 1_000} seconds` : null
  }

  readonly #keep: OnResponse = ({ operation, params, query }, { text, status, asOf, requestId = '' }) => {
    const { method, path } = BILLING_OPERATIONS[operation]
    const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
    const request = `${method} ${filled}${query ? `?${new URLSearchParams(query).toString()}` : ''}`
    // Invoices of a subscription read it again and again.
    const key = `${request}\n${text}`
    if (this.#texts.has(key)) return
    this.#texts.add(key)
    this.#onRead(1)
    const file = `responses/${String(this.responses.length + 1).padStart(3, '0')}-${operation}.json`
    if (!this.add(file, text)) return
    this.responses.push({ file, request, status, receivedAt: asOf, requestId, keys: text.split('[key]').length - 1 })
  }
}

/** Returns a value as the tables of a pack show it. */
export const shown = (value: Field<string> | null): string =>
  value === undefined || value === null ? '—' : isUnreadable(value) ? 'Unreadable' : value

/** A note of 2,000 characters is whole on the page, with the time of its last edit. */
const MAX_TEXT = 2_100

/** Returns a text as the page and the manifest show it. */
export const cutText = (text: string, ending = '…'): string =>
  text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}${ending}` : text

export const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`
