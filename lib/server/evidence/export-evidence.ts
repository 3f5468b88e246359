import { setImmediate as nextTurn } from 'node:timers/promises'
import { Download } from '@/contract/console/download'
import type { ConsoleInput } from '@/contract/console/operations'
import { MAX_NOTES } from '@/contract/console/note'
import { VERSION_AND_COMMIT } from '@/contract/version'
import { formatCount } from '../../format/amount'
import { notesOf } from '../notes/list-notes'
import { partialOutcome } from '../../format/walk-outcome'
import { readAuditChain } from '../audit/audit-chain'
import { fileNameOf } from '../downloads/file-name'
import { startDownload } from '../downloads/start-download'
import { RunningExport } from '../ledger/export/export-registry'
import type { OperationContext } from '../operation-context'
import { ProblemError } from '../problem'
import { consoleStore } from '../store/console-store'
import { collectChange } from './collect-change'
import { collectInvoice, collectMonth } from './collect-invoices'
import { cutText, type Evidence, PACK_BOUNDS, PackFiles } from './pack-files'
import { packPage } from './pack-page'
import { type PackHead, packZip } from './pack-zip'
import { signingKey } from './signing-key'

/** Returns the evidence pack of an invoice. @throws ProblemError as `getInvoice`, and `console_busy` when no download slot is free */
export const exportInvoiceEvidence = (context: OperationContext, input: ConsoleInput<'exportInvoiceEvidence'>) =>
  exportPack(context, input.exportId, (pack) => collectInvoice(pack, input))

/** Returns the evidence pack of a customer and month. @throws ProblemError `console_busy`, `store_unavailable` */
export const exportCustomerEvidence = (context: OperationContext, input: ConsoleInput<'exportCustomerEvidence'>) =>
  exportPack(context, input.exportId, (pack, bounds) => collectMonth(pack, input, bounds))

/** Returns the evidence pack of a change. @throws ProblemError `not_found`, `console_busy`, `store_unavailable` */
export const exportChangeEvidence = (context: OperationContext, input: ConsoleInput<'exportChangeEvidence'>) =>
  exportPack(context, input.exportId, (pack) => collectChange(pack, input))

type Collect = (pack: PackFiles, bounds: typeof PACK_BOUNDS) => Promise<Evidence>

/** Makes the pack before its first byte is sent, because its name says whether it is complete. */
async function exportPack(
  context: OperationContext,
  exportId: string | undefined,
  collect: Collect,
): Promise<Download> {
  const running = new RunningExport(context.signal)
  const storeEnd = await context.environment.exports.add(exportId, running)
  let made: Made | undefined
  async function* pieces() {
    made = await makePack({ ...context, signal: running.signal }, collect, PACK_BOUNDS, (read) =>
      running.wrote(read, null),
    )
    for (let at = 0; at < made.zip.length; at += PIECE_BYTES) yield made.zip.subarray(at, at + PIECE_BYTES)
  }
  const end = async (state: 'complete' | 'partial', outcome: string) => {
    running.end(state, outcome)
    await storeEnd()
  }
  try {
    const bytes = await startDownload(context.environment.packSlots, pieces())
    if (made === undefined) throw new Error('the pack is empty')
    const { fileName, missing, responses } = made
    const isWhole = missing.length === 0
    if (isWhole) await end('complete', `${formatCount(responses, 'response')} packed`)
    else await end('partial', `PARTIAL: ${missing.join(' ')}`)
    return new Download(fileName, 'application/zip', bytes, () => ({ rows: responses, isWhole }))
  } catch (error) {
    const why = error instanceof ProblemError ? error.problem.title : 'the console failed'
    await end('partial', partialOutcome(0, null, why))
    throw error
  }
}

const PIECE_BYTES = 256 * 1024

interface Made {
  zip: Uint8Array
  fileName: string
  missing: readonly string[]
  /** The number of responses in the pack. */
  responses: number
}

/** Collects, describes and signs a pack. @param onRead is called with the number of further responses */
export async function makePack(
  context: OperationContext,
  collect: Collect,
  bounds: typeof PACK_BOUNDS,
  onRead: (responses: number) => void = () => undefined,
): Promise<Made> {
  const madeAt = context.now()
  const pack = new PackFiles(context, bounds, onRead)
  const evidence = await collect(pack, bounds)
  const db = await consoleStore()
  const noted = evidence.objects.flatMap(({ kind, ids }) => ids.map((id) => ({ kind, id })))
  const notes = await notesOf(db, context.environment.index.source, noted)
  if (notes.length === MAX_NOTES) pack.missing.push(`Notes: those before the newest ${MAX_NOTES}.`)
  pack.addAlways('notes.json', notes)
  const chain = await readAuditChain(db, context.actor, evidence.objects)
  if (chain.isCut) pack.missing.push('Audit entries: the oldest, because they are too many for a pack.')
  pack.addAlways('audit.json', { format: 'billing-console-audit/1', entries: chain.entries })
  pack.addAlways('responses.json', pack.responses)
  const { publicKey, privateKey } = await signingKey(db)
  const head: PackHead = {
    subject: cutText(evidence.subject),
    madeBy: context.actor.name,
    role: context.actor.role,
    madeAt: madeAt.toISOString(),
    source: context.environment.index.source,
    console: VERSION_AND_COMMIT,
    requestId: context.requestId,
    isComplete: pack.missing.length === 0,
    missing: pack.missing.map((part) => cutText(part)),
    publicKey,
  }
  // Other requests run between the long steps of a large pack.
  await nextTurn()
  const page = packPage({ head, evidence, notes, chain, responses: pack.responses, files: pack.files })
  await nextTurn()
  const zip = packZip([{ name: 'index.html', bytes: Buffer.from(page) }, ...pack.files], head, privateKey)
  const ending = head.isComplete ? '.zip' : '-PARTIAL.zip'
  const fileName = fileNameOf({ what: 'evidence', whose: evidence.whose, at: madeAt, ending })
  return { zip, fileName, missing: pack.missing, responses: pack.responses.length }
}
